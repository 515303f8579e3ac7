//! Text contrast (payments, section 9; the ratios are those of WCAG 2).

use super::color::Color;
use crate::base::light::{DARK_SCREEN, luminance as light};

/// Minimum contrast ratios, times 10.
const AA: i64 = 45;
const AA_LARGE: i64 = 30;
const AAA: i64 = 70;
const AAA_LARGE: i64 = 45;

/// Returns the relative luminance in units of 10^-10.
fn luminance(color: Color) -> i64 {
    light([color.red, color.green, color.blue])
}

/// Returns whether the ratio of two opaque colours reaches `tenths`. Both luminances are raised by 0.05, the light of a dark
/// screen.
fn reaches(one: Color, other: Color, tenths: i64) -> bool {
    let raised = |color: Color| luminance(color) + DARK_SCREEN;
    let (a, b) = (raised(one), raised(other));
    a.max(b) * 10 >= a.min(b) * tenths
}

/// WCAG conformance level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Ratio of 4.5, for large text 3.
    Aa,
    /// Ratio of 7, for large text 4.5.
    Aaa,
}

/// Returns whether text of this colour is readable on this background.
pub fn is_readable(text: Color, background: Color, level: Level, large: bool) -> bool {
    let tenths = match (level, large) {
        (Level::Aa, false) => AA,
        (Level::Aa, true) => AA_LARGE,
        (Level::Aaa, false) => AAA,
        (Level::Aaa, true) => AAA_LARGE,
    };
    reaches(text, background, tenths)
}

/// Returns the text's own colour if it is readable, else black or white, whichever contrasts more: one of them always reaches
/// 4.5.
pub fn readable_text(text: Color, background: Color) -> Color {
    if is_readable(text, background, Level::Aa, false) {
        return text;
    }
    let raised = |color: Color| luminance(color) + DARK_SCREEN;
    // Against white the ratio is 1.05/l, against black l/0.05.
    let white_stands_out = 10_500_000_000_i128 * i128::from(DARK_SCREEN) > i128::from(raised(background)).pow(2);
    if white_stands_out { Color::WHITE } else { Color::BLACK }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn color(css: &str) -> Color {
        Color::parse(css).unwrap()
    }

    #[test]
    fn grey_on_white_is_readable_from_its_known_bound_on() {
        let on_white = |css, level, large| is_readable(color(css), Color::WHITE, level, large);
        assert!(on_white("#767676", Level::Aa, false) && !on_white("#777777", Level::Aa, false));
        assert!(on_white("#949494", Level::Aa, true) && !on_white("#959595", Level::Aa, true));
        assert!(on_white("#595959", Level::Aaa, false) && !on_white("#5a5a5a", Level::Aaa, false));
        assert!(!on_white("#3ab1e4", Level::Aa, true));
    }

    #[test]
    fn unreadable_text_becomes_black_or_white() {
        assert_eq!(readable_text(color("#777"), Color::WHITE), Color::BLACK);
        assert_eq!(readable_text(color("#222"), color("#111")), Color::WHITE);
        assert_eq!(readable_text(color("#16739f"), Color::WHITE), color("#16739f"));
    }

    proptest! {
        #[test]
        fn what_is_chosen_can_be_read(text in any::<[u8; 3]>(), ground in any::<[u8; 3]>()) {
            let of = |[red, green, blue]: [u8; 3]| Color { red, green, blue, alpha_thousandths: 1000 };
            prop_assert!(is_readable(readable_text(of(text), of(ground)), of(ground), Level::Aa, false));
        }
    }
}
