//! A company's offers: `/my-account/offers/`.

use serde::Serialize;

use crate::trade::offer::OfferStanding;

/// The offers to the buyer's company.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOffers {
    /// This page's offers, newest first.
    pub offers: Vec<AccountOffer>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// Whether the account may put them into the cart.
    pub can_take: bool,
}

/// An offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOffer {
    /// Id, which is its number.
    pub id: i64,
    /// What it is called.
    pub title: String,
    /// What can be done with it.
    pub standing: OfferStanding,
    /// The same in words.
    pub standing_label: String,
    /// The company sees it for the first time.
    pub is_new: bool,
    /// When it was sent, written out.
    pub sent: String,
    /// Until when it holds, in words.
    pub validity: String,
    /// Lines, in order.
    pub lines: Vec<AccountOfferLine>,
    /// Sum without tax.
    pub net_cents: i64,
    pub tax_cents: i64,
    /// With tax; delivery comes on top.
    pub total_cents: i64,
    /// The merchant's words; may be empty.
    pub notes: String,
    /// Where its document is.
    pub pdf_path: String,
}

/// A line of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOfferLine {
    /// What is offered, or words.
    pub text: String,
    /// Page of the product; empty: the line is words, or the product is no longer sold.
    pub path: String,
    /// Pieces; 0: the line is words.
    pub quantity: i64,
    /// Price of a piece without tax.
    pub unit_cents: i64,
    /// All pieces without tax.
    pub net_cents: i64,
}
