use crate::kit::{Repo, git};
use counterproof_engine::change::{Repository, Selected, Wanted, select, snapshot};

fn chosen(repo: &Repo, base: Option<&str>, head: Option<&str>) -> Selected {
    let wanted = Wanted { base: base.map(Into::into), head: head.map(Into::into) };
    select(&repo.open(), &wanted).unwrap()
}

fn tree(repo: &Repo, revision: &str) -> String {
    repo.git(&["rev-parse", &format!("{revision}^{{tree}}")])
}

/// `main` has moved on since `topic`, which is checked out, left it.
fn parted() -> Repo {
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["tag", "fork"]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(&[("b", "1")]);
    repo.commit(&[("b", "2")]);
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("a", "2")]);
    repo.git(&["checkout", "-q", "topic"]);
    repo
}

#[test]
fn a_base_that_has_moved_on_is_taken_where_the_two_part() {
    let repo = parted();
    let selected = chosen(&repo, Some("main"), Some("topic"));
    assert_eq!(selected.base.commit, Some(repo.git(&["rev-parse", "fork"])));
    assert_eq!(selected.head.commit, Some(repo.git(&["rev-parse", "topic"])));
    let fork = &selected.base.label;
    let expected =
        format!("Base is {fork}, the merge base of `main` and `topic`; head is {}.", selected.head.label);
    assert_eq!(selected.origin.reason, expected);
}

#[test]
fn a_base_without_a_head_is_held_against_the_working_tree() {
    let repo = parted();
    repo.write("c", "not committed");
    let selected = chosen(&repo, Some("main"), None);
    assert_eq!(selected.base.tree, tree(&repo, "fork"));
    assert_eq!(selected.head, selected.disk);
    assert_ne!(selected.head.tree, tree(&repo, "HEAD"));
    assert_eq!(selected.head.label, "working tree");
}

#[test]
fn a_head_is_its_committed_tree_whatever_lies_on_disk() {
    let repo = parted();
    repo.write("c", "not committed");
    let selected = chosen(&repo, None, Some("HEAD"));
    assert_eq!(selected.base.tree, tree(&repo, "fork"));
    assert_eq!(selected.head.tree, tree(&repo, "HEAD"));
    assert_ne!(selected.disk.tree, selected.head.tree);
}

#[test]
fn a_head_on_the_default_branch_is_held_against_its_first_parent() {
    let repo = parted();
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "--no-edit", "topic"]);
    let selected = chosen(&repo, None, Some("main"));
    assert_eq!(selected.base.tree, tree(&repo, "main^1"));
    assert!(selected.origin.reason.contains("the first parent of `main`, which is on `main`"));
}

#[test]
fn unasked_a_dirty_tree_is_held_against_the_last_commit() {
    let repo = parted();
    repo.write("untracked", "x");
    let selected = chosen(&repo, None, None);
    assert_eq!(selected.base.tree, tree(&repo, "HEAD"));
    assert_eq!(selected.head, selected.disk);
}

#[test]
fn unasked_a_clean_branch_is_held_against_where_it_left_the_default_branch() {
    let repo = parted();
    let selected = chosen(&repo, None, None);
    assert_eq!(selected.base.tree, tree(&repo, "fork"));
    assert_eq!(selected.head.tree, tree(&repo, "topic"));
    assert_eq!(selected.head.tree, selected.disk.tree);
}

#[test]
fn unasked_the_upstream_default_branch_comes_before_local_ones() {
    let origin = parted();
    origin.git(&["branch", "trunk", "topic~1"]);
    origin.git(&["checkout", "-q", "trunk"]);
    let place = origin.top.join("../clone");
    origin.git(&["clone", "-q", ".", place.to_str().unwrap()]);
    git(&place, &["checkout", "-q", "topic"]);
    git(&place, &["branch", "main", "origin/main"]);
    let selected = select(&Repository::discover(&place).unwrap(), &Wanted::default()).unwrap();
    assert_eq!(selected.base.tree, tree(&origin, "topic~1"));
    assert!(selected.origin.reason.contains("`origin/trunk`"), "{}", selected.origin.reason);
}

#[test]
fn the_first_commit_is_held_against_the_empty_tree() {
    let repo = Repo::with(&[("a", "1")]);
    let selected = chosen(&repo, None, None);
    assert_eq!(selected.base.commit, None);
    assert!(repo.open().list(&selected.base.tree).unwrap().is_empty());
    assert_eq!(selected.head.tree, tree(&repo, "HEAD"));
}

#[test]
fn without_a_default_branch_the_last_commit_is_judged() {
    let repo = parted();
    repo.git(&["branch", "-q", "-D", "main"]);
    assert_eq!(chosen(&repo, None, None).base.tree, tree(&repo, "topic~1"));
}

#[test]
fn unasked_the_latest_snapshot_comes_first_even_after_commits() {
    let repo = parted();
    repo.write("b", "as the agent found it");
    snapshot::take(&repo.open(), "").unwrap();
    repo.write("b", "a little later");
    let latest = snapshot::take(&repo.open(), "").unwrap();
    repo.commit(&[("b", "as the agent left it")]);
    let selected = chosen(&repo, None, None);
    assert_eq!(selected.base.tree, latest.tree);
    assert_eq!(selected.head, selected.disk);
    assert!(selected.origin.reason.starts_with("Base is snapshot "));
    assert_eq!(
        chosen(&repo, Some("main"), None).base.tree,
        tree(&repo, "fork"),
        "a base that is asked for wins"
    );
}

#[test]
fn a_snapshot_can_be_asked_for_by_its_id_and_is_then_taken_as_it_is() {
    let repo = parted();
    repo.write("b", "not committed");
    let recorded = snapshot::take(&repo.open(), "").unwrap();
    assert_eq!(chosen(&repo, Some(&recorded.id), None).base.tree, recorded.tree);
    assert_eq!(chosen(&repo, Some(&recorded.id), Some("main")).head.tree, tree(&repo, "main"));
}

#[test]
fn a_snapshot_of_another_worktree_is_not_the_latest_one_here() {
    let repo = Repo::with(&[("a", "1")]);
    let linked = repo.top.join("../linked");
    repo.git(&["worktree", "add", "-q", linked.to_str().unwrap()]);
    let there = Repository::discover(&linked).unwrap();
    let taken = snapshot::take(&there, "").unwrap();
    assert_eq!(taken.worktree, "worktrees/linked");
    assert_eq!(snapshot::latest(&there).unwrap(), Some(taken));
    assert_eq!(snapshot::latest(&repo.open()).unwrap(), None);
    assert_eq!(snapshot::list(&repo.open()).unwrap().len(), 1);
}
