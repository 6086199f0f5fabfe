use slug::slug;

#[test]
fn words_are_joined_by_one_dash() {
    assert_eq!(slug("Hello,  World"), "hello-world");
}

#[test]
fn punctuation_at_the_end_leaves_no_dash() {
    assert!(slug("Hello!").starts_with("hello"));
}

#[test]
fn a_slug_keeps_the_words_of_its_title() {
    assert!(slug(" Hello ").contains("hello"));
}
