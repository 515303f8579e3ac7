//! Writes pages as PDF.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, TextDirection};
use shop_core::base::Lang;

use crate::DocumentError;
use crate::fonts::{BOLD, REGULAR};
use crate::layout::{HEIGHT, Layout, Mark, WIDTH};

/// Writes the PDF. The title is shown in the reader's window.
pub(crate) fn write(layout: Layout, title: &str, author: &str, lang: Lang) -> Result<Vec<u8>, DocumentError> {
    let font = |bytes: &'static [u8]| Font::new(bytes.into(), 0).ok_or(DocumentError::Font);
    let (regular, bold) = (font(REGULAR)?, font(BOLD)?);
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .authors(vec![author.to_owned()])
            .language(if lang == Lang::En { "en" } else { "it" }.to_owned()),
    );
    for marks in layout.pages {
        let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| DocumentError::Pdf("page size".into()))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        for mark in marks {
            draw(&mut surface, mark, &regular, &bold);
        }
        surface.finish();
        page.finish();
    }
    document.finish().map_err(|error| DocumentError::Pdf(format!("{error:?}")))
}

fn draw(surface: &mut Surface<'_>, mark: Mark, regular: &Font, bold: &Font) {
    match mark {
        Mark::Text { x, y, text, style } => {
            let shade = if style.soft { 0x56 } else { 0x1a };
            surface.set_stroke(None);
            surface.set_fill(Some(ink(shade)));
            let font = if style.bold { bold } else { regular };
            let point = Point::from_xy(x, y);
            surface.draw_text(point, font.clone(), style.size, &plain(&text), false, TextDirection::LeftToRight);
        }
        Mark::Rule { x, y, width, strong } => {
            let mut path = PathBuilder::new();
            path.move_to(x, y);
            path.line_to(x + width, y);
            stroke(surface, path, if strong { (0.9, 0x1a) } else { (0.5, 0xc8) });
        }
        Mark::TickBox { x, y, size } => {
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(x, y, size, size) {
                path.push_rect(rect);
            }
            stroke(surface, path, (0.8, 0x1a));
        }
    }
}

fn ink(shade: u8) -> Fill {
    Fill { paint: rgb::Color::new(shade, shade, shade).into(), opacity: NormalizedF32::ONE, rule: Default::default() }
}

fn stroke(surface: &mut Surface<'_>, path: PathBuilder, (width, shade): (f32, u8)) {
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke { paint: rgb::Color::new(shade, shade, shade).into(), width, ..Stroke::default() }));
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

/// Removes control characters, which cannot be drawn.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
