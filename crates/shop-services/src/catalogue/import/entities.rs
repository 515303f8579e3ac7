//! HTML entities in plain texts. WooCommerce stores the names of terms escaped and exports them so.

use markup5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// Decodes the entities of a text once: `&amp;lt;` becomes the text `&lt;`.
pub(super) fn decode_entities(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (characters, rest) = entity(part).unwrap_or_else(|| ("&".to_owned(), part));
        out.push_str(&characters);
        out.push_str(rest);
    }
    out
}

/// Escapes the ampersands that [`decode_entities`] would mistake for the start of an entity; all others stay readable.
pub(super) fn encode_entities(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(if entity(part).is_some() { "&amp;" } else { "&" });
        out.push_str(part);
    }
    out
}

/// Parses the entity after an ampersand, and returns the rest of the text. Without a semicolon it is no entity: "AT&T" and "R&D"
/// are names. A no-break space becomes a plain one, because otherwise names would differ that look the same.
fn entity(text: &str) -> Option<(String, &str)> {
    let (name, rest) = text.split_once(';')?;
    let plain = |c: char| if c == '\u{a0}' { ' ' } else { c };
    if let Some(number) = name.strip_prefix('#') {
        return Some((plain(numbered(number)?).to_string(), rest));
    }
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let (first, second) = *NAMED_ENTITIES.get(&format!("{name};"))?;
    let characters = [first, second].into_iter().filter(|code| *code != 0).filter_map(char::from_u32);
    Some((characters.map(plain).collect(), rest))
}

/// Parses `38` or `x26`. Numbers from 128 to 159 are Windows-1252, as in browsers.
fn numbered(number: &str) -> Option<char> {
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => u32::from_str_radix(digits, 16).ok()?,
        None if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
        _ => return None,
    };
    let replaced = code.checked_sub(0x80).and_then(|at| C1_REPLACEMENTS.get(usize::try_from(at).ok()?));
    match replaced {
        Some(replacement) => *replacement,
        None => char::from_u32(code).filter(|c| !c.is_control()),
    }
}

#[cfg(test)]
#[path = "tests/entities.rs"]
mod tests;
