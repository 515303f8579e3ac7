//! Derives the payment form's appearance from the colours of the page (payments, section 9), and sanitises a saved one.

use serde::{Deserialize, Serialize};

use super::color::Color;
use super::contrast::readable_text;
use super::variables::is_variable;
use crate::base::json::parse::{Json, parse};
use crate::base::text::{format_fixed, parse_fixed};

/// Percentage points by which a tab's background changes on hover.
const HOVER_PERCENT: i64 = 7;
/// Brightness above which it becomes darker on hover, else lighter.
const HOVER_BRIGHTNESS: i64 = 50;
/// Extra text size with the one-click feature, in pixels.
const ONE_CLICK_PX: i64 = 2;
/// Longest saved appearance, in bytes. Any visitor can send one.
const MAX_BYTES: usize = 8192;

/// Computed styles of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct PageStyles {
    /// Background colours from the form outwards; the first visible one counts.
    pub backgrounds: Vec<String>,
    /// Background of a tab.
    pub tab_background: String,
    /// Text colour of a tab.
    pub tab_text: String,
    /// Font size: "16px".
    pub font_size: String,
    /// Whether the one-click feature is on.
    pub one_click: bool,
}

/// Appearance of the payment form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct FormAppearance {
    /// The provider's theme: "stripe", which is light, or "night".
    pub theme: String,
    /// Background of the page.
    pub background: String,
    /// Background of a tab on hover.
    pub hover_background: String,
    /// Text colour of a tab on hover; always readable.
    pub hover_text: String,
    /// Font size; `None`: the provider's default.
    pub font_size: Option<String>,
}

/// Derives the appearance. Unparseable colours are ignored: the default background is white, and that of a tab is the page's.
///
/// ```
/// use shop_core::payments::appearance::theme::{PageStyles, form_look};
/// let backgrounds = vec!["transparent".to_owned(), "rgb(20, 20, 20)".to_owned()];
/// let look = form_look(&PageStyles { backgrounds, font_size: "1em".into(), ..PageStyles::default() });
/// assert_eq!((look.theme.as_str(), look.background.as_str()), ("night", "#141414"));
/// assert_eq!(look.font_size, None);
/// ```
pub fn form_look(styles: &PageStyles) -> FormAppearance {
    let background = background(&styles.backgrounds);
    let seen = |css: &str| Color::parse(css).filter(|color| color.alpha_thousandths > 0);
    let tab = seen(&styles.tab_background).unwrap_or(background);
    let hover = hover(tab);
    let text = seen(&styles.tab_text).unwrap_or(Color::BLACK);
    FormAppearance {
        theme: if background.is_light() { "stripe" } else { "night" }.to_owned(),
        background: background.to_hex(),
        hover_background: hover.to_hex(),
        hover_text: readable_text(text, hover).to_hex(),
        font_size: font_size(&styles.font_size, styles.one_click),
    }
}

/// Returns the first visible background; white if there is none.
pub fn background(colors: &[String]) -> Color {
    let seen = colors.iter().filter_map(|css| Color::parse(css)).find(|color| color.alpha_thousandths > 0);
    seen.unwrap_or(Color::WHITE)
}

/// Returns a tab's background on hover: darker by 7 if it is brighter than 50, else lighter by 7.
pub fn hover(color: Color) -> Color {
    let darker = color.brightness_thousandths() > HOVER_BRIGHTNESS * 1000;
    color.lightened(if darker { -HOVER_PERCENT } else { HOVER_PERCENT })
}

/// Returns a computed font size in pixels, 2 more with the one-click feature. `None` for anything but pixels from 1 to 200.
pub fn font_size(css: &str, one_click: bool) -> Option<String> {
    let thousandths = parse_fixed(css.trim().strip_suffix("px")?, 3).filter(|size| (1000..=200_000).contains(size))?;
    let larger = if one_click { ONE_CLICK_PX * 1000 } else { 0 };
    Some(format!("{}px", format_fixed(thousandths + larger, 3)))
}

/// Sanitises an appearance for saving: JSON written anew, or `None` if it is rejected. Accepted: an object with the theme
/// "stripe", "night" or "flat" and, for `variables`, `rules` and `labels`, plain values. Rejected: anything longer than 8 KiB,
/// variables that the provider does not know, and values that could load something or close the construct around them.
///
/// ```
/// use shop_core::payments::appearance::theme::checked_look;
/// let look = r##"{"theme":"night","variables":{"colorText":"#fff"}}"##;
/// assert_eq!(checked_look(look).as_deref(), Some(look));
/// assert_eq!(checked_look(r#"{"variables":{"colorText":"url(x)"}}"#), None);
/// ```
pub fn checked_look(text: &str) -> Option<String> {
    let look = parse(text, MAX_BYTES)?;
    let Json::Object(entries) = &look else { return None };
    let fits = entries.iter().all(|(name, value)| match name.as_str() {
        "theme" => value.text().is_some_and(|theme| matches!(theme, "stripe" | "night" | "flat")),
        "labels" => value.text().is_some_and(|labels| matches!(labels, "above" | "floating" | "auto")),
        "variables" => {
            matches!(value, Json::Object(values) if values.iter().all(|(name, value)| is_variable(name) && is_plain(value)))
        }
        "rules" => {
            matches!(value, Json::Object(rules) if rules.iter().all(|(name, rule)| is_name(name) && is_rule(rule)))
        }
        _ => false,
    });
    fits.then(|| look.write())
}

fn is_rule(rule: &Json) -> bool {
    matches!(rule, Json::Object(values) if values.iter().all(|(name, value)| is_name(name) && is_plain(value)))
}

/// Returns whether a text is a name of a style or of a provider's class: "backgroundColor", ".Tab--selected:hover".
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || " .:-_,".contains(c);
    (1..=100).contains(&name.len()) && name.chars().all(plain)
}

fn is_plain(value: &Json) -> bool {
    let Some(text) = value.text() else { return matches!(value, Json::Number(_)) };
    let lower = text.to_ascii_lowercase();
    let calls = ["url", "image", "expression", "src", "attr", "element", "paint", "env", "var"];
    text.len() <= 200
        && !text.chars().any(|c| c.is_control() || "{}<>;\\@&`".contains(c))
        && !lower.contains("//")
        && !lower.contains(':')
        && !calls.iter().any(|call| lower.contains(&format!("{call}(")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(colors: &[&str]) -> Vec<String> {
        colors.iter().map(|css| (*css).to_owned()).collect()
    }

    #[test]
    fn the_background_decides_the_theme() {
        for (colors, theme, background) in [
            (&[][..], "stripe", "#ffffff"),
            (&["transparent", "rgba(0, 0, 0, 0)", "nonsense"], "stripe", "#ffffff"),
            (&["rgba(0, 0, 0, 0)", "rgb(20, 20, 20)", "#fff"], "night", "#141414"),
        ] {
            let look = form_look(&PageStyles { backgrounds: list(colors), ..PageStyles::default() });
            assert_eq!((look.theme.as_str(), look.background.as_str()), (theme, background), "{colors:?}");
        }
    }

    #[test]
    fn tabs_darken_unless_they_are_dark() {
        assert_eq!(hover(Color::WHITE).to_hex(), "#ededed");
        assert_eq!(hover(Color::BLACK).to_hex(), "#121212");
        assert_eq!(hover(Color::parse("#323232").unwrap()).to_hex(), "#444444", "50 itself is dark");
    }

    #[test]
    fn sizes_are_pixels_or_nothing() {
        for css in ["", "1em", "0px", "-5px", "201px", "px", "16px;", "1e2px", "var(--a)"] {
            assert_eq!(font_size(css, true), None, "{css}");
        }
        assert_eq!(font_size("16px", false).as_deref(), Some("16px"));
        assert_eq!(font_size("14.5px", true).as_deref(), Some("16.5px"));
    }

    #[test]
    fn a_hostile_look_is_not_saved() {
        for look in [
            "",
            "[]",
            "{\"theme\":\"evil\"}",
            "{\"fonts\":[]}",
            "{\"variables\":[]}",
            "{\"variables\":{\"a\":{}}}",
            "{\"variables\":{\"colorText\":\"url(x)\"}}",
            "{\"variables\":{\"colorText\":\"red;}\"}}",
            "{\"variables\":{\"colorText\":\"https://evil.example\"}}",
            "{\"variables\":{\"colorBorder\":\"#998\"}}",
            "{\"rules\":{\".Tab\":\"red\"}}",
            "{\"rules\":{\".Tab{}\":{\"color\":\"red\"}}}",
            "{\"rules\":{\".Tab\":{\"color\":\"</style>\"}}}",
        ] {
            assert_eq!(checked_look(look), None, "{look}");
        }
        let long = format!("{{\"variables\":{{\"a\":\"{}\"}}}}", "x".repeat(9000));
        assert_eq!(checked_look(&long), None);
        let look = "{\"theme\":\"night\",\"rules\":{\".Tab:hover\":{\"color\":\"rgb(1, 2, 3)\",\"fontFamily\":\"\\\"Open Sans\\\", serif\"}}}";
        assert_eq!(checked_look(look).as_deref(), Some(look));
    }

    proptest! {
        #[test]
        fn any_styles_survive(texts in prop::collection::vec(any::<String>(), 4)) {
            let [background, tab, text, size] = [0, 1, 2, 3].map(|at| texts[at].clone());
            checked_look(&background);
            form_look(&PageStyles { backgrounds: vec![background], tab_background: tab, tab_text: text, font_size: size, one_click: true });
        }
    }
}
