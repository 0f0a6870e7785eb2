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

#[test]
fn computers_among_themselves_wait_for_whoever_interrupts() {
    if find("tmux").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let arguments = "play --black engine:60 --white engine:60 --lang en --ascii --no-color";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let screen = Screen::open(&arguments, 80, directory.path());
    screen.wait_for("[..], depth [..]");
    screen.press("C-c");
    let shown = screen.wait_for("white O>");
    assert!(shown.contains("\nPaused: "), "{shown}");
    // Nobody plays on before the person says so.
    screen.enter_and_wait("undo");
    screen.wait_for("black X>");
    screen.enter_and_wait("redo");
    screen.wait_for("white O>");
    // A key that is no letter of any alphabet.
    screen.tmux(&["send-keys", "-H", "ff"]);
    screen.wait_until(|text| text.contains("is neither a move such as f5 nor a word"));
    screen.enter_and_wait("save \"two words.ggf\"");
    screen.enter("");
    screen.wait_for("[..], depth [..]");
    screen.press("C-c");
    screen.wait_for("black X>");
    screen.enter("quit");
    screen.wait_for("Save the game first? (y/n)");
    screen.enter("n");
    screen.wait_until(|_| screen.is_over());
    assert!(directory.path().join("two words.ggf").exists());
}

#[test]
fn a_game_outlives_its_terminal() {
    if find("tmux").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let arguments = "play --white human --lang en --ascii --no-color";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let screen = Screen::open(&arguments, 80, directory.path());
    screen.wait_for("black X>");
    screen.enter_and_wait("f5");
    drop(screen);
    let kept = directory.path().join("outflank-1.ggf");
    let begun = Instant::now();
    while !kept.exists() {
        assert!(begun.elapsed() < PATIENCE, "the game was not kept");
        sleep(Duration::from_millis(10));
    }
    let kept = fs::read_to_string(kept).unwrap();
    assert!(kept.contains("B[F5]"), "{kept}");
}

/// A kind of game as a person plays it from beginning to end.
struct Way {
    arguments: &'static str,
    /// What is typed before the first move.
    begin: &'static [&'static str],
    /// What is typed in the middle, to save the game and leave.
    leave: &'static [&'static str],
    /// How it is gone on with.
    again: &'static str,
    /// What is typed then to have the game back.
    load: &'static [&'static str],
    /// What is typed instead of every other move, if anything is.
    every_other: Option<&'static str>,
    /// What comes before a move.
    put: [&'static str; 3],
}

const LANGUAGES: [&str; 3] = ["en", "es", "pt"];

/// How a game says that it is over.
const OVER: [&str; 3] = ["Game over.", "Fin de la partida.", "Fim do jogo."];

#[test]
fn a_whole_game_against_the_computer() {
    play_through(&Way {
        arguments: "play --white engine:1",
        begin: &[],
        leave: &["save middle.sgf", "quit"],
        again: "play --white engine:1 --load middle.sgf",
        load: &[],
        every_other: None,
        put: [""; 3],
    });
}

#[test]
fn a_whole_game_of_rothelo() {
    play_through(&Way {
        arguments: "play --variant rothelo --level 1",
        begin: &[],
        leave: &["s", "t"],
        again: "play --variant rothelo --level 1",
        load: &["r"],
        every_other: Some("j"),
        put: [""; 3],
    });
}

#[test]
fn a_whole_game_of_tablero() {
    play_through(&Way {
        arguments: "play --variant tablero --level 1",
        begin: &["1", "8"],
        leave: &["0 0", "y", "middle.txt", "3"],
        again: "play --variant tablero --level 1",
        load: &["2", "middle.txt"],
        every_other: Some("go"),
        put: [""; 3],
    });
}

#[test]
fn a_whole_game_with_undo() {
    play_through(&Way {
        arguments: "play -g rv -u console --white random",
        begin: &["JUGADOR blancas motor:1"],
        leave: &["DESHACER", "rehacer", "guardar medio.ggf", "SALIR"],
        again: "play -g rv -u console --white random",
        load: &["cargar medio.ggf"],
        every_other: None,
        put: ["PLAY ", "PONER ", "COLOCAR "],
    });
}

/// Plays a game in each language, saves it in the middle, goes on and ends it.
fn play_through(way: &Way) {
    if find("tmux").is_none() {
        return;
    }
    for language in 0..LANGUAGES.len() {
        let directory = tempfile::tempdir().unwrap();
        let open = |arguments: &str| {
            let more = ["--lang", LANGUAGES[language], "--ascii", "--no-color"];
            let arguments: Vec<&str> = arguments.split(' ').chain(more).collect();
            let screen = Screen::open(&arguments, 120, directory.path());
            screen.wait_until(is_question);
            screen
        };
        let screen = open(way.arguments);
        screen.answer_all(way.begin);
        for turn in 0..20 {
            screen.take_turn(way, turn, language);
        }
        let middle = Board::last(&screen.text());
        for line in way.leave {
            screen.enter_and_wait(line);
        }
        screen.wait_until(|_| screen.is_over());

        let screen = open(way.again);
        screen.answer_all(way.load);
        assert_eq!(Board::last(&screen.text()).discs(), middle.discs());
        let mut turn = 20;
        while !screen.text().contains(OVER[language]) {
            screen.take_turn(way, turn, language);
            turn += 1;
        }
        check_result(&screen.text(), OVER[language]);
    }
}

/// Whether a person is asked something.
fn is_question(text: &str) -> bool {
    text.ends_with(['>', ':', ')'])
}

/// The result at the end of a game agrees with the board above it.
fn check_result(text: &str, over: &str) {
    let [black, white] = Board::last(text).discs().map(|discs| discs.len());
    let end = text.lines().rfind(|line| line.contains(over)).unwrap();
    let numbers = end
        .split([' ', ',', '.'])
        .filter_map(|word| word.parse().ok());
    // A player may have a number too: "player 1 O 40, player 2 X 24".
    let told: Vec<usize> = numbers.collect();
    assert!(told.contains(&black) && told.contains(&white), "{end}");
    if black + white == 64 && black != white {
        assert!(told.contains(&black.abs_diff(white)), "{end}");
    }
}

/// A board as it is drawn, row by row.
struct Board(Vec<Vec<char>>);

impl Board {
    /// The last one on a screen, of 8x8.
    fn last(text: &str) -> Board {
        let lines: Vec<&str> = text.lines().collect();
        let first = lines
            .iter()
            .rposition(|line| line.starts_with(" 1"))
            .unwrap();
        let row = |line: &&str| {
            let squares = line.chars().skip(3).step_by(2);
            squares.collect()
        };
        Board(lines[first..first + 8].iter().map(row).collect())
    }

    /// Columns and rows with one of these signs, from 0.
    fn squares(&self, signs: &str) -> Vec<(usize, usize)> {
        let rows = self.0.iter().enumerate();
        let squares = rows.flat_map(|(row, squares)| {
            let signed = squares
                .iter()
                .enumerate()
                .filter(|(_, sign)| signs.contains(**sign));
            signed.map(move |(column, _)| (column, row))
        });
        squares.collect()
    }

    fn discs(&self) -> [Vec<(usize, usize)>; 2] {
        [self.squares("X*"), self.squares("O")]
    }
}

impl Screen {
    /// Types a line and waits for the next question, or the end.
    fn enter_and_wait(&self, line: &str) {
        let lines = self.text().lines().count();
        self.enter(line);
        self.wait_until(|text| {
            let asked = text.lines().count() > lines && is_question(text);
            asked || self.is_over()
        });
    }

    fn answer_all(&self, lines: &[&str]) {
        for line in lines {
            self.enter_and_wait(line);
        }
    }

    /// Makes the first legal move, or lets the computer make one.
    fn take_turn(&self, way: &Way, turn: usize, language: usize) {
        let text = self.text();
        match way.every_other {
            Some(word) if turn % 2 == 1 => self.enter_and_wait(word),
            _ => {
                let (column, row) = Board::last(&text).squares("+")[0];
                let square = match text.contains("  1 2 3 4") {
                    true => format!("{} {}", row + 1, column + 1),
                    false => format!("{}{}", (b'a' + column as u8) as char, row + 1),
                };
                self.enter_and_wait(&format!("{}{square}", way.put[language]));
            }
        }
    }
}
