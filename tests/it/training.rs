//! The whole pipeline on a tiny board, and what it makes of bad input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::program;

/// Runs a step of the pipeline in a directory of its own.
fn train(directory: &Path, arguments: &str) -> Output {
    program()
        .arg("train")
        .args(arguments.split(' '))
        .current_dir(directory)
        .output()
        .expect("the program starts")
}

fn succeed(directory: &Path, arguments: &str) -> String {
    let output = train(directory, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {complaint}");
    String::from_utf8(output.stdout).expect("what is printed is text")
}

/// Runs a step that must fail with exit code 1, and returns its last words.
fn fail(directory: &Path, arguments: &str) -> String {
    let output = train(directory, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments}");
    let complaint = String::from_utf8_lossy(&output.stderr);
    complaint.lines().last().unwrap_or_default().to_string()
}

/// The mean error over the stages of some games.
fn mean_error(directory: &Path, arguments: &str) -> f64 {
    let table = succeed(directory, &format!("measure {arguments}"));
    let error = |row: &str| row.split_whitespace().nth(2)?.parse::<f64>().ok();
    let errors: Vec<f64> = table.lines().skip(1).filter_map(error).collect();
    errors.iter().sum::<f64>() / errors.len() as f64
}

/// From nothing to weights.
fn pipeline(directory: &Path) -> Vec<u8> {
    for step in [
        "selfplay a.games --weights none --size 4 --count 600 --depth 2 --exact 5",
        "label a.games --into b.games --weights none --size 4 --depth 3 --exact 6",
        "split b.games --size 4 --into fit.games --aside aside.games --one-in 10",
        "fit fit.games --size 4 --weights 4x4.weights",
    ] {
        succeed(directory, step);
    }
    fs::read(directory.join("4x4.weights")).expect("there are weights")
}

#[test]
fn a_tiny_board_goes_from_nothing_to_weights_twice_the_same_way() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
    assert_eq!(pipeline(one.path()), pipeline(other.path()));

    let error = |weights: &str| {
        let step = format!("aside.games --size 4 --weights {weights}");
        mean_error(one.path(), &step)
    };
    let (fitted, by_hand) = (error("4x4.weights"), error("none"));
    assert!(fitted < by_hand, "{fitted} is no better than {by_hand}");

    let contest = "contest 4x4.weights none --size 4 --pairs 10 --opening 3 --depth 1 --exact 0";
    let result = succeed(one.path(), contest);
    assert!(result.starts_with("won "), "{result}");
}

#[test]
fn a_network_is_fitted_twice_the_same_way_and_learns() {
    let directory = tempfile::tempdir().expect("a directory");
    let network = |name: &str, epochs: u32| {
        let rest = "--batch 256 --rate 0.01";
        let step = format!("network a.games --epochs {epochs} {rest} --weights {name}");
        succeed(directory.path(), &step);
        let file = name.split(' ').next().expect("a name comes first");
        fs::read(directory.path().join(file)).expect("there are weights")
    };
    succeed(
        directory.path(),
        "selfplay a.games --weights none --count 100 --depth 1 --exact 6",
    );
    let weights = network("one.weights", 2);
    assert_eq!(network("other.weights", 2), weights);
    network("more.weights", 12);
    network("on.weights --from one.weights", 4);
    let error = |weights: &str| {
        let step = format!("a.games --weights {weights}");
        mean_error(directory.path(), &step)
    };
    let (more, fewer) = (error("more.weights"), error("one.weights"));
    assert!(more < fewer, "{more} is no better than {fewer}");
    let on = error("on.weights");
    assert!(on < fewer, "{on} is no better than {fewer}");

    let mut damaged = weights;
    damaged[1000] ^= 1;
    fs::write(directory.path().join("damaged.weights"), damaged).expect("a file");
    let said = fail(
        directory.path(),
        "measure a.games --weights damaged.weights",
    );
    assert!(said.contains("damaged or cut short"), "{said}");
    let said = fail(
        directory.path(),
        "network a.games --weights two.weights --from damaged.weights",
    );
    assert!(said.contains("damaged or cut short"), "{said}");
}

/// A file of a few games.
fn games(directory: &Path) -> PathBuf {
    succeed(
        directory,
        "selfplay some.games --weights none --size 4 --count 70 --depth 1 --exact 4",
    );
    directory.join("some.games")
}

#[test]
fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = games(directory.path());
    let whole = fs::read(&path).expect("there are games");
    for length in [0, 7, 16, 17, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("a file");
        games(directory.path());
        assert!(fs::read(&path).expect("games") == whole, "cut to {length}");
    }
}

#[test]
fn a_game_cut_short_at_the_end_is_left_out_and_the_rest_is_used() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = games(directory.path());
    let whole = fs::read(&path).expect("there are games");
    fs::write(&path, &whole[..whole.len() - 3]).expect("a file");
    let step = "split some.games --size 4 --into fit.games --aside aside.games --one-in 1000";
    let output = train(directory.path(), step);
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains(" 0 put aside"), "{report}");
    let read = |report: &str| report.split(' ').next().and_then(|n| n.parse::<u32>().ok());
    let repeated = report.rsplit(", ").next().and_then(read);
    assert_eq!(read(&report).zip(repeated).map(|(a, b)| a + b), Some(69));
}

#[test]
fn files_that_are_not_what_they_should_be_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = games(directory.path());
    let whole = fs::read(&path).expect("there are games");
    let mut damaged = whole.clone();
    damaged[40] ^= 1;
    fs::write(directory.path().join("damaged.games"), &damaged).expect("a file");
    fs::write(directory.path().join("notes.txt"), "not a game").expect("a file");
    for (step, complaint) in [
        (
            "fit nowhere.games --weights w --size 4",
            "nowhere.games: No such file",
        ),
        (
            "fit notes.txt --weights w --size 4",
            "notes.txt: expected a file of games",
        ),
        (
            "fit damaged.games --weights w --size 4",
            "damaged.games: game 1, at byte 16, is damaged",
        ),
        (
            "fit some.games --weights w --size 8",
            "expected games of format 1 on 8x8, got format 1 on 4x4",
        ),
        (
            "selfplay notes.txt --size 4 --count 1",
            "notes.txt: expected a file of games",
        ),
        (
            "selfplay damaged.games --size 4 --count 99",
            "game 1, at byte 16, is damaged",
        ),
        (
            "measure some.games --size 4 --weights notes.txt",
            "notes.txt: expected a file of weights",
        ),
        (
            "measure some.games --size 4 --weights nowhere.weights",
            "nowhere.weights: No such file",
        ),
        (
            "fit some.games --weights nowhere/w --size 4",
            "cannot write",
        ),
    ] {
        let said = fail(directory.path(), step);
        assert!(said.contains(complaint), "{step}: {said}");
    }
    let now = |name: &str| fs::read(directory.path().join(name)).expect("a file");
    assert!(now("damaged.games") == damaged && now("some.games") == whole);
    assert_eq!(now("notes.txt"), b"not a game");
}

/// A disk without room: what cannot be written is an error, and what was there
/// before stays.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let directory = tempfile::tempdir().expect("a directory");
    games(directory.path());
    let said = fail(
        directory.path(),
        "fit some.games --weights /dev/full --size 4",
    );
    assert!(said.contains("cannot write /dev/full"), "{said}");
}
