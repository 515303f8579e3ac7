//! The shop's settings: one document, written by `shop apply` and the back office. Each plain setting is declared once, in
//! [`table`]; from there are its default, its place in the document, its form and its row in the list of settings. Zones, tax
//! rates and ways of payment have forms of their own. A change is checked, saved and noted by the settings desk.

mod buyer;
mod declare;
mod held;
mod payment;
mod provider_methods;
mod rules;
pub mod sections;
mod table;
mod theme;
pub mod trial;
mod visits;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use shop_core::base::{Lang, spoken_address};
use shop_core::cart::shipping::ShippingZone;
use shop_core::cart::tax::TaxTable;
use shop_core::platform::words::documents;

pub use buyer::BuyerTerms;
pub use declare::{Setting, SettingError, Words, said};
pub use payment::PaymentMethodSettings;
pub use table::*;
pub use theme::ThemeSettings;
pub use visits::VisitSettings;

/// The currency of all prices: ISO 4217.
pub const CURRENCY: &str = "EUR";

/// Name of the settings document.
pub const SHOP_SETTINGS: &str = "shop";

/// Everything the merchant sets. Missing keys take the default of an Italian shop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShopSettings {
    /// Whether a payment provider is there; without one its methods are not offered. Not stored: it is the process's.
    pub has_gateway: bool,
    /// Whether that provider takes every method in any currency, as its sandbox does when it is asked to. Not stored either.
    pub any_currency: bool,
    /// What the buyer's role says, for whom the settings are read; see [`ShopSettings::on_terms`]. Not stored either.
    pub buyer: BuyerTerms,
    /// The language of the visitor for whom the settings are read; `None`: the shop's own. Not stored either.
    pub spoken: Option<Lang>,
    /// Names, language and place of the shop.
    pub shop: ShopFacts,
    /// Who sells, as the law wants it told.
    pub seller: Seller,
    pub einvoices: EInvoiceSettings,
    /// Countries and units.
    pub places: PlaceSettings,
    pub checkout: CheckoutSettings,
    /// The days on which goods are delivered.
    pub delivery_days: DeliveryDaySettings,
    /// Paying by the provider.
    pub payments: PaymentSettings,
    /// The instalments widget.
    pub bnpl: BnplShopSettings,
    /// The express buttons.
    pub express: ExpressSettings,
    pub accounts: AccountSettings,
    pub stock: StockSettings,
    pub reviews: ReviewSettings,
    /// Comments under pages and posts.
    pub comments: CommentSettings,
    /// The notice of the whole shop, and the banner at the foot.
    pub notices: NoticeSettings,
    pub chat: ChatShopSettings,
    /// The quick view of products.
    pub quick_view: QuickViewShopSettings,
    /// Lists of products.
    pub listings: ListingSettings,
    pub mail: MailSettings,
    /// Conversations with buyers.
    pub conversations: ConversationSettings,
    /// How tax is calculated and shown.
    pub taxes: TaxSettings,
    /// Consent to cookies.
    pub consent: ConsentShopSettings,
    /// Where orders come from.
    pub attribution: AttributionShopSettings,
    /// E-mail addresses that are kept for marketing when they are typed.
    pub email_capture: EmailCaptureSettings,
    /// Statistics of visits.
    pub analytics: AnalyticsSettings,
    pub newsletter: NewsletterSettings,
    /// How long personal data are kept.
    pub retention: RetentionSettings,
    pub trade: TradeSettings,
    /// VAT numbers of buyers.
    pub vat: VatSettings,
    /// The bulk order form.
    pub bulk: BulkSettings,
    /// Tax classes and rates.
    pub tax: TaxTable,
    pub zones: Vec<ShippingZone>,
    /// Ways of payment.
    pub payment_methods: Vec<PaymentMethodSettings>,
    /// Services that set cookies or show content.
    pub consent_services: ConsentServices,
    /// The look of the shop.
    pub theme: ThemeSettings,
    /// Picture file of the home page.
    pub hero_image: String,
}

/// A part of a document that has a form of its own; its default where the document has none.
fn apart<T: DeserializeOwned + Default>(document: &Value, name: &str) -> Result<T, SettingError> {
    let Some(found) = document.get(name) else { return Ok(T::default()) };
    T::deserialize(found).map_err(|error| SettingError::new(name, found, error.to_string()))
}

impl ShopSettings {
    /// Reads a stored document.
    ///
    /// # Errors
    /// The setting whose value is none of its own.
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

    /// The document that is stored.
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

    /// The foot of messages: the merchant's own lines, then who sells.
    pub fn mail_closing(&self, lang: Lang) -> Vec<String> {
        let english = lang == Lang::En && !self.mail.footer_en.is_empty();
        let own = if english { &self.mail.footer_en } else { &self.mail.footer };
        let lines = own.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
        lines.chain(self.seller_lines(lang)).collect()
    }

    /// The seller's VAT number with its country's prefix, which Italians leave out.
    pub fn own_vat_number(&self) -> String {
        let own = self.seller.vat_number.trim();
        if own.starts_with(|c: char| c.is_ascii_digit()) {
            format!("{}{own}", self.shop.country)
        } else {
            own.to_owned()
        }
    }

    /// Where the shop's own notices go; empty: nowhere.
    pub fn orders_address(&self) -> &str {
        if self.mail.orders_to.is_empty() { &self.seller.email } else { &self.mail.orders_to }
    }

    /// The language to speak: the visitor's, else the shop's own.
    pub fn lang(&self) -> Lang {
        self.spoken.unwrap_or(self.shop.language)
    }
}

impl ShopFacts {
    /// The code under which the pages of a language are; `None`: those of the shop's own language have none.
    pub fn prefix_of(&self, lang: Lang) -> Option<Lang> {
        Some(lang).filter(|lang| *lang != self.language)
    }

    /// The address of a page in a language.
    pub fn page_path(&self, lang: Lang, path: &str) -> String {
        spoken_address::under(self.prefix_of(lang), path)
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
