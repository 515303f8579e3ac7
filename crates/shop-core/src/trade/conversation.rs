//! Conversations of buyers with the shop: their subjects, authors and message rules (storefront specification, sections 2, 3 and
//! 7).

use serde::{Deserialize, Serialize};

use super::quote::MAX_MESSAGE_CHARS;
use crate::base::{Cents, FieldError, ProductId, wire_enum};
use crate::platform::messages::codes;

/// Type of conversations that start with a quote request, on the wire and in the database.
pub const QUOTE: &str = "quote";

wire_enum! {
    /// Whether a conversation is open.
    ConversationState {
        Open = "open",
        /// The merchant has closed it; another message of the buyer reopens it.
        Closed = "closed",
    } default Open
}

wire_enum! {
    /// The side that wrote a message.
    MessageAuthor {
        Buyer = "buyer",
        Shop = "shop",
    } default Buyer
}

/// Subject of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationKind {
    /// A quote for a cart.
    Quote,
    /// An inquiry of one of the merchant's types, given by its Italian name.
    Inquiry(String),
}

impl ConversationKind {
    /// Returns the name on the wire and in the database.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Quote => QUOTE,
            Self::Inquiry(name) => name,
        }
    }

    /// Parses the name on the wire and in the database.
    pub fn parse(name: String) -> Self {
        if name == QUOTE { Self::Quote } else { Self::Inquiry(name) }
    }
}

/// A chosen attribute of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedChoice {
    /// Label of the attribute: "Formato".
    pub label: String,
    /// Chosen value: "35 g".
    pub value: String,
}

/// A cart line as it was when a quote was requested.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedLine {
    pub product_id: ProductId,
    /// The variation; `None`: the product has no variations.
    pub variation_id: Option<ProductId>,
    /// Product name at that time.
    pub name: String,
    /// SKU at that time; may be empty.
    pub sku: String,
    /// Attributes that were chosen.
    pub choices: Vec<QuotedChoice>,
    pub quantity: i64,
    /// Unit price at that time, as the cart showed it.
    pub unit_price_cents: Cents,
    /// Unit price at that time, with or without tax as the merchant enters prices; `None`: not recorded.
    #[serde(default)]
    pub entered_price_cents: Option<Cents>,
    /// Line total at that time, as the cart showed it; `None`: an older quote, for which only the unit price was recorded. It may
    /// differ by some cents from the rounded unit price times the quantity.
    #[serde(default)]
    pub shown_total_cents: Option<Cents>,
    /// Attribute values of the variation, in the format of cart lines.
    #[serde(default)]
    pub variation: Vec<(String, String)>,
    /// Choices besides the variation, in the format of cart lines.
    #[serde(default)]
    pub purchase_choices: Vec<(String, String)>,
}

impl QuotedLine {
    /// Returns the line total as the cart showed it.
    pub fn total_cents(&self) -> Cents {
        self.shown_total_cents.unwrap_or(Cents(self.unit_price_cents.0.saturating_mul(self.quantity)))
    }
}

/// The cart that a quote was requested for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedCart {
    pub lines: Vec<QuotedLine>,
    /// Whether the prices include VAT.
    pub with_tax: bool,
    /// Subtotal at that time, as the cart showed it; `None`: an older quote.
    #[serde(default)]
    pub shown_total_cents: Option<Cents>,
}

impl QuotedCart {
    /// Returns the sum of the lines as the cart showed it, without delivery and discounts.
    pub fn total_cents(&self) -> Cents {
        let added_up = || Cents(self.lines.iter().fold(0, |sum, line| line.total_cents().0.saturating_add(sum)));
        self.shown_total_cents.unwrap_or_else(added_up)
    }
}

/// Validates a message and returns it trimmed, with its line breaks. A message with a file may be empty.
///
/// # Errors
/// The message is empty or longer than [`MAX_MESSAGE_CHARS`] characters: an error of the field `message`.
///
/// ```
/// use shop_core::trade::conversation::message;
/// assert_eq!(message(" Buongiorno,\r\nquando arriva? ", false).unwrap(), "Buongiorno,\nquando arriva?");
/// assert_eq!(message(" ", true).unwrap(), "");
/// assert_eq!(message(" ", false).unwrap_err().code, "conversation_message_required");
/// ```
pub fn message(typed: &str, has_files: bool) -> Result<String, FieldError> {
    let text = typed.replace("\r\n", "\n");
    let text = text.trim();
    if text.is_empty() && !has_files {
        return Err(FieldError::new("message", codes::CONVERSATION_MESSAGE_REQUIRED));
    }
    if text.chars().count() > MAX_MESSAGE_CHARS {
        return Err(FieldError::new("message", codes::FIELD_TOO_LONG).with("max", MAX_MESSAGE_CHARS));
    }
    Ok(text.to_owned())
}

/// Finds the submitted name in a list: the vendor, or the type of an inquiry.
///
/// # Errors
/// The name is not in the list: an error of the field, with the given code.
pub fn one_of<'a>(field: &str, code: &'static str, names: &'a [String], sent: &str) -> Result<&'a str, FieldError> {
    let sent = sent.trim();
    names.iter().find(|name| name.as_str() == sent).map(String::as_str).ok_or_else(|| FieldError::new(field, code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_5000_characters_at_most() {
        assert_eq!(message(&"è".repeat(5000), false).map(|text| text.chars().count()), Ok(5000));
        assert_eq!(message(&"è".repeat(5001), true).unwrap_err().code, "field_too_long");
    }

    #[test]
    fn a_quoted_cart_adds_its_lines_up_and_never_overflows() {
        let line = |unit, quantity| QuotedLine { unit_price_cents: Cents(unit), quantity, ..QuotedLine::default() };
        let cart = |lines: &[QuotedLine]| {
            QuotedCart { lines: lines.to_vec(), with_tax: true, shown_total_cents: None }.total_cents().0
        };
        assert_eq!(cart(&[line(7200, 2), line(50, 3)]), 14_550);
        assert_eq!(cart(&[line(i64::MAX, 2), line(1, 1)]), i64::MAX);
        assert_eq!(cart(&[]), 0);
    }

    #[test]
    fn a_quoted_cart_shows_what_the_cart_showed_whatever_rounded_prices_come_to() {
        // Three pieces at 0.333 euros with tax: 0.33 each, one euro together.
        let line = QuotedLine {
            unit_price_cents: Cents(33),
            quantity: 3,
            shown_total_cents: Some(Cents(100)),
            ..QuotedLine::default()
        };
        let mut cart = QuotedCart { lines: vec![line.clone(), line], with_tax: true, shown_total_cents: None };
        assert_eq!(cart.total_cents(), Cents(200));
        cart.shown_total_cents = Some(Cents(199));
        assert_eq!(cart.total_cents(), Cents(199));
    }

    #[test]
    fn only_a_name_of_the_list_is_taken() {
        let names = ["Ordine".to_owned(), "Reclamo".to_owned()];
        let code = codes::CONVERSATION_TYPE_UNKNOWN;
        assert_eq!(one_of("type", code, &names, " Reclamo "), Ok("Reclamo"));
        for sent in ["", "reclamo", "quote", "Ordine,Reclamo"] {
            assert_eq!(one_of("type", code, &names, sent).unwrap_err().field, "type", "{sent}");
        }
    }

    #[test]
    fn the_quote_is_a_type_of_its_own() {
        assert_eq!(ConversationKind::parse("quote".into()), ConversationKind::Quote);
        for name in ["quote", "Ordine"] {
            assert_eq!(ConversationKind::parse(name.into()).as_str(), name);
        }
    }
}
