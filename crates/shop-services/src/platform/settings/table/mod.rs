//! Declarations of all settings, by section.

mod accounts;
mod analytics;
mod attribution;
mod checkout;
pub(super) mod consent;
mod conversations;
mod delivery_days;
mod einvoices;
pub(super) mod email_capture;
mod express;
mod goods;
mod newsletter;
mod notices;
mod payments;
mod retention;
mod shop;
mod taxes;
mod trade;
mod vat;

pub use accounts::{AccountSettings, CommentSettings, MailSettings, ReviewSettings};
pub use analytics::{AnalyticsSettings, MEASUREMENT, OWN_STATISTICS, TAG_MANAGER};
pub use attribution::AttributionShopSettings;
pub use checkout::{CheckoutSettings, ExtraField};
pub use consent::{ConsentServices, ConsentShopSettings};
pub use conversations::{ConversationSettings, QuoteAudience};
pub use delivery_days::{DeliveryDayAudience, DeliveryDaySettings};
pub use einvoices::{CarrierChoice, EInvoiceSettings, ExemptNature, TaxRegime};
pub use email_capture::EmailCaptureSettings;
pub use express::{ButtonTheme, ButtonWords, ExpressPlace, ExpressSettings};
pub use goods::{ListingSettings, QuickViewPlace, QuickViewShopSettings, StockSettings};
pub use newsletter::NewsletterSettings;
pub use notices::{ChatShopSettings, NoticeSettings};
pub use payments::{BnplShopSettings, PaymentLayout, PaymentSettings};
pub use retention::RetentionSettings;
pub use shop::{DimensionUnit, PlaceSettings, Seller, ShopFacts, WeightUnit};
pub use taxes::{DeliveryClass, TaxDisplay, TaxLines, TaxSettings};
pub use trade::BulkSettings;
pub use trade::TradeSettings;
pub use vat::{VatFieldAudience, VatSettings};

use shop_core::platform::merchant::setting::SettingKind;

/// A line that must not be empty.
const fn required(maximum: usize) -> SettingKind {
    SettingKind::Line { maximum, required: true }
}

/// A line with a maximum length.
const fn line(maximum: usize) -> SettingKind {
    SettingKind::Line { maximum, required: false }
}

/// A whole number within bounds.
const fn number(minimum: i64, maximum: i64) -> SettingKind {
    SettingKind::Number { minimum, maximum }
}
