//! The built-in fonts and text measurement.

use rustybuzz::{Direction, Face, UnicodeBuffer};

use crate::DocumentError;

/// Open Sans; its licence is beside it.
pub(crate) const REGULAR: &[u8] = include_bytes!("../fonts/OpenSans-Regular.ttf");
/// Open Sans in bold.
pub(crate) const BOLD: &[u8] = include_bytes!("../fonts/OpenSans-Bold.ttf");

/// Font, size and colour of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub bold: bool,
    pub size: f32,
    /// Grey instead of black.
    pub soft: bool,
}

impl Style {
    pub(crate) const TITLE: Self = Self { bold: true, size: 17.0, soft: false };
    pub(crate) const STRONG: Self = Self { bold: true, size: 9.5, soft: false };
    pub(crate) const TEXT: Self = Self { bold: false, size: 9.5, soft: false };
    pub(crate) const SMALL: Self = Self { bold: false, size: 8.0, soft: true };
    pub(crate) const LABEL: Self = Self { bold: true, size: 8.0, soft: true };

    pub(crate) fn leading(self) -> f32 {
        self.size * 1.4
    }
}

/// Both fonts, parsed for measuring.
pub(crate) struct Fonts {
    regular: Face<'static>,
    bold: Face<'static>,
}

impl Fonts {
    pub(crate) fn load() -> Result<Self, DocumentError> {
        let face = |bytes| Face::from_slice(bytes, 0).ok_or(DocumentError::Font);
        Ok(Self { regular: face(REGULAR)?, bold: face(BOLD)? })
    }

    /// Width of a line in points, as it will be drawn.
    pub(crate) fn width(&self, text: &str, style: Style) -> f32 {
        let face = if style.bold { &self.bold } else { &self.regular };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        let shaped = rustybuzz::shape(face, &[], buffer);
        let em = f64::from(face.units_per_em().max(1));
        let units: f64 = shaped.glyph_positions().iter().map(|glyph| f64::from(glyph.x_advance)).sum();
        points(units / em * f64::from(style.size))
    }

    /// Wraps a text to a width. Its own line breaks are preserved; a word that is too long is cut.
    pub(crate) fn wrap(&self, text: &str, style: Style, width: f32) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split([' ', '\t']).filter(|word| !word.is_empty()) {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.width(&longer, style) <= width {
                    line = longer;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                for letter in word.chars() {
                    line.push(letter);
                    if self.width(&line, style) > width && line.chars().count() > 1 {
                        line.pop();
                        lines.push(std::mem::replace(&mut line, letter.to_string()));
                    }
                }
            }
            lines.push(line);
        }
        lines
    }
}

/// Converts a length on a page, which is far below where `f32` loses precision.
#[allow(clippy::cast_possible_truncation, reason = "lengths of a page are small")]
fn points(length: f64) -> f32 {
    length as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_lose_no_letter() {
        let fonts = Fonts::load().unwrap();
        let text = "Prosciutto di Parma DOP stagionato 30 mesi, trancio sottovuoto da 1500 g\nsupercalifragilistichespiralidoso";
        let lines = fonts.wrap(text, Style::TEXT, 90.0);
        assert!(lines.iter().all(|line| fonts.width(line, Style::TEXT) <= 90.0), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), text.replace([' ', '\n'], ""));
    }

    #[test]
    fn accents_currency_greek_and_cyrillic_have_their_letters() {
        for bytes in [REGULAR, BOLD] {
            let face = Face::from_slice(bytes, 0).unwrap();
            for letter in "€àèéìòùÀÈçñöüßøåłčšžőșțŷ«»’–…×ΑΩάώДДСжя№".chars()
            {
                assert!(face.glyph_index(letter).is_some(), "{letter}");
            }
        }
    }
}
