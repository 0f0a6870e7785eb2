//! Every program in `examples/` does what its first lines say.

use std::process::Command;

use crate::support::{Engine, answer, example, in_repository, program};

/// The bad engine after one good move, asked for the one that goes wrong.
fn misbehaving(fault: &str) -> Engine {
    let mut engine = Engine::start(example("bad_engine").args([fault, "--at", "2"]));
    engine.send("go depth 1");
    engine.until("bestmove");
    engine.send_bytes(b"go depth 1\nstatus\nquit\n");
    engine
}

/// What the bad engine says in place of its second move, and the exit code.
fn misbehaviour(fault: &str) -> (Vec<String>, Option<i32>) {
    let mut engine = misbehaving(fault);
    let mut said = engine.rest();
    said.retain(|line| !line.starts_with("info "));
    (said, engine.exit_code())
}

#[test]
fn the_bad_engine_misbehaves_as_it_is_told() {
    let (well, _) = misbehaviour("well");
    let [good, status] = &well[..] else {
        panic!("{well:?}");
    };
    for (fault, expected) in [
        ("forget", vec![status.as_str()]),
        ("illegal", vec!["bestmove e4", status]),
        ("pass", vec!["bestmove pass", status]),
        ("nonsense", vec!["bestmove z99", status]),
        ("late", vec![good, status]),
        ("twice", vec![good, good, status]),
    ] {
        let (said, code) = misbehaviour(fault);
        assert_eq!(said, expected, "{fault}");
        assert_eq!(code, Some(0), "{fault}");
    }
}

#[test]
fn the_bad_engine_ends_as_it_is_told() {
    assert_eq!(misbehaviour("exit"), (Vec::new(), Some(0)));
    // A signal is no exit code.
    assert_eq!(misbehaviour("crash"), (Vec::new(), None));
    let mut stalled = misbehaving("stall");
    stalled.close_input();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(stalled.child.try_wait().unwrap(), None, "it has ended");
}

#[test]
fn the_bad_engine_says_what_is_no_text_and_too_much_of_it() {
    let (said, code) = misbehaviour("flood");
    let lengths: Vec<usize> = said.iter().map(String::len).collect();
    assert_eq!(lengths[0], 16 << 20);
    assert!(lengths[1..].iter().all(|length| *length < 100));
    assert_eq!(code, Some(0));
    // Whoever reads lines of text reads none behind the one that is not.
    assert_eq!(misbehaviour("garbage").0, Vec::<String>::new());
    let mut mute = Engine::start(example("bad_engine").arg("mute"));
    mute.send_bytes(b"native\nisready\nquit\n");
    assert_eq!(mute.rest(), Vec::<String>::new());
}

/// What an example prints, run on the program under test.
fn printed(command: &mut Command) -> Vec<String> {
    let output = command.output().expect("the example starts");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn script(name: &str) -> Command {
    Command::new(in_repository("examples").join(name))
}

#[test]
fn one_position_is_piped() {
    let printed = printed(script("one_position.sh").arg(program().get_program()));
    let [mv] = &printed[..] else {
        panic!("{printed:?}");
    };
    let board = "O------------------XX-------XXO-----XX-------X-------------------";
    let legal = answer(&format!("setboard {board}\nlegal\n"));
    assert!(legal.split(' ').skip(1).any(|word| word == mv), "{mv}");
}

/// An example that plays a game prints the moves and how the game stands
/// after them, which must be what the program says of the same moves.
fn assert_plays_a_game(command: &mut Command) {
    let printed = printed(command);
    let [moves, status] = &printed[..] else {
        panic!("{printed:?}");
    };
    assert!(status.contains("state over result "), "{status}");
    let expected = answer(&format!("position startpos {moves}\nstatus\n"));
    assert_eq!(expected, format!("status {status}"));
}

#[test]
fn two_processes_play_each_other_through_the_shell() {
    assert_plays_a_game(script("two_engines.sh").arg(program().get_program()));
}

#[test]
fn the_controllers_play_a_game() {
    assert_plays_a_game(script("controller.py").arg(program().get_program()));
    assert_plays_a_game(example("controller").arg(program().get_program()));
}
