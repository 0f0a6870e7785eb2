//! Names the set of CPU features that the AVX-512 kernels need, so that the
//! code can say `cfg(avx512)`.

// Cargo reads a build script's standard output.
#![allow(clippy::print_stdout)]

use std::env;

/// What Ice Lake, Zen 4 and later have. Older AVX-512 machines are served by
/// AVX2, which published measurements put within a few percent of it.
const NEEDED: [&str; 7] = [
    "avx512f",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512vl",
    "avx512vbmi2",
    "avx512vnni",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(avx512)");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let enabled = |needed| features.split(',').any(|feature| feature == needed);
    if NEEDED.into_iter().all(enabled) {
        println!("cargo::rustc-cfg=avx512");
    }
}
