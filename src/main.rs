//! Chooses a command, runs it, and turns the result into an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank::command::main()
}
