//! A few shapes, as SVG text or as the pixels of a PNG file.

use std::fmt::Write;

use tiny_skia::{Color, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// What a picture is made of. Colours are written `0xRRGGBB`.
pub(super) enum Shape {
    Line {
        from: (f32, f32),
        to: (f32, f32),
        color: u32,
    },
    /// Straight lines from point to point.
    Curve {
        points: Vec<(f32, f32)>,
        color: u32,
    },
    Dot {
        center: (f32, f32),
        color: u32,
    },
    /// A text whose middle is as high as `at`.
    Text {
        at: (f32, f32),
        text: String,
        anchor: Anchor,
        color: u32,
    },
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Shapes on a white ground.
pub(super) struct Picture {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

const THIN: f32 = 1.0;
const THICK: f32 = 2.5;
const DOT: f32 = 5.0;
/// The side of a letter: bitmap letters have 8 pixels, drawn as they are.
const LETTER: f32 = 8.0;

impl Picture {
    /// The picture as an SVG file.
    pub(super) fn svg(&self) -> String {
        let Picture { width, height, .. } = self;
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for shape in &self.shapes {
            write_svg(shape, &mut text).expect("a text takes any text");
        }
        text + "</svg>\n"
    }

    /// The picture as a PNG file.
    pub(super) fn png(&self) -> Option<Vec<u8>> {
        let mut canvas = Pixmap::new(self.width as u32, self.height as u32)?;
        canvas.fill(Color::WHITE);
        for shape in &self.shapes {
            paint(shape, &mut canvas);
        }
        canvas.encode_png().ok()
    }
}

fn write_svg(shape: &Shape, out: &mut String) -> std::fmt::Result {
    match shape {
        Shape::Line { from, to, color } => writeln!(
            out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#{color:06x}\"/>",
            from.0, from.1, to.0, to.1
        ),
        Shape::Curve { points, color } => {
            let points: Vec<String> = points
                .iter()
                .map(|(x, y)| format!("{x:.1},{y:.1}"))
                .collect();
            let points = points.join(" ");
            writeln!(
                out,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"#{color:06x}\" \
                 stroke-width=\"{THICK}\"/>"
            )
        }
        Shape::Dot { center, color } => writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{DOT}\" fill=\"#{color:06x}\"/>",
            center.0, center.1
        ),
        Shape::Text {
            at,
            text,
            anchor,
            color,
        } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" \
                 dominant-baseline=\"middle\" fill=\"#{color:06x}\">{text}</text>",
                at.0, at.1
            )
        }
    }
}

fn paint(shape: &Shape, canvas: &mut Pixmap) {
    match shape {
        Shape::Line { from, to, color } => stroke(&[*from, *to], *color, THIN, canvas),
        Shape::Curve { points, color } => stroke(points, *color, THICK, canvas),
        Shape::Dot { center, color } => {
            let dot = PathBuilder::from_circle(center.0, center.1, DOT);
            fill(dot, *color, canvas);
        }
        Shape::Text {
            at,
            text,
            anchor,
            color,
        } => {
            let width = LETTER * text.chars().count() as f32;
            let left = match anchor {
                Anchor::Start => at.0,
                Anchor::Middle => at.0 - width / 2.0,
                Anchor::End => at.0 - width,
            };
            letters((left, at.1 - LETTER / 2.0), text, *color, canvas);
        }
    }
}

fn ink(color: u32) -> Paint<'static> {
    let [_, red, green, blue] = color.to_be_bytes();
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 0xff);
    paint
}

fn stroke(points: &[(f32, f32)], color: u32, width: f32, canvas: &mut Pixmap) {
    let mut path = PathBuilder::new();
    for (index, (x, y)) in points.iter().enumerate() {
        match index {
            0 => path.move_to(*x, *y),
            _ => path.line_to(*x, *y),
        }
    }
    if let Some(path) = path.finish() {
        let stroke = Stroke {
            width,
            ..Stroke::default()
        };
        canvas.stroke_path(&path, &ink(color), &stroke, Transform::identity(), None);
    }
}

fn fill(path: Option<Path>, color: u32, canvas: &mut Pixmap) {
    if let Some(path) = path {
        let rule = tiny_skia::FillRule::Winding;
        canvas.fill_path(&path, &ink(color), rule, Transform::identity(), None);
    }
}

/// Paints a text in bitmap letters, from its upper left corner on.
fn letters((left, top): (f32, f32), text: &str, color: u32, canvas: &mut Pixmap) {
    for (index, letter) in text.bytes().enumerate() {
        let rows = font8x8::legacy::BASIC_LEGACY[usize::from(letter & 0x7f)];
        for (row, bits) in rows.into_iter().enumerate() {
            for column in (0..8).filter(|column| bits >> column & 1 == 1) {
                let x = left.round() + LETTER * index as f32 + column as f32;
                let y = top.round() + row as f32;
                if let Some(pixel) = Rect::from_xywh(x, y, 1.0, 1.0) {
                    canvas.fill_rect(pixel, &ink(color), Transform::identity(), None);
                }
            }
        }
    }
}
