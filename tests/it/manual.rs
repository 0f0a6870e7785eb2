//! Every conversation in `protocol.md` and in the README goes as it is written
//! there.

use std::fs;

use crate::support::{Transcript, in_repository};

/// The code blocks that are conversations, with the line each begins on.
fn conversations(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut block: Option<(usize, Vec<&str>)> = None;
    for (index, line) in text.lines().enumerate() {
        match (&mut block, line.starts_with("```")) {
            (None, true) => block = Some((index + 2, Vec::new())),
            (Some((start, lines)), true) => {
                if lines.iter().any(|line| line.starts_with("> ")) {
                    found.push((*start, lines.join("\n")));
                }
                block = None;
            }
            (Some((_, lines)), false) => lines.push(line),
            (None, false) => {}
        }
    }
    found
}

fn assert_holds(file: &str, at_least: usize) {
    let text = fs::read_to_string(in_repository(file)).unwrap();
    let conversations = conversations(&text);
    assert!(conversations.len() >= at_least, "{file}");
    let wrong: Vec<String> = conversations
        .iter()
        .filter_map(|(line, text)| {
            let went = Transcript::read(text).disagreement()?;
            Some(format!("{file}:{line}:\n{went}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_conversations_of_the_manual_hold() {
    assert_holds("protocol.md", 25);
}

#[test]
fn the_conversations_of_the_readme_hold() {
    assert_holds("README.md", 1);
}
