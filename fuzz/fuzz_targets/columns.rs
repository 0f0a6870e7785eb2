//! Reads boards column by column, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::columns;

fuzz_target!(|text: &str| {
    if let Ok(position) = columns::read(text) {
        assert_eq!(columns::read(&columns::write(&position)), Ok(position));
        assert_eq!(columns::read(&columns::write_file(&position)), Ok(position));
    }
});
