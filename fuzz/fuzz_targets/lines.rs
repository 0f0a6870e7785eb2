//! Reads lines in every dialect, whatever they are, and writes back what the
//! native one has understood.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::protocol::{Tongue, native};

fuzz_target!(|text: &str| {
    for (_, tongue) in Tongue::NAMES {
        let mut dialect = tongue.speak();
        for line in text.lines() {
            dialect.read(line);
        }
    }
    for line in text.lines() {
        Tongue::of(line);
        native::read_reply(line);
        if let Ok(Some(command)) = native::read_command(line) {
            let written = native::write_command(&command);
            assert_eq!(native::read_command(&written), Ok(Some(command)), "{written}");
        }
    }
});
