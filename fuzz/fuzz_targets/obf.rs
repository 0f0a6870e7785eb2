//! Reads files of positions with scores, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::obf;

fuzz_target!(|text: &str| {
    for (_, entry) in obf::read_file(text) {
        if let Ok(entry) = entry {
            assert_eq!(obf::read(&obf::write(&entry)), Ok(entry));
        }
    }
});
