//! Reads files of games, whatever the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::othello::notation::ggf;

fuzz_target!(|text: &str| {
    if let Ok(records) = ggf::read_file(text) {
        let written = ggf::write_file(&records);
        for game in records.iter().flat_map(|record| &record.games) {
            assert_eq!(ggf::read(&ggf::write(game)).as_ref(), Ok(game));
        }
        assert_eq!(ggf::read_file(&written), Ok(records));
    }
});
