//! Every conversation in `data/transcripts` goes as it is written there.

use std::fs;

use crate::support::{Transcript, in_repository};

#[test]
fn every_transcript_holds() {
    let mut count = 0;
    for dialect in fs::read_dir(in_repository("tests/data/transcripts")).unwrap() {
        for file in fs::read_dir(dialect.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let name = path.display().to_string();
            if let Some(went) = Transcript::read(&text).replay(&name) {
                fs::write(&path, went).unwrap();
            }
            count += 1;
        }
    }
    assert!(count >= 8, "only {count} transcripts were found");
}
