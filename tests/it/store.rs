//! Files are written whole or not at all, and read up to a bound.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use outflank::store::{self, StoreError};
use tempfile::TempDir;

const OLD: &str = "what was there before";

/// A directory that goes away again, with one file in it.
fn directory_with_a_file() -> (TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game");
    fs::write(&path, OLD).unwrap();
    (directory, path)
}

/// The names of everything in a directory, hidden files included.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_made_and_then_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game");
    for text in ["f5d6c3", "", "another, and longer, text\n"] {
        store::write_text(&path, text).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(store::read_text(&path, 100).unwrap(), text);
    }
    assert_eq!(names(directory.path()), ["game"]);
}

#[test]
fn a_writer_that_fails_in_the_middle_leaves_the_old_file_and_nothing_else() {
    let (directory, path) = directory_with_a_file();
    let half = "x".repeat(100_000);
    let error = store::write(&path, |out| {
        out.write_all(half.as_bytes())?;
        Err(io::Error::other("enough"))
    })
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot write {}: enough", path.display())
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(names(directory.path()), ["game"]);
}

#[test]
fn a_place_where_no_file_can_be_is_an_error() {
    let (directory, path) = directory_with_a_file();
    for impossible in [
        directory.path().join("missing").join("game"),
        path.join("below-a-file"),
        directory.path().into(),
        "".into(),
    ] {
        let error = store::write_text(&impossible, "new").unwrap_err();
        assert!(matches!(error, StoreError::Write { .. }), "{error}");
    }
    assert_eq!(names(directory.path()), ["game"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
}

#[test]
fn a_file_marked_read_only_is_left_alone() {
    let (directory, path) = directory_with_a_file();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = store::write_text(&path, "new").unwrap_err();
    assert!(error.to_string().ends_with("the file is read-only"));
    assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    assert_eq!(names(directory.path()), ["game"]);
}

#[test]
fn no_more_is_read_than_allowed() {
    let (_directory, path) = directory_with_a_file();
    let length = OLD.len() as u64;
    assert_eq!(store::read_text(&path, length).unwrap(), OLD);
    let error = store::read_text(&path, length - 1).unwrap_err();
    assert!(matches!(error, StoreError::TooLarge { limit, .. } if limit == length - 1));

    fs::write(&path, b"f5\xff").unwrap();
    assert_eq!(store::read(&path, 10).unwrap(), b"f5\xff");
    let error = store::read_text(&path, 10).unwrap_err();
    assert!(matches!(error, StoreError::NotText { offset: 2, .. }));

    let error = store::read(path.with_file_name("missing"), 10).unwrap_err();
    assert!(
        matches!(error, StoreError::Read { source, .. } if source.kind() == ErrorKind::NotFound)
    );
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode()
    }

    #[test]
    fn a_file_keeps_its_permissions() {
        let (_directory, path) = directory_with_a_file();
        for wanted in [0o640, 0o755, 0o600, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            store::write_text(&path, "new").unwrap();
            assert_eq!(mode(&path) & 0o7777, wanted);
        }
    }

    #[test]
    fn a_new_file_has_the_permissions_of_any_other_new_file() {
        let directory = tempfile::tempdir().unwrap();
        let (ours, plain) = (
            directory.path().join("ours"),
            directory.path().join("plain"),
        );
        store::write_text(&ours, "new").unwrap();
        fs::write(&plain, "new").unwrap();
        assert_eq!(mode(&ours), mode(&plain));
    }

    #[test]
    fn a_symbolic_link_stays_one() {
        let (directory, path) = directory_with_a_file();
        let there = |name: &str| directory.path().join(name);
        fs::create_dir(there("below")).unwrap();
        symlink(&path, there("absolute")).unwrap();
        symlink("../game", there("below/relative")).unwrap();
        symlink("below/relative", there("twice")).unwrap();
        for link in ["absolute", "below/relative", "twice"] {
            store::write_text(there(link), link).unwrap();
            assert!(there(link).is_symlink());
            assert!(!path.is_symlink());
            assert_eq!(fs::read_to_string(&path).unwrap(), link);
        }
        symlink("below/new", there("dangling")).unwrap();
        store::write_text(there("dangling"), "new").unwrap();
        assert!(there("dangling").is_symlink());
        assert_eq!(fs::read_to_string(there("below/new")).unwrap(), "new");

        symlink("circle", there("circle")).unwrap();
        assert!(store::write_text(there("circle"), "new").is_err());
        assert_eq!(names(&there("below")), ["new", "relative"]);
    }

    #[test]
    fn a_device_is_written_to_and_not_replaced() {
        store::write_text("/dev/null", "new").unwrap();
        assert!(
            fs::metadata("/dev/null")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        let full = Path::new("/dev/full");
        if full.exists() {
            let error = store::write_text(full, "new").unwrap_err();
            assert!(
                matches!(error, StoreError::Write { source, .. } if source.kind() == ErrorKind::StorageFull)
            );
            assert!(fs::metadata(full).unwrap().file_type().is_char_device());
        }
        // Its end never comes, but the bound does.
        let error = store::read("/dev/zero", 1000).unwrap_err();
        assert!(matches!(error, StoreError::TooLarge { .. }));
    }

    /// The file that a child process is to write, for the tests that need one.
    const CHILD: &str = "OUTFLANK_TEST_CHILD_WRITES";

    /// Runs one test of this program again as a child, after a few words of shell.
    fn run_as_child(test: &str, path: &Path, first: &str) -> std::process::Output {
        Command::new("sh")
            .arg("-c")
            .arg(format!("{first} exec \"$0\" --exact \"$1\" --nocapture"))
            .arg(env::current_exe().unwrap())
            .arg(test)
            .env(CHILD, path)
            .output()
            .unwrap()
    }

    /// A limit on the size of files stands for a disk that fills up: both make
    /// a write fail half way, but this one needs no disk of its own.
    #[test]
    fn a_disk_that_fills_up_leaves_the_old_file_and_nothing_else() {
        if let Some(path) = env::var_os(CHILD) {
            let error = store::write_text(path, &"x".repeat(1_000_000)).unwrap_err();
            assert!(
                matches!(error, StoreError::Write { source, .. } if source.kind() == ErrorKind::FileTooLarge)
            );
            return;
        }
        let (directory, path) = directory_with_a_file();
        let test = "store::unix::a_disk_that_fills_up_leaves_the_old_file_and_nothing_else";
        // Without the trap the child would be killed by a signal instead.
        let child = run_as_child(test, &path, "trap '' XFSZ; ulimit -f 64;");
        let said = String::from_utf8_lossy(&child.stdout);
        assert!(
            child.status.success() && said.contains("1 passed"),
            "{child:?}"
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
        assert_eq!(names(directory.path()), ["game"]);
    }

    #[test]
    fn a_program_that_ends_in_the_middle_leaves_the_old_file() {
        if let Some(path) = env::var_os(CHILD) {
            let written = store::write(path, |out| {
                out.write_all(&[b'x'; 100_000])?;
                std::process::exit(42)
            });
            panic!("still here: {written:?}");
        }
        let (_directory, path) = directory_with_a_file();
        let test = "store::unix::a_program_that_ends_in_the_middle_leaves_the_old_file";
        let child = run_as_child(test, &path, "");
        assert_eq!(child.status.code(), Some(42), "{child:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), OLD);
    }
}
