//! The preview in a frame: converts a message of the parent window into a look, or rejects it.

use super::{Theme, ThemeForm, ThemeLook};
use crate::base::FieldError;
use crate::base::json::parse::{Json, parse};
use crate::platform::messages::codes;

/// Longest message, in characters: a theme has a tenth of it.
pub const MAX_MESSAGE_CHARS: i64 = 8192;

/// Type of the message.
const KIND: &str = "bottega_theme";

/// Longest origin, in characters.
const MAX_ORIGIN_CHARS: usize = 200;

/// Returns the look for a message: JSON `{"type":"bottega_theme","theme":{…}}` with the fields of a [`ThemeForm`], each a string.
/// `None`, which changes nothing: it comes from another origin than the shop's own or the one that the merchant configured, is
/// too long, contains anything else, or its theme could not be saved.
pub fn preview(message: &str, origin: &str, own_origin: &str, allowed: &[String]) -> Option<ThemeLook> {
    let from = |known: &str| !known.is_empty() && known != "null" && known == origin;
    if !from(own_origin) && !allowed.iter().any(|known| from(known)) {
        return None;
    }
    let Json::Object(entries) = parse(message, usize::try_from(MAX_MESSAGE_CHARS).unwrap_or_default())? else {
        return None;
    };
    let mut kind = None;
    let mut theme = None;
    for (name, value) in &entries {
        let place = match name.as_str() {
            "type" => &mut kind,
            "theme" => &mut theme,
            _ => return None,
        };
        // A duplicate name would be ambiguous.
        if place.replace(value).is_some() {
            return None;
        }
    }
    kind.filter(|kind| kind.text() == Some(KIND))?;
    Theme::check(&form(theme?)?).ok().map(|theme| theme.look())
}

fn form(theme: &Json) -> Option<ThemeForm> {
    let Json::Object(entries) = theme else { return None };
    let mut form = ThemeForm::default();
    let mut seen = Vec::new();
    for (name, value) in entries {
        let place = match name.as_str() {
            "logo" => &mut form.logo,
            "logo_width" => &mut form.logo_width,
            "logo_height" => &mut form.logo_height,
            "logo_size" => &mut form.logo_size,
            "paper" => &mut form.paper,
            "ink" => &mut form.ink,
            "brand" => &mut form.brand,
            "highlight" => &mut form.highlight,
            "accent" => &mut form.accent,
            "heading_font" => &mut form.heading_font,
            "text_font" => &mut form.text_font,
            "text_size" => &mut form.text_size,
            "corner" => &mut form.corner,
            _ => return None,
        };
        if seen.contains(&name) {
            return None;
        }
        seen.push(name);
        value.text()?.clone_into(place);
    }
    Some(form)
}

/// Validates the origin of the pages that may show the preview besides the shop's own: `https://editor.example.com`, or one on
/// this machine. Empty: none. It is used in the content security policy of pages, so nothing but an origin is accepted.
///
/// # Errors
/// It is no origin in the notation of browsers.
pub fn check_preview_origin(typed: &str) -> Result<String, FieldError> {
    let origin = typed.trim();
    if origin.is_empty() || is_origin(origin) {
        return Ok(origin.to_owned());
    }
    Err(FieldError::new("preview_origin", codes::THEME_ORIGIN))
}

fn is_origin(text: &str) -> bool {
    if text.len() > MAX_ORIGIN_CHARS {
        return false;
    }
    let (secure, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return false,
    };
    let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
    let label = |label: &str| {
        let sign = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        !label.is_empty() && label.bytes().all(sign) && !label.starts_with('-') && !label.ends_with('-')
    };
    // Browsers omit the default port.
    let usual = if secure { 443 } else { 80 };
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|n| n > 0 && n != usual && n.to_string() == port);
    let here = matches!(host, "localhost" | "127.0.0.1");
    let named = here || (secure && host.contains('.'));
    named && host.split('.').all(label) && port.is_none_or(is_port)
}
