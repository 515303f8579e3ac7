//! The shop's theme, and which origins may preview it.

use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shop_core::base::FieldError;
use shop_core::content::theme::{Theme, ThemeForm, check_preview_origin};

use super::SettingError;

/// Key in the settings document.
const NAME: &str = "theme";

/// The stored theme.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThemeSettings {
    pub theme: Theme,
    /// Origin of pages that may preview the shop, in addition to its own back office; empty for none.
    pub preview_origin: String,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Stored {
    look: ThemeForm,
    preview_origin: String,
}

impl ThemeSettings {
    /// Parses the part of the document.
    pub(super) fn read(document: &Value) -> Result<Self, SettingError> {
        let Some(found) = document.get(NAME) else { return Ok(Self::default()) };
        let wrong = |reason: String| SettingError::new(NAME, found, reason);
        let invalid = |errors: &[FieldError]| {
            let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
            wrong(format!("has wrong values: {}", fields.join(", ")))
        };
        let stored = Stored::deserialize(found).map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            theme: Theme::parse(&stored.look).map_err(|errors| invalid(&errors))?,
            preview_origin: check_preview_origin(&stored.preview_origin).map_err(|error| invalid(&[error]))?,
        })
    }

    pub(super) fn document(&self) -> Value {
        json!({ "look": self.theme.form(), "preview_origin": self.preview_origin })
    }

    /// The style sheet with its URL, which changes with its content; `None` for the default theme.
    pub fn style_sheet(&self) -> Option<(String, String)> {
        let css = self.theme.style_sheet();
        let hash = || hex::encode(Sha256::digest(&css)).chars().take(16).collect::<String>();
        (!css.is_empty()).then(|| (format!("/theme/{}.css", hash()), css.clone()))
    }

    /// Origins that may show the shop in a frame as a preview, in addition to its own.
    pub fn preview_origins(&self) -> Vec<String> {
        Some(self.preview_origin.clone()).filter(|origin| !origin.is_empty()).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_stored_is_read_back_and_nothing_else_is_let_in() {
        let theme = Theme { corner_px: 2, ..Theme::default() };
        let stored = ThemeSettings { theme, preview_origin: "https://editor.example.com".into() };
        assert_eq!(ThemeSettings::read(&json!({ "theme": stored.document() })).unwrap(), stored);
        assert_eq!(ThemeSettings::read(&json!({})).unwrap(), ThemeSettings::default());
        for wrong in [
            json!({ "theme": "red" }),
            json!({ "theme": { "look": { "paper": "red" } } }),
            json!({ "theme": { "css": "*{}" } }),
            json!({ "theme": { "preview_origin": "*" } }),
        ] {
            assert!(ThemeSettings::read(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_address_of_the_style_sheet_changes_with_what_is_in_it() {
        let sheet = |corner_px| {
            ThemeSettings { theme: Theme { corner_px, ..Theme::default() }, ..ThemeSettings::default() }.style_sheet()
        };
        assert_eq!(sheet(8), None);
        assert_ne!(sheet(2).unwrap().0, sheet(3).unwrap().0);
        assert_eq!(sheet(2), sheet(2));
    }
}
