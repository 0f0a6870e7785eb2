//! Command lines that other programs' drivers build, as ours.
//!
//! Scripts written for Edax, Egaroucid or neural-reversi start whatever engine
//! they are given with the arguments those know. What has a meaning here is
//! translated; the rest is left out, since an engine that does not start is of
//! no use to anybody.

use crate::protocol::Tongue;

/// What becomes of an argument.
enum Meaning {
    /// It is one of ours.
    Ours,
    /// It means these.
    These(&'static [&'static str]),
    /// It means this one of ours, with the number or the name behind it.
    Number(&'static str),
    Text(&'static str),
    /// The file behind it is to be solved, and nothing else is wanted.
    Solve,
    /// It means nothing here, nor does what follows it.
    Nothing,
}

fn meaning(argument: &str) -> Meaning {
    match argument {
        "-gtp" => Meaning::These(&["--protocol", "gtp"]),
        "-nboard" => Meaning::These(&["--protocol", "nboard"]),
        "-l" | "-level" | "--level" => Meaning::Number("--level"),
        "-n" | "-t" | "-thread" | "-threads" | "-n-tasks" | "--threads" => {
            Meaning::Number("--threads")
        }
        "--hash" | "--hash-size" => Meaning::Number("--hash"),
        "-logfile" | "-ui-log-file" | "--log" => Meaning::Text("--log"),
        "-solve" => Meaning::Solve,
        "--protocol" => Meaning::Text("--protocol"),
        "--strict" | "--help" | "--version" | "-V" => Meaning::Ours,
        long if long.starts_with("--protocol=") || long.starts_with("--log=") => Meaning::Ours,
        "-h" => Meaning::Ours,
        "-v" => Meaning::These(&["--version"]),
        flag if flag.starts_with('-') => Meaning::Nothing,
        _ => Meaning::Ours,
    }
}

/// Translates the arguments behind the program's name, unless the first is one
/// of our own commands.
pub(super) fn translate(arguments: &[String], is_command: impl Fn(&str) -> bool) -> Vec<String> {
    let Some(first) = arguments.first() else {
        return Vec::new();
    };
    if is_command(first) {
        return arguments.to_vec();
    }
    let mut translated = Vec::new();
    let mut rest = arguments;
    let mut solved = None;
    if Tongue::named(first).is_some() {
        translated.extend(["--protocol".to_owned(), first.clone()]);
        rest = &arguments[1..];
    }
    while let Some((argument, behind)) = rest.split_first() {
        let value = behind.first().filter(|value| !value.starts_with('-'));
        rest = behind;
        let mut say = |words: &[&str]| translated.extend(words.iter().map(ToString::to_string));
        match (meaning(argument), value) {
            // Edax has the size of its table here, others their help.
            (Meaning::Ours, Some(bits)) if argument == "-h" && is_number(bits) => {}
            (Meaning::Ours, _) => {
                say(&[argument]);
                continue;
            }
            (Meaning::These(words), _) => {
                say(words);
                continue;
            }
            (Meaning::Number(name), Some(value)) if is_number(value) => say(&[name, value]),
            (Meaning::Text(name), Some(value)) => say(&[name, value]),
            (Meaning::Text(name), None) => say(&[name]),
            (Meaning::Solve, Some(file)) => solved = Some(file),
            (Meaning::Number(_) | Meaning::Nothing | Meaning::Solve, _) => {
                log::warn!("{argument} means nothing here");
            }
        }
        if value.is_some() {
            rest = &behind[1..];
        }
    }
    match solved {
        Some(file) => solve(file, &translated),
        None => translated,
    }
}

/// Solves a file, with as many threads as were asked for.
fn solve(file: &str, translated: &[String]) -> Vec<String> {
    let threads = translated.iter().position(|word| word == "--threads");
    let threads = threads.and_then(|index| translated.get(index..index + 2));
    let mut words = vec!["solve".to_owned(), file.to_owned()];
    words.extend_from_slice(threads.unwrap_or_default());
    words
}

fn is_number(word: &str) -> bool {
    word.parse::<u32>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        translate(&words, |word| word == "perft").join(" ")
    }

    #[test]
    fn what_drivers_are_known_to_pass_is_understood_or_left_out() {
        for (theirs, ours) in [
            ("", ""),
            ("-gtp", "--protocol gtp"),
            ("-nboard", "--protocol nboard"),
            (
                "gtp --level 7 --threads 2",
                "--protocol gtp --level 7 --threads 2",
            ),
            ("ugi", "--protocol ugi"),
            ("-gtp -l 5 -t 2", "--protocol gtp --level 5 --threads 2"),
            ("-q -vv -h 21 -n 4 -book-usage off", "--threads 4"),
            ("-t 5:00 -move-time 10 -ponder on", ""),
            (
                "-gtp -quiet -nobook -hash 25 -ponder -logfile a",
                "--protocol gtp --log a",
            ),
            ("--hash-size 64 --selectivity 3 --eval-file w", "--hash 64"),
            ("--game ataxx", ""),
            ("-name Some -o out -eval-file f -cassio -xboard", ""),
            ("--strict", "--strict"),
            ("--protocol nboard --strict", "--protocol nboard --strict"),
            ("-h", "-h"),
            ("--version", "--version"),
            ("-v", "--version"),
            (
                "-l 60 -hash 25 -nobook -solve ffo.obf -thread 2",
                "solve ffo.obf --threads 2",
            ),
            ("-solve ffo.obf", "solve ffo.obf"),
            ("-solve", ""),
            ("unheard-of", "unheard-of"),
            ("perft -l 3", "perft -l 3"),
        ] {
            assert_eq!(translated(theirs), ours, "{theirs}");
        }
    }
}
