use crate::kit::{Repo, failure};
use counterproof_engine::{
    change::{
        ChangeError,
        snapshot::{self, Which},
    },
    domain::Content,
};

#[test]
fn a_snapshot_holds_staged_unstaged_and_untracked_and_outlives_reset_clean_amend_and_gc() {
    let repo = Repo::with(&[("staged", "1"), ("unstaged", "1")]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    repo.write("staged", "2");
    repo.git(&["add", "staged"]);
    repo.write("unstaged", "2");
    repo.write("untracked", "2");
    let taken = snapshot::take(&repo.open(), "before\nthe agent\n").unwrap();

    repo.git(&["reset", "-q", "--hard"]);
    repo.git(&["clean", "-fdxq"]);
    repo.git(&["commit", "-q", "--amend", "--allow-empty", "-m", "amended"]);
    repo.git(&["reflog", "expire", "--expire=now", "--all"]);
    repo.git(&["gc", "-q", "--prune=now"]);

    let repository = repo.open();
    assert_eq!(snapshot::list(&repository).unwrap(), std::slice::from_ref(&taken));
    assert_eq!(taken.note, "before\nthe agent");
    assert_eq!(repo.git(&["rev-parse", &format!("{}^", taken.commit)]), head);
    for file in ["staged", "unstaged", "untracked"] {
        assert_eq!(repository.read(&taken.tree, &file.into()).unwrap(), Some(Content::file(*b"2")));
    }
}

#[test]
fn a_snapshot_can_be_taken_before_the_first_commit() {
    let repo = Repo::new();
    repo.write("a", "1");
    let taken = snapshot::take(&repo.open(), "").unwrap();
    assert_eq!(repo.open().list(&taken.tree).unwrap().len(), 1);
    assert_eq!(repo.open().list(&taken.commit).unwrap().len(), 1);
}

#[test]
fn snapshots_are_dropped_by_id_or_all_and_an_unknown_one_is_told() {
    let repo = Repo::with(&[("a", "1")]);
    let repository = repo.open();
    let taken: Vec<_> =
        (0..3).map(|number| snapshot::take(&repository, &number.to_string()).unwrap()).collect();
    let notes: Vec<_> = snapshot::list(&repository).unwrap().into_iter().map(|one| one.note).collect();
    assert_eq!(notes, ["0", "1", "2"], "oldest first, within one second too");

    let dropped = snapshot::drop(&repository, &Which::One(taken[1].id.clone())).unwrap();
    assert_eq!(dropped, taken[1..2]);
    assert_eq!(snapshot::list(&repository).unwrap().len(), 2);
    let again = failure(snapshot::drop(&repository, &Which::One(taken[1].id.clone())));
    assert!(matches!(again, ChangeError::UnknownSnapshot(id) if id == taken[1].id));
    assert_eq!(snapshot::drop(&repository, &Which::All).unwrap().len(), 2);
    assert!(repo.git(&["for-each-ref", "refs/counterproof"]).is_empty());
}

#[test]
fn a_snapshot_has_an_author_of_its_own_and_is_never_signed() {
    let repo = Repo::with(&[("a", "1")]);
    repo.git(&["config", "commit.gpgSign", "true"]);
    repo.git(&["config", "gpg.program", "/nowhere/gpg"]);
    let taken = snapshot::take(&repo.open(), "").unwrap();
    let author = repo.git(&["log", "-1", "--format=%an <%ae> %cn", &taken.commit]);
    assert_eq!(author, "counterproof <counterproof@localhost> counterproof");
}
