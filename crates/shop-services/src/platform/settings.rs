//! The shop's settings: one document, written by `shop apply` and the back office. Each plain setting is declared once, in
//! [`table`], which gives its default, its key in the document, its form field and its row in the list of settings. Zones, tax
//! rates and payment methods have forms of their own. The settings service validates, saves and logs changes.

mod buyer;
mod declare;
mod payment;
mod provider_methods;
mod rules;
pub mod sections;
mod table;
mod theme;
pub mod trial;
mod value_types;
mod visits;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use shop_core::base::{Lang, localised_url};
use shop_core::cart::shipping::ShippingZone;
use shop_core::cart::tax::TaxTable;
use shop_core::platform::words::documents;

pub use buyer::BuyerTerms;
pub use declare::{Setting, SettingError, Words, localized};
pub use payment::PaymentMethodSettings;
pub use table::*;
pub use theme::ThemeSettings;
pub use visits::VisitSettings;

/// Currency of all prices (ISO 4217).
pub const CURRENCY: &str = "EUR";

/// Name of the settings document.
pub const SHOP_SETTINGS: &str = "shop";

/// All settings of the merchant. Missing keys take the defaults of an Italian shop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShopSettings {
    /// Whether a payment provider is connected; without one its methods are not available. Not stored: it is a property of the
    /// process.
    pub has_gateway: bool,
    /// Whether the provider accepts every method in any currency, as its sandbox may be configured to. Not stored either.
    pub any_currency: bool,
    /// Terms of the buyer for whom the settings are loaded; see [`ShopSettings::on_terms`]. Not stored either.
    pub buyer: BuyerTerms,
    /// Language of the visitor for whom the settings are loaded; `None` for the shop's own. Not stored either.
    pub spoken: Option<Lang>,
    /// Name, language and location of the shop.
    pub shop: ShopFacts,
    /// The seller's legally required details.
    pub seller: Seller,
    pub einvoices: EInvoiceSettings,
    pub places: PlaceSettings,
    pub checkout: CheckoutSettings,
    pub delivery_days: DeliveryDaySettings,
    /// Payments by the provider.
    pub payments: PaymentSettings,
    pub bnpl: BnplShopSettings,
    pub express: ExpressSettings,
    pub accounts: AccountSettings,
    pub stock: StockSettings,
    pub reviews: ReviewSettings,
    pub comments: CommentSettings,
    /// The shop-wide notice, and the banner at the foot of the page.
    pub notices: NoticeSettings,
    pub chat: ChatShopSettings,
    /// Quick view of products.
    pub quick_view: QuickViewShopSettings,
    pub listings: ListingSettings,
    pub mail: MailSettings,
    pub conversations: ConversationSettings,
    /// How tax is calculated and displayed.
    pub taxes: TaxSettings,
    pub consent: ConsentShopSettings,
    pub attribution: AttributionShopSettings,
    /// Capture of e-mail addresses for marketing while they are typed.
    pub email_capture: EmailCaptureSettings,
    pub analytics: AnalyticsSettings,
    pub newsletter: NewsletterSettings,
    /// Retention periods of personal data.
    pub retention: RetentionSettings,
    pub trade: TradeSettings,
    pub vat: VatSettings,
    pub bulk: BulkSettings,
    pub tax: TaxTable,
    pub zones: Vec<ShippingZone>,
    pub payment_methods: Vec<PaymentMethodSettings>,
    /// Services that set cookies or embed content.
    pub consent_services: ConsentServices,
    pub theme: ThemeSettings,
    pub hero_image: String,
}

/// Parses a part of the document that has a form of its own; its default if the document lacks it.
fn apart<T: DeserializeOwned + Default>(document: &Value, name: &str) -> Result<T, SettingError> {
    let Some(found) = document.get(name) else { return Ok(T::default()) };
    T::deserialize(found).map_err(|error| SettingError::new(name, found, error.to_string()))
}

impl ShopSettings {
    /// Parses a stored document.
    ///
    /// # Errors
    ///
    /// The setting with an invalid value.
    pub fn read(document: &Value) -> Result<Self, SettingError> {
        let mut settings = Self {
            tax: apart(document, "tax")?,
            zones: apart(document, "zones")?,
            payment_methods: apart(document, "payment_methods")?,
            consent_services: apart(document, "consent_services")?,
            theme: ThemeSettings::read(document)?,
            hero_image: apart(document, "hero_image")?,
            ..Self::default()
        };
        for setting in sections::all() {
            setting.read(&mut settings, document)?;
        }
        Ok(settings)
    }

    /// Serialises the settings for storage.
    pub fn document(&self) -> Value {
        let mut document = json!({
            "tax": self.tax,
            "zones": self.zones,
            "payment_methods": self.payment_methods,
            "consent_services": self.consent_services,
            "theme": self.theme.document(),
            "hero_image": self.hero_image,
        });
        for setting in sections::all() {
            setting.write(self, &mut document);
        }
        document
    }

    /// Identity of the seller, line by line.
    pub fn seller_lines(&self, lang: Lang) -> Vec<String> {
        let (seller, shop) = (&self.seller, &self.shop);
        let labelled =
            |label: &str, value: &str| if value.is_empty() { String::new() } else { format!("{label} {value}") };
        [
            seller.company.clone(),
            [shop.address.as_str(), &format!("{} {}", shop.postcode, shop.city), &shop.state].join(", "),
            labelled(documents::seller_vat(lang), &seller.vat_number),
            labelled("REA", &seller.rea),
            labelled(documents::share_capital(lang), &seller.share_capital),
            labelled("PEC", &seller.pec),
            labelled("Tel.", &seller.phone),
            labelled("E-mail", &seller.email),
        ]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect()
    }

    /// Footer of e-mails: the merchant's own lines, then the seller.
    pub fn mail_closing(&self, lang: Lang) -> Vec<String> {
        let own = lang.select(&self.mail.footer, &self.mail.footer_en);
        let lines = own.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
        lines.chain(self.seller_lines(lang)).collect()
    }

    /// The seller's VAT number with the country prefix, which Italians leave out.
    pub fn own_vat_number(&self) -> String {
        let own = self.seller.vat_number.trim();
        if own.starts_with(|c: char| c.is_ascii_digit()) {
            format!("{}{own}", self.shop.country)
        } else {
            own.to_owned()
        }
    }

    /// Recipient of the shop's own notifications; empty for none.
    pub fn orders_address(&self) -> &str {
        if self.mail.orders_to.is_empty() { &self.seller.email } else { &self.mail.orders_to }
    }

    /// The visitor's language, or else the shop's own.
    pub fn lang(&self) -> Lang {
        self.spoken.unwrap_or(self.shop.language)
    }
}

impl ShopFacts {
    /// Language prefix of page paths; `None` for the shop's own language, which has none.
    pub fn prefix_of(&self, lang: Lang) -> Option<Lang> {
        Some(lang).filter(|lang| *lang != self.language)
    }

    /// Path of a page in a language.
    pub fn page_path(&self, lang: Lang, path: &str) -> String {
        localised_url::under(self.prefix_of(lang), path)
    }
}

impl Serialize for ShopSettings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ShopSettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
