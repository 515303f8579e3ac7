//! Colours of pages, and their contrast (WCAG 2.2, contrast ratio). Integers only: every host calculates the same ratio.

use crate::base::light::{DARK_SCREEN, luminance};

/// An opaque colour of the sRGB space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexColor(pub [u8; 3]);

impl HexColor {
    /// White, the lightest colour.
    pub const WHITE: Self = Self([255; 3]);
    /// Black, the darkest colour.
    pub const BLACK: Self = Self([0; 3]);

    /// Parses `#1f4636`, and nothing else: no names, no functions, no transparency.
    ///
    /// ```
    /// use shop_core::content::theme::HexColor;
    /// assert_eq!(HexColor::parse("#1F4636").unwrap().hex(), "#1f4636");
    /// assert_eq!(HexColor::parse("red;}body{display:none"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    /// Formats the colour for style sheets: `#1f4636`.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Mixes this colour with a percentage of another.
    #[must_use]
    pub fn mixed(self, other: Self, per_cent: u32) -> Self {
        let share = per_cent.min(100);
        let part = |own: u8, other: u8| {
            let sum = u32::from(own) * (100 - share) + u32::from(other) * share;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let ([r, g, b], [or, og, ob]) = (self.0, other.0);
        Self([part(r, or), part(g, og), part(b, ob)])
    }

    /// Returns the contrast between the two colours in hundredths, from 100 (none) to 2100. Never rounded up.
    ///
    /// ```
    /// use shop_core::content::theme::HexColor;
    /// assert_eq!(HexColor::WHITE.contrast(HexColor::BLACK), 2100);
    /// ```
    pub fn contrast(self, other: Self) -> u32 {
        let (one, two) = (luminance(self.0) + DARK_SCREEN, luminance(other.0) + DARK_SCREEN);
        u32::try_from(one.max(two) * 100 / one.min(two)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_guidelines_and_never_rounded_up() {
        let contrast = |one: &str, two: &str| HexColor::parse(one).unwrap().contrast(HexColor::parse(two).unwrap());
        for (one, two, expected) in [
            ("#ffffff", "#ffffff", 100),
            ("#777777", "#ffffff", 447),
            ("#767676", "#ffffff", 454),
            ("#3ab1e4", "#ffffff", 244),
            ("#1e2722", "#3ab1e4", 627),
        ] {
            assert_eq!(contrast(one, two), expected, "{one} on {two}");
            assert_eq!(contrast(two, one), expected);
        }
    }

    #[test]
    fn nothing_but_six_hex_digits_is_a_colour() {
        for wrong in [
            "",
            "#",
            "#fff",
            "#12345",
            "#1234567",
            "#12345678",
            "123456",
            "#12345g",
            "#+12345",
            "red",
            "rgb(0,0,0)",
            "var(--ink)",
            " #123456",
            "#123456 ",
            "#12345６",
            "url(#123456)",
            "#123456;}",
        ] {
            assert_eq!(HexColor::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_mix_lies_between_its_parts() {
        assert_eq!(HexColor::BLACK.mixed(HexColor::WHITE, 0), HexColor::BLACK);
        assert_eq!(HexColor::BLACK.mixed(HexColor::WHITE, 100), HexColor::WHITE);
        assert_eq!(HexColor::BLACK.mixed(HexColor::WHITE, 50).hex(), "#808080");
    }
}
