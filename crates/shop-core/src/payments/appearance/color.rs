//! Colours in the form of the browser's computed styles.

use serde::Serialize;

use crate::base::text::parse_fixed;
use crate::base::{Half, round_div};

/// A screen colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Color {
    /// Red channel, 0 to 255.
    pub red: u8,
    /// Green channel, 0 to 255.
    pub green: u8,
    /// Blue channel, 0 to 255.
    pub blue: u8,
    /// Opacity, from 0 (transparent) to 1000 (opaque).
    pub alpha_thousandths: u16,
}

impl Color {
    /// White, the default background.
    pub const WHITE: Self = Self { red: 255, green: 255, blue: 255, alpha_thousandths: 1000 };
    /// Black, the default text colour.
    pub const BLACK: Self = Self { red: 0, green: 0, blue: 0, alpha_thousandths: 1000 };

    /// Parses a CSS colour: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()` and `rgba()` with commas or spaces, numbers or
    /// percentages, and `transparent`. Values out of range are clamped, as CSS requires. `None` for anything else: computed
    /// styles have no other form.
    ///
    /// ```
    /// use shop_core::payments::appearance::color::Color;
    /// assert_eq!(Color::parse("rgba(58, 177, 228, 0.5)").map(Color::to_hex).as_deref(), Some("#3ab1e4"));
    /// assert_eq!(Color::parse("url(x)"), None);
    /// ```
    pub fn parse(css: &str) -> Option<Self> {
        let css = css.trim().to_ascii_lowercase();
        if css.len() > 100 {
            return None;
        }
        if css == "transparent" {
            return Some(Self { alpha_thousandths: 0, ..Self::BLACK });
        }
        if let Some(digits) = css.strip_prefix('#') {
            return hex(digits);
        }
        let inside = css.strip_prefix("rgba(").or_else(|| css.strip_prefix("rgb("))?.strip_suffix(')')?;
        let parts: Vec<&str> = if inside.contains(',') {
            inside.split(',').map(str::trim).collect()
        } else {
            let (colors, alpha) =
                inside.split_once('/').map_or((inside, None), |(colors, alpha)| (colors, Some(alpha)));
            colors.split_whitespace().chain(alpha.map(str::trim)).collect()
        };
        let (channels, alpha) = match parts.as_slice() {
            [red, green, blue] => ([red, green, blue], 1000),
            [red, green, blue, alpha] => ([red, green, blue], share(alpha, 1)?),
            _ => return None,
        };
        let [red, green, blue] = channels.map(|channel| share(channel, 255));
        let byte = |thousandths: i64| u8::try_from(round_div((thousandths * 255).into(), 255_000, Half::Up)).ok();
        Some(Self {
            red: byte(red?)?,
            green: byte(green?)?,
            blue: byte(blue?)?,
            alpha_thousandths: u16::try_from(alpha).ok()?,
        })
    }

    /// Formats the colour as "#3ab1e4", without its transparency.
    pub fn to_hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// Returns the brightness from 0 to 255, in thousandths: the W3C's weights 299, 587 and 114.
    pub fn brightness_thousandths(self) -> i64 {
        299 * i64::from(self.red) + 587 * i64::from(self.green) + 114 * i64::from(self.blue)
    }

    /// Returns whether it is light: brightness above 125, the difference that the W3C requires between a text and its background.
    pub fn is_light(self) -> bool {
        self.brightness_thousandths() > 125_000
    }

    /// Returns the colour with its lightness (in HSL) changed by percentage points; negative: darker. Hue and saturation stay.
    #[must_use]
    pub fn lightened(self, percent: i64) -> Self {
        let [red, green, blue] = [self.red, self.green, self.blue].map(i64::from);
        let (high, low) = (red.max(green).max(blue), red.min(green).min(blue));
        // Lightness is (high + low)/510; `light` is the new one in 1/51000. Each channel keeps its relative position between low
        // and high, whose distance is scaled with the range that the lightness allows: 255 - |high + low - 255|.
        let light = (100 * (high + low) + 510 * percent.clamp(-100, 100)).clamp(0, 51_000);
        let room = 255 - (high + low - 255).abs();
        let new_room = 25_500 - (light - 25_500).abs();
        let channel = |value: i64| {
            let shifted = if room == 0 {
                round_div(light.into(), 200, Half::Up)
            } else {
                let place = 2 * (value - low) - (high - low);
                round_div((light * room + new_room * place).into(), (200 * room).into(), Half::Up)
            };
            u8::try_from(shifted.clamp(0, 255)).unwrap_or(u8::MAX)
        };
        Self { red: channel(red), green: channel(green), blue: channel(blue), ..self }
    }
}

/// Parses a number or percentage of `whole`, in thousandths of its unit, clamped at both ends.
fn share(text: &str, whole: i64) -> Option<i64> {
    let number = |text: &str| {
        // Browsers write up to six decimals; the fourth changes no colour.
        let short = text.split_once('.').map_or_else(
            || text.to_owned(),
            |(whole, fraction)| format!("{whole}.{}", fraction.chars().take(3).collect::<String>()),
        );
        let rest = text.split_once('.').map_or("", |(_, fraction)| fraction);
        let plain = rest.bytes().all(|c| c.is_ascii_digit()) && !text.contains([',', ' ']);
        if plain { parse_fixed(&short, 3) } else { None }
    };
    let thousandths = match text.strip_suffix('%') {
        Some(percent) => number(percent)?.clamp(0, 100_000) * whole / 100,
        None => number(text)?,
    };
    Some(thousandths.clamp(0, whole * 1000))
}

fn hex(digits: &str) -> Option<Color> {
    if !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let wide: String = match digits.len() {
        3 | 4 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        6 | 8 => digits.to_owned(),
        _ => return None,
    };
    let value = u32::from_str_radix(&format!("{wide:f<8}"), 16).ok()?;
    let [red, green, blue, alpha] = value.to_be_bytes();
    let alpha = round_div(i128::from(alpha) * 1000, 255, Half::Up);
    Some(Color { red, green, blue, alpha_thousandths: u16::try_from(alpha).ok()? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_no_computed_colour_is_refused() {
        for css in [
            "",
            "#",
            "#12",
            "#12345",
            "#1234567",
            "#ggg",
            "red",
            "rgb()",
            "rgb(1,2)",
            "rgb(1,2,3,4,5)",
            "rgb(1,2,x)",
            "rgb(1,2,3",
            "rgb 1 2 3",
            "rgb(1;2;3)",
            "url(#fff)",
            "rgb(1,2,3) url(x)",
            "hsl(1,2%,3%)",
            "#１２３",
            "rgb(1e3,2,3)",
            "rgb(,,)",
            "var(--a)",
        ] {
            assert_eq!(Color::parse(css), None, "{css}");
        }
    }

    #[test]
    fn computed_colours_are_read() {
        for (css, hex, alpha) in [
            ("#FFF", "#ffffff", 1000),
            ("#3ab1e480", "#3ab1e4", 502),
            ("rgb(58, 177, 228)", "#3ab1e4", 1000),
            ("rgb(58 177 228 / 50%)", "#3ab1e4", 500),
            ("RGBA(0,0,0,0)", "#000000", 0),
            ("rgba(0, 0, 0, 0.501961)", "#000000", 501),
            ("rgb(300, -5, 127.5)", "#ff0080", 1000),
            ("rgb(100%, 0%, 50%)", "#ff0080", 1000),
            ("transparent", "#000000", 0),
        ] {
            let color = Color::parse(css).unwrap_or_else(|| panic!("{css}"));
            assert_eq!((color.to_hex().as_str(), color.alpha_thousandths), (hex, alpha), "{css}");
        }
    }

    #[test]
    fn lightness_changes_and_hue_stays() {
        for (css, percent, changed) in [
            ("#ffffff", -7, "#ededed"),
            ("#000000", 7, "#121212"),
            ("#3ab1e4", -7, "#1ea3dc"),
            ("#ff0000", -7, "#db0000"),
            ("#000000", -7, "#000000"),
            ("#ffffff", 7, "#ffffff"),
            ("#102030", 100, "#ffffff"),
        ] {
            assert_eq!(Color::parse(css).unwrap().lightened(percent).to_hex(), changed, "{css} {percent}");
        }
    }

    #[test]
    fn brightness_weighs_green_most() {
        assert_eq!(Color::WHITE.brightness_thousandths(), 255_000);
        assert!(Color::parse("#00ff00").unwrap().is_light() && !Color::parse("#0000ff").unwrap().is_light());
        assert!(!Color::parse("#7d7d7d").unwrap().is_light() && Color::parse("#7e7e7e").unwrap().is_light());
    }

    proptest! {
        #[test]
        fn any_text_survives_and_any_colour_is_read_back(css in any::<String>(), of in any::<[u8; 3]>(), percent in any::<i64>()) {
            Color::parse(&css);
            let [red, green, blue] = of;
            let color = Color { red, green, blue, alpha_thousandths: 1000 };
            prop_assert_eq!(Color::parse(&color.to_hex()), Some(color));
            prop_assert_eq!(Color::parse(&format!("rgb({red}, {green}, {blue})")), Some(color));
            prop_assert_eq!(color.lightened(0), color);
            prop_assert_eq!(color.lightened(percent).alpha_thousandths, 1000);
        }
    }
}
