//! Reads boards whose order their length tells, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::{columns, obf, read_board};

fuzz_target!(|text: &str| {
    if let Ok(position) = read_board(text) {
        assert_eq!(read_board(&columns::write(&position)), Ok(position));
        assert_eq!(read_board(&obf::write_position(&position)), Ok(position));
    }
});
