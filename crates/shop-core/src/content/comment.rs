//! Comments on pages and posts, their reply form, and checks shared with reviews.

mod thread;

use serde::{Deserialize, Serialize};

use crate::accounts::email;
use crate::base::FieldError;
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

pub use thread::{CommentStatus, MAX_AN_HOUR, MAX_DEPTH, TRAP_FIELD, first_status, takes_answers};

/// Longest text of a comment or review, in characters: some two pages.
pub const MAX_TEXT_CHARS: usize = 5000;
/// Maximum number of links in a text. More indicate spam: the platform whose comments these follow holds texts with two links for
/// moderation.
pub const MAX_LINKS: usize = 2;

/// A comment as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct CommentForm {
    /// Name of the author. Ignored if the author is logged in.
    pub name: String,
    /// The author's e-mail address, never shown. Ignored if the author is logged in.
    pub email: String,
    /// Text of the comment; may have several lines.
    pub text: String,
    /// Whether the author is logged in: the form shows no name and e-mail.
    pub known_writer: bool,
}

/// A valid comment, or the text of a valid review. Only their checks create it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    // INVARIANT: the form that this was made from had no errors.
    name: String,
    email: String,
    text: String,
}

impl Comment {
    /// Creates a comment from validated values, trimmed. Name and address of a logged-in author are not taken from the form.
    pub(crate) fn from_validated(name: &str, email: &str, text: &str, known_writer: bool) -> Self {
        let writer = |text: &str| if known_writer { String::new() } else { one_line(text) };
        Self { name: writer(name), email: writer(email), text: text.trim().to_owned() }
    }

    /// Returns the author's name; empty if the author is logged in.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the author's e-mail address; empty if the author is logged in.
    pub fn email(&self) -> &str {
        &self.email
    }

    /// Returns the text with its line breaks. It is not HTML: escape it for output.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Returns the errors in page order.
///
/// ```
/// use shop_core::content::comment::{CommentForm, errors};
/// let form = CommentForm { text: " ".into(), known_writer: true, ..CommentForm::default() };
/// assert_eq!(errors(&form)[0].code, "comment_text_required");
/// ```
pub fn errors(form: &CommentForm) -> Vec<FieldError> {
    let text = text_error(&form.text, codes::COMMENT_TEXT_REQUIRED);
    let mut out: Vec<FieldError> = text.into_iter().collect();
    if !form.known_writer {
        out.extend(writer_errors(&form.name, &form.email));
    }
    out
}

/// Validates a comment and returns it trimmed.
pub fn check(form: &CommentForm) -> Result<Comment, Vec<FieldError>> {
    let errors = errors(form);
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(Comment::from_validated(&form.name, &form.email, &form.text, form.known_writer))
}

/// Returns the error of a text, if any.
pub(crate) fn text_error(text: &str, required: &'static str) -> Option<FieldError> {
    let text = text.trim();
    if text.is_empty() {
        Some(FieldError::new("text", required))
    } else if text.chars().count() > MAX_TEXT_CHARS {
        Some(FieldError::new("text", codes::FIELD_TOO_LONG).with("max", MAX_TEXT_CHARS))
    } else if links(text) > MAX_LINKS {
        Some(FieldError::new("text", codes::COMMENT_TOO_MANY_LINKS).with("max", MAX_LINKS))
    } else {
        None
    }
}

/// Returns the errors of the author's name and address.
pub(crate) fn writer_errors(name: &str, address: &str) -> Vec<FieldError> {
    let mut out = Vec::new();
    let name = one_line(name);
    if name.is_empty() {
        out.push(FieldError::new("name", codes::COMMENT_NAME_REQUIRED));
    } else if name.chars().count() > MAX_FIELD_CHARS {
        out.push(FieldError::new("name", codes::FIELD_TOO_LONG).with("max", MAX_FIELD_CHARS));
    } else if links(&name) > 0 {
        out.push(FieldError::new("name", codes::COMMENT_NAME_LINK));
    }
    let address = one_line(address);
    if address.is_empty() {
        out.push(FieldError::new("email", codes::COMMENT_EMAIL_REQUIRED));
    } else if !email::is_valid(&address) {
        out.push(FieldError::new("email", codes::COMMENT_EMAIL_INVALID));
    }
    out
}

/// Counts the web addresses in a text: "http://", "https://", and "www." without a scheme before it. Case does not matter.
fn links(text: &str) -> usize {
    let text = text.to_ascii_lowercase();
    let schemes = text.matches("://").count();
    schemes + text.matches("www.").count() - text.matches("://www.").count()
}

/// The reply form: at its default position, or under the comment that it replies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(transparent)]
pub struct ReplyForm {
    /// Value of `comment_parent` on the wire: the comment replied to, 0 for none.
    parent: u32,
}

impl ReplyForm {
    /// Moves the form under a comment, after its reply link is followed.
    pub const fn under(comment: u32) -> Self {
        Self { parent: comment }
    }

    /// Moves the form back to its default position, after the cancel link is followed.
    #[must_use]
    pub const fn cancelled(self) -> Self {
        Self { parent: 0 }
    }

    /// Returns the comment replied to; `None`: the form is at its default position.
    pub const fn answers(self) -> Option<u32> {
        if self.parent == 0 { None } else { Some(self.parent) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, email: &str, text: &str) -> CommentForm {
        CommentForm { name: name.into(), email: email.into(), text: text.into(), known_writer: false }
    }

    fn error_codes(form: &CommentForm) -> Vec<String> {
        errors(form).into_iter().map(|error| error.code.into_owned()).collect()
    }

    #[test]
    fn everything_that_is_missing_is_said_at_once() {
        let all = ["comment_text_required", "comment_name_required", "comment_email_required"];
        assert_eq!(error_codes(&form("", "", "")), all);
        assert_eq!(error_codes(&form(" ", "\t", " \n ")), all);
        assert_eq!(error_codes(&CommentForm { known_writer: true, ..CommentForm::default() }), all[..1]);
    }

    #[test]
    fn a_text_at_its_limits_passes_and_beyond_them_not() {
        assert_eq!(error_codes(&form("Anna", "a@b.it", &"è".repeat(5000))), Vec::<String>::new());
        assert_eq!(error_codes(&form("Anna", "a@b.it", &"è".repeat(5001))), ["field_too_long"]);
        for (text, ok) in [
            ("http://a.it e https://www.b.it", true),
            ("www.a.it www.b.it", true),
            ("http://a.it http://b.it http://c.it", false),
            ("HTTP://a.it WWW.b.it https://c.it", false),
            ("a://b c://d e://f", false),
        ] {
            assert_eq!(error_codes(&form("Anna", "a@b.it", text)).is_empty(), ok, "{text}");
        }
    }

    #[test]
    fn names_and_addresses_that_are_none_are_refused() {
        for (name, email, code) in [
            ("www.casino.example", "a@b.it", "comment_name_link"),
            ("https://x.it", "a@b.it", "comment_name_link"),
            ("Anna", "a@b", "comment_email_invalid"),
            ("Anna", "a b@c.it", "comment_email_invalid"),
        ] {
            assert_eq!(error_codes(&form(name, email, "Buono")), [code], "{name} {email}");
        }
        assert_eq!(error_codes(&form(&"x".repeat(201), "a@b.it", "Buono")), ["field_too_long"]);
    }

    #[test]
    fn a_checked_comment_has_a_name_of_one_line() {
        let comment = check(&form(" Anna\r\nRossi ", " a@b.it ", " Buono\ne bello ")).unwrap();
        assert!(!comment.name().contains(['\r', '\n']));
        assert_eq!((comment.email(), comment.text()), ("a@b.it", "Buono\ne bello"));
        let known = CommentForm { known_writer: true, ..form("Altri", "x", "Buono") };
        assert_eq!(check(&known).unwrap().name(), "", "a known writer's name is not taken from the form");
    }

    #[test]
    fn the_reply_form_moves_and_comes_back() {
        assert_eq!(ReplyForm::default().answers(), None);
        assert_eq!(ReplyForm::under(7).answers(), Some(7));
        assert_eq!(ReplyForm::under(7).cancelled().answers(), None);
    }
}
