//! Conversations of buyers with the shop: what they are about, who writes, and what a message may be (storefront
//! specification, sections 2, 3 and 7).

use serde::{Deserialize, Serialize};

use super::quote::MAX_MESSAGE_CHARS;
use crate::base::{Cents, FieldError, ProductId, wire_enum};
use crate::platform::messages::codes;

/// Type of the conversations that begin with a quote request, on the wire and in the database.
pub const QUOTE: &str = "quote";

wire_enum! {
    /// Whether a conversation goes on.
    ConversationState {
        Open = "open",
        /// The merchant has closed it; another message of the buyer's opens it again.
        Closed = "closed",
    } default Open
}

wire_enum! {
    /// Which side wrote a message.
    MessageAuthor {
        Buyer = "buyer",
        Shop = "shop",
    } default Buyer
}

/// What a conversation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationKind {
    /// A quote of a cart.
    Quote,
    /// An inquiry of one of the merchant's types, by its Italian name.
    Inquiry(String),
}

impl ConversationKind {
    /// The name on the wire and in the database.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Quote => QUOTE,
            Self::Inquiry(name) => name,
        }
    }

    /// Reads that name.
    pub fn of(name: String) -> Self {
        if name == QUOTE { Self::Quote } else { Self::Inquiry(name) }
    }
}

/// An attribute that was chosen of a product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedChoice {
    /// What is chosen: "Formato".
    pub label: String,
    /// The choice: "35 g".
    pub value: String,
}

/// A line of a cart when a quote of it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedLine {
    pub product_id: ProductId,
    /// The variation; `None`: the product has none.
    pub variation_id: Option<ProductId>,
    /// Its name then.
    pub name: String,
    /// Its SKU then; may be empty.
    pub sku: String,
    /// What was chosen of it.
    pub choices: Vec<QuotedChoice>,
    pub quantity: i64,
    /// Price of a piece then, as the cart showed it.
    pub unit_price_cents: Cents,
    /// Price of a piece then, with or without tax as the merchant enters prices; `None`: it was not kept.
    #[serde(default)]
    pub entered_price_cents: Option<Cents>,
    /// Price of all its pieces then, as the cart showed it; `None`: an older quote, of which only the price of a piece is known.
    /// It may differ from the rounded price of a piece times the quantity by some cents.
    #[serde(default)]
    pub shown_total_cents: Option<Cents>,
    /// Values of the variation's attributes, as the cart keeps them.
    #[serde(default)]
    pub variation: Vec<(String, String)>,
    /// Choices beside the variation, as the cart keeps them.
    #[serde(default)]
    pub purchase_choices: Vec<(String, String)>,
}

impl QuotedLine {
    /// The price of all its pieces, as the cart showed it.
    pub fn total_cents(&self) -> Cents {
        self.shown_total_cents.unwrap_or(Cents(self.unit_price_cents.0.saturating_mul(self.quantity)))
    }
}

/// The cart that a quote was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedCart {
    pub lines: Vec<QuotedLine>,
    /// Whether prices are with VAT.
    pub with_tax: bool,
    /// Its subtotal then, as the cart showed it; `None`: an older quote.
    #[serde(default)]
    pub shown_total_cents: Option<Cents>,
}

impl QuotedCart {
    /// What its lines cost together, without delivery and reductions: what the cart showed.
    pub fn total_cents(&self) -> Cents {
        let added_up = || Cents(self.lines.iter().fold(0, |sum, line| line.total_cents().0.saturating_add(sum)));
        self.shown_total_cents.unwrap_or_else(added_up)
    }
}

/// A message as it is kept: trimmed, its lines kept. One with a file may be empty.
///
/// # Errors
/// It is empty, or longer than [`MAX_MESSAGE_CHARS`] characters: about the field `message`.
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

/// One of a list's names, as a form sends it: the vendor, or the type of an inquiry.
///
/// # Errors
/// It is none of the list's: about the field, with this code.
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
        // Three pieces of 0.333 euros with tax: 0.33 each, a euro together.
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
        assert_eq!(ConversationKind::of("quote".into()), ConversationKind::Quote);
        for name in ["quote", "Ordine"] {
            assert_eq!(ConversationKind::of(name.into()).as_str(), name);
        }
    }
}
