//! Every conversation in `data/console` goes as it is written there.
//!
//! A file holds what one would see on the screen, in a directory of its own:
//! `$ outflank ..` runs the program, `$ cat FILE` shows a file, `$ cat > FILE`
//! makes one of the lines below, and what comes first is a remark. What is typed stands between « and »; what
//! may differ from run to run is `[..]`. With `UPDATE=1` in the environment
//! the files are rewritten as the conversations went.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::{fits, in_repository, program};

#[test]
fn every_conversation_goes_as_it_is_written() {
    for (path, text) in conversations() {
        let went = hold(&text, through_pipes);
        match difference(&text, &went) {
            Some(_) if std::env::var_os("UPDATE").is_some() => fs::write(&path, went).unwrap(),
            Some(difference) => panic!("{}, {difference}", path.display()),
            None => {}
        }
    }
}

/// Every file of conversations, with its text.
pub(crate) fn conversations() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(in_repository("tests/data/console")).unwrap();
    let conversations: Vec<_> = files
        .map(|file| file.unwrap().path())
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    assert!(conversations.len() >= 20, "some conversations are missing");
    conversations
}

/// Runs the program with these arguments, where this is expected on the screen,
/// and says what is there, what is typed marked.
pub(crate) type Talk = fn(&[&str], &str, &Path) -> String;

/// Holds a conversation and writes down how it went, what is typed marked.
pub(crate) fn hold(text: &str, talk: Talk) -> String {
    let directory = tempfile::tempdir().unwrap();
    let mut parts = text.split("$ ");
    let mut went = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (command, screen) = part.split_once('\n').unwrap_or((part, ""));
        let shown = shown(command, screen, directory.path(), talk);
        went += &format!("$ {command}\n{shown}");
    }
    went
}

/// What a command shows, where this is expected.
fn shown(command: &str, screen: &str, directory: &Path, talk: Talk) -> String {
    match command.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["outflank", arguments @ ..] => talk(arguments, screen, directory),
        ["cat", ">", file] => {
            fs::write(directory.join(file), screen).unwrap();
            screen.to_owned()
        }
        ["cat", file] => {
            let text = fs::read_to_string(directory.join(file)).expect(file);
            marked(&text, &[])
        }
        _ => panic!("{command:?}: expected outflank or cat"),
    }
}

fn through_pipes(arguments: &[&str], screen: &str, directory: &Path) -> String {
    let typed: Vec<&str> = screen.split('«').skip(1).map(until_mark).collect();
    marked(&run(arguments, &typed, directory), &typed)
}

fn until_mark(text: &str) -> &str {
    text.split('»').next().unwrap_or("")
}

/// What the program shows if this is typed. It must end well.
fn run(arguments: &[&str], typed: &[&str], directory: &Path) -> String {
    let mut child = program()
        .args(arguments)
        .current_dir(directory)
        .env("LC_ALL", "C")
        .env("PATH", Path::new(program().get_program()).parent().unwrap())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in typed {
        // A program that has ended does not hear the rest.
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    match output.status.code() {
        Some(0) => shown,
        code => format!("{shown}{complaint}exit code {code:?}\n"),
    }
}

/// What was shown, each line with its end and with marks around what was
/// typed, which stands at the end of a line.
fn marked(shown: &str, typed: &[&str]) -> String {
    let mut typed = typed.iter().peekable();
    let mut text = String::new();
    for line in shown.lines() {
        let mut line = line.to_owned();
        if let Some(next) = typed.peek()
            && let Some(prompt) = line.strip_suffix(**next)
            && ["> ", ": ", ") "].iter().any(|end| prompt.ends_with(end))
        {
            line = format!("{prompt}«{next}»");
            typed.next();
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Where a conversation went otherwise than it is written.
fn difference(expected: &str, went: &str) -> Option<String> {
    let pairs = expected.lines().zip(went.lines()).enumerate();
    for (index, (expected, went)) in pairs {
        if !fits(expected, went) {
            let number = index + 1;
            return Some(format!("line {number}: expected {expected}\ngot {went}"));
        }
    }
    let (expected, got) = (expected.lines().count(), went.lines().count());
    (expected != got).then(|| format!("expected {expected} lines, got {got}:\n{went}"))
}

#[cfg(unix)]
#[test]
fn other_programs_play_too() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = "play --size 4 --black outflank --white engine --lang en";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let shown = run(&arguments, &[], directory.path());
    assert!(shown.contains("The winner is white O, by 10"), "{shown}");
}

#[test]
fn the_smallest_board_ends_as_it_must_when_the_computer_plays_itself() {
    let directory = tempfile::tempdir().unwrap();
    let arguments = "play --size 4 --black engine --white engine --lang en";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let shown = run(&arguments, &[], directory.path());
    // The published result, 11 discs to 3, with the two empty squares.
    let result = "The winner is white O, by 10";
    assert!(shown.contains(result), "{shown}");
    assert_eq!(
        shown.matches(", exact)").count(),
        shown.matches(" turns over ").count()
    );
}

#[test]
fn the_games_of_the_readme_begin() {
    let directory = tempfile::tempdir().unwrap();
    let readme = include_str!("../../README.md");
    let examples = readme
        .lines()
        .filter(|line| line.starts_with("outflank play "));
    let mut count = 0;
    for example in examples {
        let command = example.split('#').next().unwrap_or("");
        let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        let shown = run(&arguments, &[], directory.path());
        assert!(shown.starts_with("Outflank "), "{command}: {shown}");
        assert!(!shown.contains("exit code"), "{command}: {shown}");
        count += 1;
    }
    assert!(count >= 6, "only {count} games were found");
}
