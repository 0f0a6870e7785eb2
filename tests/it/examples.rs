//! Every program in `examples/` does what its first lines say.

use crate::support::{Engine, example};

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
