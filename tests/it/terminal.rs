//! The console in a real terminal: `tmux` is the screen and the keyboard.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::console::{conversations, hold};
use crate::support::{PATIENCE, find, fits, program};

/// A terminal in which the program runs.
struct Screen {
    /// The name of a tmux server of its own.
    server: String,
}

impl Screen {
    /// Runs the program in a terminal of this width.
    fn open(arguments: &[&str], columns: u32, directory: &Path) -> Screen {
        static OPENED: AtomicUsize = AtomicUsize::new(0);
        let number = OPENED.fetch_add(1, Ordering::Relaxed);
        let screen = Screen {
            server: format!("outflank-{}-{number}", std::process::id()),
        };
        let program = program().get_program().to_owned();
        let program = Path::new(&program);
        let path = format!("PATH={}", program.parent().unwrap().display());
        let columns = columns.to_string();
        let mut words: Vec<&str> = "set -g history-limit 20000 ; set -g remain-on-exit on ;"
            .split(' ')
            .collect();
        words.extend(["new-session", "-d", "-y", "40", "-x", &columns]);
        words.extend(["-c", directory.to_str().unwrap()]);
        words.extend(["/usr/bin/env", "LC_ALL=C.UTF-8", &path]);
        words.push(program.to_str().unwrap());
        words.extend(arguments);
        screen.tmux(&words);
        screen
    }

    fn tmux(&self, words: &[&str]) -> String {
        let output = Command::new("tmux")
            .args(["-L", &self.server, "-f", "/dev/null"])
            .args(words)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Everything that was on the screen, without what is empty at its foot.
    fn text(&self) -> String {
        let text = self.tmux(&["capture-pane", "-p", "-S", "-"]);
        text.trim_end().to_owned()
    }

    /// Whether the program has ended.
    fn is_over(&self) -> bool {
        self.tmux(&["display-message", "-p", "#{pane_dead}"]).trim() == "1"
    }

    /// Waits until the last line fits this pattern, and says what is on the
    /// screen then.
    fn wait_for(&self, pattern: &str) -> String {
        self.wait_until(|text| {
            let last = text.lines().next_back().unwrap_or("");
            fits(pattern, last)
        })
    }

    fn wait_until(&self, happened: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if happened(&text) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain:\n{text}");
            sleep(Duration::from_millis(10));
        }
    }

    fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    fn enter(&self, line: &str) {
        self.tmux(&["send-keys", "-l", "--", line]);
        self.press("Enter");
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// Types what is typed in a conversation, as soon as it is asked for, and
/// finds on the screen what is expected before it.
fn type_in(arguments: &[&str], expected: &str, directory: &Path) -> String {
    if !expected.contains('«') {
        return expected.to_owned();
    }
    let plain = [arguments, &["--ascii", "--no-color"]].concat();
    let screen = Screen::open(&plain, 400, directory);
    for (index, line) in expected.lines().enumerate() {
        let Some((prompt, typed)) = line.split_once('«') else {
            continue;
        };
        // The same question may have been asked before: this one is further down.
        let is_asked = |text: &str| {
            let last = text.lines().next_back().unwrap_or("");
            text.lines().count() == index + 1 && fits(prompt, last)
        };
        let shown = screen.wait_until(is_asked);
        for (expected, shown) in expected.lines().zip(shown.lines()).take(index) {
            let expected = expected.replace(['«', '»'], "");
            assert!(fits(&expected, shown), "expected {expected}, got {shown}");
        }
        screen.enter(typed.trim_end_matches('»'));
    }
    screen.wait_until(|text| text.ends_with(['>', ':', ')']) || screen.is_over());
    expected.to_owned()
}

#[test]
fn every_conversation_goes_the_same_in_a_terminal() {
    if find("tmux").is_none() {
        return;
    }
    let typed = |(_, text): &(_, String)| text.contains('«');
    for (_, text) in conversations().into_iter().filter(typed) {
        // The screens were compared on the way, the files are here.
        assert_eq!(hold(&text, type_in), text);
    }
}

#[test]
fn control_keys_and_narrow_terminals_are_no_trouble() {
    if find("tmux").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let arguments = "play --game gr --size 20x20 --level 60 --lang en --ascii --no-color";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let screen = Screen::open(&arguments, 40, directory.path());
    let shown = screen.wait_for("white O>");
    assert!(shown.contains("\n  abcdefghijklmnopqrst\n"), "{shown}");
    screen.enter("j10");
    // At this level it would think for ever.
    screen.wait_for("[..], depth [..]");
    screen.press("C-c");
    let shown = screen.wait_for("white O>");
    assert!(shown.contains("black X plays "), "{shown}");
    screen.press("C-c");
    let told = "To leave: quit, or Ctrl-D.\nwhite O>";
    screen.wait_until(|text| text.ends_with(told));
    screen.press("C-d");
    screen.wait_for("Save the game first? (y/n)");
    screen.press("C-d");
    screen.wait_until(|_| screen.is_over());
    let kept = fs::read_to_string(directory.path().join("outflank-1.txt")).unwrap();
    assert!(kept.starts_with("gravity 20x20\nmoves j10 "), "{kept}");
}
