//! The commands, explained in a line each.

use super::Refusal;
use crate::protocol::{Code, Reply, dialect::excerpt};

/// Name, form and meaning of every command.
const COMMANDS: [(&str, &str, &str); 51] = [
    (
        "native",
        "native",
        "introduce yourself and list the options",
    ),
    ("ugi", "ugi", "the same, as UGI runners expect it"),
    ("uci", "uci", "the same, as UCI programs expect it"),
    ("isready", "isready", "answer readyok, also during a search"),
    ("setoption", "setoption name N [value V]", "set an option"),
    ("options", "options", "say what the options are set to"),
    (
        "newgame",
        "newgame [othello|reversi|rothelo|tablero|connect4|complica|gravity|dominoes] [size N|CxR] [start standard|mirrored] [first black|white] [players N] [seed N]",
        "begin a game",
    ),
    ("new", "new", "begin the same game again"),
    ("init", "init", "begin the usual game"),
    (
        "game",
        "game TEXT",
        "go to the end of a game: GGF, SGF or its moves",
    ),
    (
        "position",
        "position startpos|board B|obf B S|fen F [moves M ...]",
        "go to a position",
    ),
    (
        "setboard",
        "setboard B",
        "set up a board: the side to move, then a1 a2 .. h8, 65 characters",
    ),
    (
        "discs",
        "discs [black|white S ...]",
        "put discs on an empty board",
    ),
    ("turn", "turn black|white", "have this side move next"),
    (
        "hmirror",
        "hmirror",
        "mirror the game, left and right exchanged",
    ),
    (
        "vmirror",
        "vmirror",
        "mirror the game, top and bottom exchanged",
    ),
    ("rotate", "rotate [90|180|270]", "turn the game to the left"),
    (
        "symetry",
        "symetry N",
        "1 and 2 mirror the game, 4 turns rows into columns; 0 to 7 are their sums",
    ),
    ("play", "play M [M ...]", "make moves; a move alone will do"),
    ("moves", "moves M [M ...]", "the same"),
    (
        "turns",
        "turns [black|white] M [took MS] ...",
        "make moves, passing for who cannot",
    ),
    ("undo", "undo [N]", "take moves back"),
    ("redo", "redo [N]", "make moves taken back again"),
    (
        "takeback",
        "takeback [N]",
        "take turns back, with the passes made for others",
    ),
    (
        "go",
        "go [depth N] [nodes N] [movetime MS] [btime MS] [wtime MS] [binc MS] [winc MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N] [multipv N] [infinite] [ponder] [exact] [wld] [searchmoves M ...] [side black|white] [clock] [play]",
        "think and name the best move",
    ),
    (
        "stop",
        "stop",
        "stop thinking and name the best move so far",
    ),
    ("ponderhit", "ponderhit", "the move pondered on was played"),
    (
        "show",
        "show [board|obf|moves|ggf|sgf]",
        "show the position",
    ),
    ("d", "d", "the same as show"),
    ("legal", "legal", "list the legal moves"),
    ("flips", "flips M", "list what a move turns over"),
    (
        "status",
        "status",
        "say whose turn it is, the discs and the result",
    ),
    (
        "hint",
        "hint [N] [depth D]",
        "name the best N moves with their scores",
    ),
    (
        "analyze",
        "analyze [D]",
        "say what every position of the game is worth",
    ),
    (
        "eval",
        "eval [moves]",
        "say what the position, or each move, looks worth",
    ),
    (
        "stable",
        "stable",
        "list the discs that can never be turned over",
    ),
    (
        "clock",
        "clock main MS [period MS] [moves N] | clock black|white MS [moves N]",
        "set the clocks of the game, or say what one shows",
    ),
    (
        "game-time",
        "game-time T",
        "set both clocks, in seconds or as minutes:seconds",
    ),
    ("move-time", "move-time T", "the same for every move"),
    (
        "mode",
        "mode 0|1|2|3",
        "have the engine play white, black, both or neither by itself",
    ),
    (
        "level",
        "level N",
        "the same as setoption name Level value N",
    ),
    (
        "cputime",
        "cputime",
        "say how many milliseconds the processors have worked",
    ),
    ("perft", "perft N", "count the move sequences of N plies"),
    (
        "save",
        "save FILE [as ggf|sgf|transcript|board|rothelo|obf|tablero|diagram]",
        "write the game to a file",
    ),
    ("load", "load FILE [moves N]", "read a game from a file"),
    ("query", "query gameover|p1turn|result", "ask as UGI does"),
    (
        "ping",
        "ping [N]",
        "drop the search that is on and answer pong N",
    ),
    ("echo", "echo TEXT", "say it back"),
    ("help", "help [COMMAND]", "explain the commands"),
    ("quit", "quit", "end"),
    ("#", "# TEXT", "a comment"),
];

/// All commands, or one.
pub(super) fn lines(topic: Option<&str>) -> Result<Vec<Reply>, Refusal> {
    let line = |(_, form, meaning): &(&str, &str, &str)| Reply::Help(format!("{form} : {meaning}"));
    let Some(topic) = topic else {
        return Ok(COMMANDS.iter().map(line).collect());
    };
    let wanted = |(name, _, _): &&(&str, &str, &str)| name.eq_ignore_ascii_case(topic);
    match COMMANDS.iter().find(wanted) {
        Some(command) => Ok(vec![line(command)]),
        None => {
            let message = format!("\"{}\", expected a command", excerpt(topic));
            Err(Refusal::new(Code::BadArgument, message))
        }
    }
}

/// A text line by line.
pub(super) fn as_text(text: &str) -> Vec<Reply> {
    text.lines()
        .map(|line| Reply::Text(line.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::native;

    #[test]
    fn every_command_explained_is_known() {
        for (name, _, _) in COMMANDS {
            assert!(native::is_known(name), "{name}");
        }
    }
}
