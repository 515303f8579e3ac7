//! Offers: goods at prices that the merchant sets for one company (storefront specification, sections 1, 2 and 7).

use serde::{Deserialize, Serialize};

use crate::base::text::md5_hex;
use crate::base::time::UnixSeconds;
use crate::base::{Cents, OfferId, ProductId, wire_enum};

wire_enum! {
    /// Stored state of an offer.
    OfferState {
        /// The merchant is writing it; nobody else sees it.
        Draft = "draft",
        /// The company can take it while it is valid.
        Sent = "sent",
        /// The merchant withdrew it.
        Withdrawn = "withdrawn",
        /// It was for a single order, which has been placed.
        Accepted = "accepted",
    } default Draft
}

wire_enum! {
    /// Status of an offer as its buyer sees it.
    OfferStatus {
        /// It can be put into the cart.
        Open = "open",
        /// Its last day has passed.
        Ended = "ended",
        /// The merchant withdrew it.
        Withdrawn = "withdrawn",
        /// It has been ordered.
        Used = "used",
    } default Open
}

impl OfferStatus {
    /// Returns the status that the buyer sees now; `None`: the offer is not visible to the buyer yet.
    ///
    /// ```
    /// use shop_core::trade::offer::{OfferStatus, OfferState};
    /// assert_eq!(OfferStatus::from_state(OfferState::Sent, Some(100), 99), Some(OfferStatus::Open));
    /// assert_eq!(OfferStatus::from_state(OfferState::Sent, Some(100), 100), Some(OfferStatus::Ended));
    /// assert_eq!(OfferStatus::from_state(OfferState::Accepted, Some(100), 100), Some(OfferStatus::Used));
    /// ```
    pub fn from_state(state: OfferState, valid_until: Option<UnixSeconds>, now: UnixSeconds) -> Option<Self> {
        match state {
            OfferState::Draft => None,
            OfferState::Withdrawn => Some(Self::Withdrawn),
            OfferState::Accepted => Some(Self::Used),
            OfferState::Sent if valid_until.is_some_and(|end| now >= end) => Some(Self::Ended),
            OfferState::Sent => Some(Self::Open),
        }
    }
}

/// Goods in a line of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferGoods {
    /// Product or variation.
    pub product_id: ProductId,
    /// Values of the attributes that the variation leaves open.
    pub variation: Vec<(String, String)>,
    /// Choices besides the variation, in the format of cart lines.
    pub choices: Vec<(String, String)>,
    /// Number of pieces, at least 1.
    pub quantity: u32,
    /// Unit price with all choices included, with or without tax as the merchant enters prices.
    pub price_cents: Cents,
}

/// A line of an offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OfferLine {
    Goods(OfferGoods),
    /// A line of text between the goods.
    Text {
        /// Exactly as typed.
        text: String,
    },
}

impl OfferLine {
    /// Returns the goods of the line; `None`: the line is text.
    pub const fn goods(&self) -> Option<&OfferGoods> {
        match self {
            Self::Goods(goods) => Some(goods),
            Self::Text { .. } => None,
        }
    }
}

/// Offer data stored besides the database columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OfferContent {
    /// Lines, in order.
    pub lines: Vec<OfferLine>,
    /// The merchant's note to the buyer; may be empty.
    pub notes: String,
}

impl OfferContent {
    /// Iterates over the goods with their line index.
    pub fn goods(&self) -> impl Iterator<Item = (usize, &OfferGoods)> {
        self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.goods()?)))
    }
}

/// Marks a cart line as belonging to an offer. Only the server writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineOffer {
    pub id: OfferId,
    /// Index of the offer's line, counted from 0.
    pub line: usize,
    /// Unit price with all choices included, as entered. It replaces the product's own price.
    pub price_cents: Cents,
    /// First second at which the offer is no longer valid; `None`: it does not expire.
    pub valid_until: Option<UnixSeconds>,
}

/// Returns the cart key for a line of an offer. It differs from `key`, the key of the same goods without the offer, so that the
/// two do not merge.
///
/// ```
/// use shop_core::base::OfferId;
/// use shop_core::trade::offer::line_key;
/// assert_ne!(line_key("a", OfferId(1), 2), line_key("a", OfferId(1), 3));
/// assert_eq!(line_key("a", OfferId(1), 2).len(), 32);
/// ```
pub fn line_key(key: &str, id: OfferId, line: usize) -> String {
    md5_hex(format!("{key}_offer:{id}:{line}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_an_offer_outweighs_its_end() {
        for (state, standing) in [
            (OfferState::Draft, None),
            (OfferState::Withdrawn, Some(OfferStatus::Withdrawn)),
            (OfferState::Accepted, Some(OfferStatus::Used)),
            (OfferState::Sent, Some(OfferStatus::Ended)),
        ] {
            assert_eq!(OfferStatus::from_state(state, Some(5), 10), standing, "{state:?}");
        }
        assert_eq!(OfferStatus::from_state(OfferState::Sent, None, i64::MAX), Some(OfferStatus::Open));
    }

    #[test]
    fn stored_lines_read_as_they_were_written() {
        let text = r#"{"lines":[{"kind":"goods","product_id":7,"quantity":3,"price_cents":990},{"kind":"text","text":"Su misura"}]}"#;
        let content: OfferContent = serde_json::from_str(text).unwrap();
        assert_eq!(content.goods().map(|(at, goods)| (at, goods.quantity)).collect::<Vec<_>>(), [(0, 3)]);
        let again: OfferContent = serde_json::from_str(&serde_json::to_string(&content).unwrap()).unwrap();
        assert_eq!(again, content);
    }
}
