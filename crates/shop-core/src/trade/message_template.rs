//! Reply templates of the merchant. Placeholders in braces are filled in when a template is used.

use serde::{Deserialize, Serialize};

use super::quote::MAX_MESSAGE_CHARS;
use crate::base::FieldError;
use crate::platform::input::Check;

/// Longest name of a template, in characters.
pub const MAX_TEMPLATE_NAME_CHARS: usize = 100;

/// A template as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MessageTemplateForm {
    /// Name for the merchant to find it by; at most 100 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 100))]
    pub name: String,
    /// Text of the reply; `{nome}` becomes the buyer's name, `{numero}` the number of the conversation. At most 5,000 characters.
    #[cfg_attr(feature = "openapi", schema(max_length = 5000))]
    pub body: String,
}

/// Validates a template and returns it trimmed.
///
/// # Errors
/// `name` or `body` is missing or too long.
pub fn check(form: &MessageTemplateForm) -> Result<MessageTemplateForm, Vec<FieldError>> {
    let mut check = Check::default();
    let name = check.required("name", form.name.trim(), MAX_TEMPLATE_NAME_CHARS);
    let body = check.required("body", form.body.replace("\r\n", "\n").trim(), MAX_MESSAGE_CHARS);
    check.done(MessageTemplateForm { name, body })
}

/// Fills in a template for a conversation. Other braces stay as they are, and so do braces in the name.
///
/// ```
/// use shop_core::trade::message_template::filled;
/// assert_eq!(filled("Gentile {nome}, la n. {numero}: {altro}", "Anna {numero}", 7), "Gentile Anna {numero}, la n. 7: {altro}");
/// ```
pub fn filled(template: &str, name: &str, number: i64) -> String {
    let mut out = String::with_capacity(template.len() + name.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        rest = if let Some(after) = from.strip_prefix("{nome}") {
            out.push_str(name);
            after
        } else if let Some(after) = from.strip_prefix("{numero}") {
            out.push_str(&number.to_string());
            after
        } else {
            out.push('{');
            from.get(1..).unwrap_or_default()
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_number_are_filled_in_wherever_they_stand() {
        for (template, expected) in [
            ("", ""),
            ("{nome}", "Anna"),
            ("{nome}{nome} {numero}", "AnnaAnna 7"),
            ("{ {nome", "{ {nome"),
            ("{{nome}}", "{Anna}"),
            ("{NOME}", "{NOME}"),
        ] {
            assert_eq!(filled(template, "Anna", 7), expected);
        }
    }

    #[test]
    fn a_template_has_a_name_and_a_text() {
        let form = |name: &str, body: &str| MessageTemplateForm { name: name.into(), body: body.into() };
        assert_eq!(check(&form(" Saluto ", " Ciao\r\n{nome} ")), Ok(form("Saluto", "Ciao\n{nome}")));
        for (name, body, field) in [("", "x", "name"), ("x", " ", "body"), (&*"x".repeat(101), "x", "name")] {
            assert_eq!(check(&form(name, body)).unwrap_err()[0].field, field);
        }
        assert!(check(&form("x", &"x".repeat(5001))).is_err());
    }
}
