//! Reads the tablero save file, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::tablero;

fuzz_target!(|text: &str| {
    if let Ok(position) = tablero::read(text) {
        assert_eq!(tablero::read(&tablero::write(&position)), Ok(position));
    }
});
