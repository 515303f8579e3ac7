//! Lays out text on pages before the PDF is written. Lengths are points from the upper left corner.

use crate::fonts::{Fonts, Style};

pub(crate) const WIDTH: f32 = 595.28;
pub(crate) const HEIGHT: f32 = 841.89;
/// Left, right and upper margin.
pub(crate) const MARGIN: f32 = 48.0;
/// Width of the content area.
pub(crate) const INNER: f32 = WIDTH - 2.0 * MARGIN;
/// Bottom of the content area; the footer is below.
const END: f32 = HEIGHT - 66.0;
/// Space between the columns of a table.
const GAP: f32 = 8.0;

/// A drawing element on a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// A line of text; `y` is its baseline.
    Text { x: f32, y: f32, text: String, style: Style },
    /// A horizontal line.
    Rule { x: f32, y: f32, width: f32, strong: bool },
    /// A box to be ticked by hand.
    TickBox { x: f32, y: f32, size: f32 },
}

/// Alignment of a text in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Styled lines of text at `x`, with a width.
pub(crate) type Block = (f32, f32, Align, Vec<(String, Style)>);

/// A column of a table; the widths of a table add up to [`INNER`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub title: &'static str,
    pub width: f32,
    pub align: Align,
}

/// Pages, filled from top to bottom.
pub(crate) struct Layout {
    pub(crate) fonts: Fonts,
    pub(crate) pages: Vec<Vec<Mark>>,
    /// Top of the next line.
    pub(crate) y: f32,
}

impl Layout {
    pub(crate) fn new(fonts: Fonts) -> Self {
        Self { fonts, pages: vec![Vec::new()], y: MARGIN }
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    /// Leaves vertical space.
    pub(crate) fn space(&mut self, height: f32) {
        self.y += height;
    }

    /// Starts a new page unless this height is left.
    pub(crate) fn ensure_space(&mut self, height: f32) {
        if self.y + height > END && self.y > MARGIN {
            self.pages.push(Vec::new());
            self.y = MARGIN;
        }
    }

    /// Draws a line across the content area.
    pub(crate) fn rule(&mut self, strong: bool) {
        self.mark(Mark::Rule { x: MARGIN, y: self.y, width: INNER, strong });
    }

    /// Draws one line of text at a height, without moving on.
    fn line_at(&mut self, (x, width): (f32, f32), top: f32, text: &str, style: Style, align: Align) {
        let x = match align {
            Align::Left => x,
            Align::Right => x + width - self.fonts.width(text, style),
        };
        self.mark(Mark::Text { x, y: top + style.size * 1.07, text: text.to_owned(), style });
    }

    /// Writes a paragraph over the whole width, wrapped over lines and pages.
    pub(crate) fn paragraph(&mut self, text: &str, style: Style) {
        for line in self.fonts.wrap(text, style, INNER) {
            self.ensure_space(style.leading());
            self.line_at((MARGIN, INNER), self.y, &line, style, Align::Left);
            self.y += style.leading();
        }
    }

    /// Writes blocks side by side, and continues below the longest.
    pub(crate) fn side_by_side(&mut self, blocks: &[Block]) {
        let (top, mut lowest) = (self.y, self.y);
        for (x, width, align, lines) in blocks {
            let mut y = top;
            for (text, style) in lines {
                for line in self.fonts.wrap(text, *style, *width) {
                    self.line_at((*x, *width), y, &line, *style, *align);
                    y += style.leading();
                }
            }
            lowest = lowest.max(y);
        }
        self.y = lowest;
    }

    /// Writes a row of totals at the right: label and amount.
    pub(crate) fn sum(&mut self, label: &str, amount: &str, style: Style) {
        self.ensure_space(style.leading());
        let left = MARGIN + INNER / 2.0;
        let lines = self.fonts.wrap(label, style, INNER / 2.0 - 90.0);
        let top = self.y;
        for (n, line) in lines.iter().enumerate() {
            if n > 0 {
                self.y += style.leading();
            }
            self.line_at((left, INNER / 2.0 - 90.0), self.y, line, style, Align::Left);
        }
        self.line_at((left, INNER / 2.0), top, amount, style, Align::Right);
        self.y += style.leading() + 1.5;
    }

    /// Writes a table. A row is never split over pages; each page repeats the header. `ticks`: a tick box before each row.
    pub(crate) fn table(&mut self, columns: &[Column], rows: &[Vec<String>], ticks: bool) {
        let style = Style::TEXT;
        self.ensure_space(4.0 * style.leading());
        self.titles(columns);
        for row in rows {
            let cells: Vec<Vec<String>> = columns
                .iter()
                .zip(row)
                .map(|(column, text)| self.fonts.wrap(text, style, column.width - GAP))
                .collect();
            let most = cells.iter().map(Vec::len).max().unwrap_or(1);
            let height = (1..most).fold(style.leading(), |height, _| height + style.leading()) + 6.0;
            if self.y + height > END && self.y > MARGIN {
                self.ensure_space(END);
                self.titles(columns);
            }
            let top = self.y + 3.0;
            if ticks {
                self.mark(Mark::TickBox { x: MARGIN, y: top + 1.5, size: 9.0 });
            }
            let mut x = MARGIN;
            for (column, lines) in columns.iter().zip(&cells) {
                let mut y = top;
                for line in lines {
                    self.line_at(place(x, column), y, line, style, column.align);
                    y += style.leading();
                }
                x += column.width;
            }
            self.y += height;
            self.rule(false);
        }
        self.space(8.0);
    }

    fn titles(&mut self, columns: &[Column]) {
        let mut x = MARGIN;
        for column in columns {
            self.line_at(place(x, column), self.y, column.title, Style::LABEL, column.align);
            x += column.width;
        }
        self.y += Style::LABEL.leading() + 2.0;
        self.rule(true);
    }

    /// Writes the footer of all pages: a text and the page number.
    pub(crate) fn add_footers(&mut self, words: &str, page_of: impl Fn(usize, usize) -> String) {
        let count = self.pages.len();
        let style = Style::SMALL;
        let top = HEIGHT - 48.0;
        let words = self.fonts.wrap(words, style, INNER - 90.0).into_iter().next().unwrap_or_default();
        for n in 0..count {
            let number = page_of(n + 1, count);
            let x = MARGIN + INNER - self.fonts.width(&number, style);
            if let Some(page) = self.pages.get_mut(n) {
                page.push(Mark::Rule { x: MARGIN, y: top - 4.0, width: INNER, strong: false });
                page.push(Mark::Text { x: MARGIN, y: top + style.size, text: words.clone(), style });
                page.push(Mark::Text { x, y: top + style.size, text: number, style });
            }
        }
    }
}

/// Left edge and width of a column's content: numbers are right-aligned.
fn place(x: f32, column: &Column) -> (f32, f32) {
    match column.align {
        Align::Left => (x, column.width - GAP),
        Align::Right => (x + GAP, column.width - GAP),
    }
}

/// Texts of the marks, in drawing order.
#[cfg(test)]
pub(crate) fn texts<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Vec<&'a str> {
    let text = |mark: &'a Mark| if let Mark::Text { text, .. } = mark { Some(text.as_str()) } else { None };
    marks.into_iter().filter_map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_table_goes_on_under_its_titles_and_loses_no_row() {
        let mut layout = Layout::new(Fonts::load().unwrap());
        let columns = [
            Column { title: "Articolo", width: INNER - 80.0, align: Align::Left },
            Column { title: "Importo", width: 80.0, align: Align::Right },
        ];
        let rows: Vec<Vec<String>> = (0..120).map(|n| vec![format!("riga{n}"), format!("{n},00 €")]).collect();
        layout.table(&columns, &rows, true);
        layout.add_footers("Bottega", |page, pages| format!("{page} di {pages}"));
        assert!(layout.pages.len() >= 3);
        for page in &layout.pages {
            assert_eq!(texts(page).iter().filter(|text| **text == "Articolo").count(), 1);
            for mark in page {
                let (x, y) = match mark {
                    Mark::Text { x, y, text, style } => (x + layout.fonts.width(text, *style), *y),
                    Mark::Rule { x, y, width, .. } => (x + width, *y),
                    Mark::TickBox { x, y, size } => (x + size, y + size),
                };
                assert!(x <= WIDTH - MARGIN + 0.1 && y < HEIGHT - 30.0, "{mark:?}");
            }
        }
        let all: Vec<&str> = layout.pages.iter().flat_map(texts).collect();
        assert!((0..120).all(|n| all.contains(&format!("riga{n}").as_str())));
    }

    #[test]
    fn a_text_of_many_pages_ends() {
        let mut layout = Layout::new(Fonts::load().unwrap());
        layout.paragraph(&"parola ".repeat(5000), Style::TEXT);
        assert!(layout.pages.len() > 4);
    }
}
