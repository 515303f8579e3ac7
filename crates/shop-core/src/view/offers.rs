//! A company's offers: `/my-account/offers/`.

use crate::base::Cents;
use serde::Serialize;

use crate::trade::offer::OfferStatus;

/// The offers to the buyer's company.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOffers {
    /// Offers of this page, newest first.
    pub offers: Vec<AccountOffer>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// Whether the account can add them to the cart.
    pub can_take: bool,
}

/// An offer to the company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOffer {
    /// Id, which is also its number.
    pub id: i64,
    /// Title of the offer.
    pub title: String,
    /// Status for the buyer.
    pub standing: OfferStatus,
    /// Status as displayed.
    pub standing_label: String,
    /// Whether the company sees it for the first time.
    pub is_new: bool,
    /// Formatted time of sending.
    pub sent: String,
    /// Validity, as a text.
    pub validity: String,
    /// Lines, in order.
    pub lines: Vec<AccountOfferLine>,
    /// Sum without tax.
    pub net_cents: Cents,
    pub tax_cents: Cents,
    /// Sum with tax, without delivery.
    pub total_cents: Cents,
    /// The merchant's note; may be empty.
    pub notes: String,
    /// URL of its PDF document.
    pub pdf_path: String,
}

/// A line of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AccountOfferLine {
    /// Name of the goods, or a text.
    pub text: String,
    /// Page of the product; empty: the line is a text, or the product is no longer sold.
    pub path: String,
    /// Number of pieces; 0: the line is a text.
    pub quantity: i64,
    /// Unit price without tax.
    pub unit_cents: Cents,
    /// Line total without tax.
    pub net_cents: Cents,
}
