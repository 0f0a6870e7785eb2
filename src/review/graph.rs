//! The score over a game, as a picture.

use super::Judged;
use super::picture::{Anchor, Picture, Shape};
use crate::game::{Color, Game};
use crate::othello::History;

const WIDTH: f32 = 800.0;
const HEIGHT: f32 = 400.0;
const MARGIN: f32 = 48.0;

const INK: u32 = 0x20_20_20;
const FAINT: u32 = 0xd8_d8_d8;
const CURVE: u32 = 0x1b_7f_3a;
const TURNING: u32 = 0xc0_39_2b;

/// The score as black saw it, move by move, with the turning points marked: an
/// SVG file. The captions stand where black is ahead and where white is.
pub fn svg(history: &History, judged: &[Judged], captions: [&str; 2]) -> String {
    draw(history, judged, captions).svg()
}

/// The same as a PNG file, or none if there is no memory for it.
pub fn png(history: &History, judged: &[Judged], captions: [&str; 2]) -> Option<Vec<u8>> {
    draw(history, judged, captions).png()
}

/// Where things are in the picture.
struct Frame {
    /// The number of the last move.
    moves: usize,
    /// The highest score shown, in discs.
    top: i32,
}

impl Frame {
    fn x(&self, number: usize) -> f32 {
        MARGIN + (WIDTH - 2.0 * MARGIN) * number as f32 / self.moves.max(1) as f32
    }

    /// Where a score in hundredths of a disc goes.
    fn y(&self, score: i32) -> f32 {
        let share = score as f32 / (100 * self.top) as f32;
        HEIGHT / 2.0 - (HEIGHT / 2.0 - MARGIN) * share
    }
}

fn draw(history: &History, judged: &[Judged], captions: [&str; 2]) -> Picture {
    let points = points(history, judged);
    let highest = points.iter().map(|(_, score)| score.abs()).max();
    let frame = Frame {
        moves: history.moves().len(),
        // A multiple of 8 leaves whole numbers on the lines between.
        top: 8 * (highest.unwrap_or(0) / 800 + 1),
    };
    let mut shapes = grid(&frame);
    // Games begin even: there is nothing else in these two corners.
    let corners = [MARGIN + 12.0, HEIGHT - MARGIN - 12.0].map(|y| (MARGIN + 8.0, y));
    for (corner, caption) in corners.into_iter().zip(captions) {
        shapes.push(text(corner, caption.to_owned(), Anchor::Start));
    }
    let places = points
        .iter()
        .map(|(number, score)| (frame.x(*number), frame.y(*score)));
    shapes.push(Shape::Curve {
        points: places.collect(),
        color: CURVE,
    });
    for turn in judged.iter().filter(|judged| judged.is_turning_point()) {
        let score = for_black(turn.side, turn.score);
        shapes.push(Shape::Dot {
            center: (frame.x(turn.number), frame.y(score)),
            color: TURNING,
        });
    }
    Picture {
        width: WIDTH,
        height: HEIGHT,
        shapes,
    }
}

/// The score for black after so many moves; at the end, what really came out.
fn points(history: &History, judged: &[Judged]) -> Vec<(usize, i32)> {
    let mut points = Vec::new();
    if let Some(first) = judged.first() {
        points.push((first.number - 1, for_black(first.side, first.best_score)));
    }
    let after = judged
        .iter()
        .map(|judged| (judged.number, for_black(judged.side, judged.score)));
    points.extend(after);
    let end = history.current();
    if end.outcome().is_some() {
        let score = 100 * end.score().difference(Color::Black);
        points.push((history.moves().len(), score));
    }
    points
}

fn for_black(side: Color, score: i32) -> i32 {
    match side {
        Color::Black => score,
        Color::White => -score,
    }
}

/// Lines at round scores and every ten moves, with their numbers.
fn grid(frame: &Frame) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for quarter in -4..=4 {
        let discs = quarter * frame.top / 4;
        let y = frame.y(100 * discs);
        shapes.push(Shape::Line {
            from: (MARGIN, y),
            to: (WIDTH - MARGIN, y),
            color: if quarter == 0 { INK } else { FAINT },
        });
        let label = match discs {
            0 => "0".to_owned(),
            discs => format!("{discs:+}"),
        };
        shapes.push(text((MARGIN - 8.0, y), label, Anchor::End));
    }
    for number in (0..=frame.moves).step_by(10) {
        let x = frame.x(number);
        shapes.push(Shape::Line {
            from: (x, MARGIN),
            to: (x, HEIGHT - MARGIN),
            color: FAINT,
        });
        let below = (x, HEIGHT - MARGIN / 2.0);
        shapes.push(text(below, number.to_string(), Anchor::Middle));
    }
    shapes
}

fn text(at: (f32, f32), text: String, anchor: Anchor) -> Shape {
    Shape::Text {
        at,
        text,
        anchor,
        color: INK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Position;
    use crate::othello::notation::transcript;
    use crate::review::{Care, review};

    #[test]
    fn both_pictures_show_the_same_game() {
        let history = transcript::read("f5d6c3d3c4", Position::default()).unwrap();
        let care = Care {
            level: 1,
            solve: 0,
            threads: 1,
            stop: Default::default(),
        };
        let judged = review(&history, &care, &|| {});
        let captions = ["black", "white"];
        let svg = svg(&history, &judged, captions);
        let curve = svg.lines().find(|line| line.starts_with("<polyline"));
        assert_eq!(curve.map(|curve| curve.matches(',').count()), Some(6));
        assert!(captions.iter().all(|caption| svg.contains(caption)));
        let png = png(&history, &judged, captions).unwrap();
        let picture = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (800, 400));
        let color = tiny_skia::ColorU8::from_rgba(0x1b, 0x7f, 0x3a, 0xff).premultiply();
        assert!(picture.pixels().contains(&color), "there is a curve");
    }
}
