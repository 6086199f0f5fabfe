use slug::slug;

#[test]
fn words_are_joined_by_one_dash() {
    assert_eq!(slug("Hello,  World"), "hello-world");
}

#[test]
fn punctuation_at_the_end_leaves_no_dash() {
    assert_eq!(slug("Hello!"), "hello");
}

#[test]
fn a_title_of_punctuation_alone_is_empty() {
    assert_eq!(slug("?!"), "");
}
