//! Reads the board drawn for people, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::diagram::{self, Marks};

fuzz_target!(|text: &str| {
    if let Ok(position) = diagram::read(text) {
        for marks in [Marks::Legal, Marks::None] {
            assert_eq!(
                diagram::read(&diagram::write(&position, marks)),
                Ok(position)
            );
        }
    }
});
