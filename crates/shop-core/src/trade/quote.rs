//! Quote requests for a cart, and new inquiries (storefront specification, sections 4 and 5).

use serde::{Deserialize, Serialize};

use crate::accounts::email::field;
use crate::accounts::email::field::EmailKind;
use crate::base::FieldError;
use crate::checkout::address::{MAX_FIELD_CHARS, one_line};
use crate::platform::messages::codes;

/// Longest message of a quote request or inquiry, in characters: the limit of a review, some two pages.
pub const MAX_MESSAGE_CHARS: usize = 5000;

/// A quote request as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct QuoteForm {
    /// Message of the shopper; may be empty.
    pub message: String,
    /// Name of the sender. Ignored if the sender is logged in.
    pub name: String,
    /// E-mail address for the reply. Ignored if the sender is logged in.
    pub email: String,
    /// Whether the sender is logged in: the form shows no name and e-mail.
    pub known_sender: bool,
    /// Vendor of each cart item; empty in a shop with one vendor.
    pub vendors: Vec<String>,
}

/// Returns the vendor of all items; `Err` if there are several.
pub fn one_vendor(vendors: &[String]) -> Result<Option<&str>, FieldError> {
    let first = vendors.first().map(String::as_str);
    if vendors.iter().any(|vendor| Some(vendor.as_str()) != first) {
        return Err(FieldError::new("vendor", codes::TRADE_QUOTE_VENDORS));
    }
    Ok(first)
}

/// Validates a quote request: items of several vendors first, then a missing name or e-mail (one error for both, at the first
/// that is missing), then an invalid address, then texts that are too long.
///
/// ```
/// use shop_core::trade::quote::{QuoteForm, errors};
/// let form = QuoteForm { name: "Anna".into(), email: "anna@example.museum".into(), ..QuoteForm::default() };
/// assert_eq!(errors(&form)[0].code, "trade_quote_email_invalid");
/// ```
pub fn errors(form: &QuoteForm) -> Vec<FieldError> {
    if let Err(error) = one_vendor(&form.vendors) {
        return vec![error];
    }
    let mut out = Vec::new();
    if !form.known_sender {
        let fields = [("name", &form.name), ("email", &form.email)];
        if let Some((name, _)) = fields.iter().find(|(_, value)| one_line(value).is_empty()) {
            return vec![FieldError::new(*name, codes::TRADE_QUOTE_FILL_ALL)];
        }
        if !field::is_valid(EmailKind::Quote, &form.email) {
            out.push(FieldError::new("email", codes::TRADE_QUOTE_EMAIL_INVALID));
        }
        out.extend(too_long("name", &form.name, MAX_FIELD_CHARS));
    }
    out.extend(too_long("message", &form.message, MAX_MESSAGE_CHARS));
    out
}

fn too_long(field: &str, value: &str, max: usize) -> Option<FieldError> {
    (value.trim().chars().count() > max).then(|| FieldError::new(field, codes::FIELD_TOO_LONG).with("max", max))
}

/// State of the button "request custom quote".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum QuoteButton {
    /// The fields are hidden.
    #[default]
    Closed,
    /// The fields are shown; the button reads "Send custom quote request".
    Open,
    /// The request is running: pressing again does nothing.
    Sending,
}

impl QuoteButton {
    /// Returns the state after a click, with the errors to show. The first click only opens the fields.
    pub fn click(self, form: &QuoteForm) -> (Self, Vec<FieldError>) {
        match self {
            Self::Closed => (Self::Open, Vec::new()),
            Self::Open => {
                let errors = errors(form);
                (if errors.is_empty() { Self::Sending } else { Self::Open }, errors)
            }
            Self::Sending => (Self::Sending, Vec::new()),
        }
    }

    /// Returns the message code of the button's label.
    pub fn label(self) -> &'static str {
        if self == Self::Closed { codes::TRADE_QUOTE_REQUEST } else { codes::TRADE_QUOTE_SEND }
    }
}

/// Next step after the response to a quote request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AfterQuote {
    /// Show the message `trade_quote_received`, then reload: a guest has no conversation page.
    SayAndReload,
    /// Go to the conversation, whose URL is the response.
    GoToConversation,
}

impl QuoteForm {
    /// Returns the next step after the response.
    pub fn after(&self) -> AfterQuote {
        if self.known_sender { AfterQuote::GoToConversation } else { AfterQuote::SayAndReload }
    }
}

/// A new inquiry that can be sent. Only [`inquiry`] creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inquiry {
    // INVARIANT: neither is empty or surrounded by spaces; the title is one line.
    title: String,
    message: String,
}

impl Inquiry {
    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the message with its line breaks.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Validates a new inquiry: "title and message, trimmed, must both be non-empty; otherwise nothing happens and no message is
/// shown". `Ok(None)` is that nothing; texts that are too long are errors.
pub fn inquiry(title: &str, message: &str) -> Result<Option<Inquiry>, Vec<FieldError>> {
    let inquiry = Inquiry { title: one_line(title), message: message.trim().to_owned() };
    if inquiry.title.is_empty() || inquiry.message.is_empty() {
        return Ok(None);
    }
    let long = too_long("title", &inquiry.title, MAX_FIELD_CHARS);
    let errors: Vec<FieldError> =
        long.into_iter().chain(too_long("message", &inquiry.message, MAX_MESSAGE_CHARS)).collect();
    if errors.is_empty() { Ok(Some(inquiry)) } else { Err(errors) }
}

/// A new inquiry as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(default)]
pub struct InquiryForm {
    /// Subject of the inquiry.
    pub title: String,
    /// Text of the inquiry.
    pub message: String,
}

/// Result of sending an inquiry, as data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InquiryOutcome {
    /// Title or message is missing: nothing happens and no message is shown.
    Nothing,
    /// The inquiry cannot be sent.
    Refused {
        /// Errors by field.
        errors: Vec<FieldError>,
    },
    /// The inquiry to send.
    Send {
        /// Title, trimmed, on one line.
        title: String,
        /// Text of the inquiry, trimmed.
        message: String,
    },
}

/// Calls [`inquiry`] and returns the result as data.
///
/// ```
/// use shop_core::trade::quote::{InquiryForm, InquiryOutcome, inquiry_outcome};
/// let form = |title: &str| InquiryForm { title: title.into(), message: "Quanto costa?".into() };
/// assert!(matches!(inquiry_outcome(&form(" Prezzi ")), InquiryOutcome::Send { title, .. } if title == "Prezzi"));
/// assert_eq!(inquiry_outcome(&form(" ")), InquiryOutcome::Nothing);
/// assert!(matches!(inquiry_outcome(&form(&"x".repeat(201))), InquiryOutcome::Refused { .. }));
/// ```
pub fn inquiry_outcome(form: &InquiryForm) -> InquiryOutcome {
    match inquiry(&form.title, &form.message) {
        Ok(None) => InquiryOutcome::Nothing,
        Ok(Some(Inquiry { title, message })) => InquiryOutcome::Send { title, message },
        Err(errors) => InquiryOutcome::Refused { errors },
    }
}

/// View of the quote button after a click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuoteClick {
    pub button: QuoteButton,
    /// Message code of its label.
    #[cfg_attr(feature = "ts", tsify(type = "string"))]
    pub label: std::borrow::Cow<'static, str>,
    /// Errors to show.
    pub errors: Vec<FieldError>,
    /// Next step once the response arrives.
    pub after: AfterQuote,
}

/// Calls [`QuoteButton::click`] and returns the result as data.
///
/// ```
/// use shop_core::trade::quote::{QuoteButton, QuoteForm, click};
/// let empty = QuoteForm::default();
/// assert_eq!(click(QuoteButton::Closed, &empty).button, QuoteButton::Open);
/// let refused = click(QuoteButton::Open, &empty);
/// assert_eq!((refused.button, &*refused.errors[0].code), (QuoteButton::Open, "trade_quote_fill_all"));
/// let known = QuoteForm { known_sender: true, ..empty };
/// assert_eq!(click(QuoteButton::Open, &known).button, QuoteButton::Sending);
/// ```
pub fn click(button: QuoteButton, form: &QuoteForm) -> QuoteClick {
    let (button, errors) = button.click(form);
    QuoteClick { button, label: button.label().into(), errors, after: form.after() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(name: &str, email: &str) -> QuoteForm {
        QuoteForm { name: name.to_owned(), email: email.to_owned(), ..QuoteForm::default() }
    }

    fn field_errors(form: &QuoteForm) -> Vec<(String, String)> {
        errors(form).into_iter().map(|error| (error.field, error.code.into_owned())).collect()
    }

    #[test]
    fn name_and_email_are_needed_before_anything_else_is_said() {
        for (name, email, field) in [
            ("", "", "name"),
            ("", "a@b.it", "name"),
            (" ", "x", "name"),
            ("Anna", "", "email"),
            ("Anna", " ", "email"),
        ] {
            let code = "trade_quote_fill_all".to_owned();
            assert_eq!(field_errors(&form(name, email)), [(field.to_owned(), code)], "{name:?} {email:?}");
        }
    }

    #[test]
    fn the_last_label_of_the_address_has_two_to_four_letters_or_digits() {
        for email in ["a@b.it", "a@b.info", "a@b.co.uk", "a@b.i2"] {
            assert_eq!(errors(&form("Anna", email)), [], "{email}");
        }
        for email in ["a@b.i", "a@b.museum", "a@b", "a@b.i-t", "a@b.òo", " a@b.it", "a@b.it ", "a b@c.it", "@b.it"] {
            let code = "trade_quote_email_invalid".to_owned();
            assert_eq!(field_errors(&form("Anna", email)), [("email".to_owned(), code)], "{email}");
        }
    }

    #[test]
    fn a_known_sender_gives_no_name_or_address() {
        let known = QuoteForm { known_sender: true, ..form("", "no address") };
        assert_eq!(errors(&known), []);
        assert_eq!(known.after(), AfterQuote::GoToConversation);
        assert_eq!(form("", "").after(), AfterQuote::SayAndReload);
    }

    #[test]
    fn items_of_more_than_one_vendor_are_refused_alone() {
        let vendors = |names: &[&str]| QuoteForm {
            vendors: names.iter().map(|name| (*name).to_owned()).collect(),
            ..form("Anna", "a@b.it")
        };
        for names in [&["7", "8"][..], &["7", "7", ""], &["", "7"]] {
            assert_eq!(field_errors(&vendors(names))[0].1, "trade_quote_vendors", "{names:?}");
        }
        assert_eq!(errors(&vendors(&["7", "7"])), []);
        assert_eq!(one_vendor(&vendors(&["7", "7"]).vendors), Ok(Some("7")));
        assert_eq!(one_vendor(&[]), Ok(None));
    }

    #[test]
    fn long_texts_are_refused_where_they_stand() {
        let long = QuoteForm { message: "x".repeat(5001), ..form(&"x".repeat(201), "a@b.it") };
        let fields: Vec<String> = errors(&long).into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["name", "message"]);
    }

    #[test]
    fn the_first_click_opens_and_only_a_right_form_is_sent_once() {
        let (button, shown) = QuoteButton::default().click(&form("", ""));
        assert_eq!((button, shown.len(), button.label()), (QuoteButton::Open, 0, "trade_quote_send"));
        let (button, shown) = button.click(&form("", ""));
        assert_eq!((button, shown.len()), (QuoteButton::Open, 1));
        let (button, shown) = button.click(&form("Anna", "a@b.it"));
        assert_eq!((button, shown.len()), (QuoteButton::Sending, 0));
        assert_eq!(button.click(&form("", "")), (QuoteButton::Sending, vec![]));
        assert_eq!(QuoteButton::Closed.label(), "trade_quote_request");
    }

    #[test]
    fn an_inquiry_as_data_says_the_same() {
        let form = |title: &str, message: &str| InquiryForm { title: title.into(), message: message.into() };
        assert_eq!(inquiry_outcome(&form("", "x")), InquiryOutcome::Nothing);
        let sent = InquiryOutcome::Send { title: "Prezzi".into(), message: "Quanto?".into() };
        assert_eq!(inquiry_outcome(&form(" Prezzi", "Quanto? ")), sent);
        assert!(
            matches!(inquiry_outcome(&form(&"x".repeat(201), "x")), InquiryOutcome::Refused { errors } if errors.len() == 1)
        );
    }

    #[test]
    fn an_inquiry_without_title_or_message_does_nothing() {
        for (title, message) in [("", ""), ("Prezzi", " \n"), (" ", "Quanto costa?"), ("\n", "x")] {
            assert_eq!(inquiry(title, message), Ok(None), "{title:?} {message:?}");
        }
        let sent = inquiry(" Prezzi\nnetti ", " Quanto\ncosta? ").unwrap().unwrap();
        assert_eq!((sent.title(), sent.message()), ("Prezzi netti", "Quanto\ncosta?"));
        assert_eq!(inquiry(&"x".repeat(201), &"x".repeat(5001)).unwrap_err().len(), 2);
    }
}
