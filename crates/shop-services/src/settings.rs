//! The shop's settings: one document, written by `shop apply` and the back office. What can be changed in which form is in
//! [`sections`]; a change is checked, saved and noted by the settings desk.

mod express;
mod payment;
mod provider_methods;
mod rules;
pub mod sections;
pub mod trial;

use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, Lang};
use shop_core::checkout::form::FieldLocation;
use shop_core::quick_view::QuickViewSettings;
use shop_core::shipping::ShippingZone;
use shop_core::tax::TaxTable;
use shop_core::view::CheckoutKind;

pub use express::{ButtonTheme, ButtonWords, ExpressPlace, ExpressShopSettings};
pub use payment::PaymentMethodSettings;

/// The currency of all prices: ISO 4217.
pub const CURRENCY: &str = "EUR";

/// Name of the settings document.
pub const SHOP_SETTINGS: &str = "shop";

/// Everything the merchant sets. Missing keys take the default of an Italian shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShopSettings {
    /// Whether a payment provider is there; without one its methods are not offered. Not stored: it is the process's.
    #[serde(skip)]
    pub has_gateway: bool,
    /// Whether that provider takes every method in any currency, as its sandbox does when it is asked to. Not stored either.
    #[serde(skip)]
    pub any_currency: bool,
    /// Name of the shop.
    pub shop_name: String,
    /// One line under the name.
    pub tagline: String,
    /// English line under the name.
    pub tagline_en: String,
    /// Who sells, as the law wants it told.
    pub seller: Seller,
    /// Country of the shop.
    pub base_country: String,
    /// Province of the shop.
    pub base_state: String,
    /// Postcode of the shop.
    pub base_postcode: String,
    /// City of the shop.
    pub base_city: String,
    /// Street of the shop.
    pub base_address: String,
    /// Language of the shop: `it_IT` or `en_US`.
    pub language: String,
    /// Unit of weights: kg, g, lbs or oz.
    pub weight_unit: String,
    /// Unit of lengths: m, cm, mm, in or yd.
    pub dimension_unit: String,
    /// Countries of buyers.
    pub sold_to: Vec<String>,
    /// Countries of delivery.
    pub shipped_to: Vec<String>,
    /// Whether tax is calculated.
    pub taxes: bool,
    /// Whether prices are entered with tax.
    pub prices_include_tax: bool,
    /// Address that decides the tax: `shipping`, `billing` or `base`.
    pub tax_based_on: String,
    /// Tax class of delivery; `inherit`: as the goods.
    pub shipping_tax_class: String,
    /// Whether costs of delivery are entered with tax.
    pub shipping_prices_include_tax: bool,
    /// Round taxes once for the whole cart.
    pub tax_round_at_subtotal: bool,
    /// Prices in the catalogue with tax (`incl`) or without (`excl`).
    pub tax_display_shop: String,
    /// Prices in cart and checkout with tax (`incl`) or without (`excl`).
    pub tax_display_cart: String,
    /// Whether guests may order.
    pub guest_checkout: bool,
    /// Whether an account can be made at checkout.
    pub signup_at_checkout: bool,
    /// Whether accounts can be made on the account's page.
    pub registration: bool,
    /// Whether coupons can be typed.
    pub coupons: bool,
    /// Each coupon takes its part of what the ones before left, not of full prices.
    pub coupons_sequential: bool,
    /// Ways of delivery and their costs are shown once the address says where to.
    pub shipping_requires_address: bool,
    /// Whether who has an account is invited to log in at checkout.
    pub login_at_checkout: bool,
    /// Taxes of clients' sums rate by rate (`itemized`), or as one sum (`single`).
    pub tax_total_display: String,
    /// Limits the store API's requests of an address where the process sets no limit of its own.
    pub rate_limit: bool,
    /// Minutes for which an unpaid order holds its stock; 0: for ever.
    pub hold_stock_minutes: i64,
    /// Days for which an order waiting for a bank transfer holds its stock; 0: for ever.
    pub hold_transfer_days: i64,
    /// "Few left" is told at this quantity and below.
    pub low_stock_amount: i64,
    /// Sold out at this quantity.
    pub no_stock_amount: i64,
    /// Keeps products that are sold out off the lists.
    pub hide_out_of_stock: bool,
    /// Company field: `optional`, `required` or `hidden`.
    pub checkout_company: String,
    /// Second address line: `optional`, `required` or `hidden`.
    pub checkout_address_2: String,
    /// Telephone: `optional`, `required` or `hidden`.
    pub checkout_phone: String,
    /// Which checkout form is shown.
    pub checkout_form: CheckoutKind,
    /// Whether a weak password of a new account stops the order at checkout. The platform's empty text is "no", too.
    #[serde(deserialize_with = "flag_or_text")]
    pub stop_checkout: bool,
    /// Whether buyers can ask for an invoice at checkout.
    pub invoices: bool,
    /// Whether renewals of subscriptions are paid by hand; else they are charged to the kept method.
    pub subscription_requires_manual_renewal: bool,
    /// Further billing fields.
    pub extra_billing_fields: Vec<ExtraField>,
    /// Path of the terms; `None`: no checkbox.
    pub terms_page: Option<String>,
    /// Whether reviews can be written.
    pub reviews: bool,
    /// Whether a review needs stars.
    pub review_rating_required: bool,
    /// Whether only who bought a product may review it.
    pub reviews_buyers_only: bool,
    /// Whether a writer has one review of a product.
    pub reviews_one_per_buyer: bool,
    /// Whether reviews are shown only after a person has read them.
    pub reviews_moderated: bool,
    /// Shows the reviews of accounts that bought the product without that wait.
    pub reviews_approve_verified: bool,
    /// Reviews on a page of a product's reviews, 1 to 100.
    pub reviews_per_page: i64,
    /// A product page holds its variations up to this number; beyond it the chosen one is fetched.
    pub variations_on_page: i64,
    /// The quick view of products.
    pub quick_view: QuickViewShopSettings,
    /// Products on a page of a list.
    pub products_per_page: i64,
    /// Tax classes and rates.
    pub tax: TaxTable,
    /// Delivery.
    pub zones: Vec<ShippingZone>,
    /// Ways of payment.
    pub payment_methods: Vec<PaymentMethodSettings>,
    /// Whether methods are kept for later purchases of all who have an account, without being asked.
    pub force_save_payment_method: bool,
    /// Whether the provider only sets amounts aside, which the merchant captures later.
    pub capture_later: bool,
    /// What bank statements show beside or instead of the account's own words; empty: nothing.
    pub statement_descriptor: String,
    /// Whether the provider sends a receipt of its own to the buyer.
    pub provider_receipts: bool,
    /// Sentences in place of the shop's own for refusals of the payment provider, by its codes, one `code: sentence` a line.
    pub payment_messages: String,
    /// The same in English.
    pub payment_messages_en: String,
    /// How the provider's fields are laid out: `accordion` or `tabs`.
    pub payment_layout: String,
    /// The instalments widget.
    pub bnpl: BnplShopSettings,
    /// The express buttons.
    pub express: ExpressShopSettings,
    /// Picture file of the home page.
    pub hero_image: String,
    /// Where the shop's own notices of orders go; empty: to the seller's address.
    pub mail_orders_to: String,
    /// Lines at the foot of every message, above the seller's identity.
    pub mail_footer: String,
    /// English lines; empty: as Italian.
    pub mail_footer_en: String,
}

/// Reads a flag that the platform writes as a text: empty and "no" are off.
fn flag_or_text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Flag(bool),
        Text(String),
    }
    match Written::deserialize(deserializer)? {
        Written::Flag(flag) => Ok(flag),
        Written::Text(text) => match text.as_str() {
            "" | "no" => Ok(false),
            "yes" => Ok(true),
            _ => Err(serde::de::Error::custom("stop_checkout is yes, no or empty")),
        },
    }
}

/// As many variations does the platform put into a page whose calls this shop answers.
const VARIATIONS_ON_PAGE: i64 = 30;

/// Where the quick view opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuickViewPlace {
    /// Over the middle of the window.
    #[default]
    Popup,
    /// At its side.
    Sidebar,
}

/// The quick view of products on lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct QuickViewShopSettings {
    /// Whether there is one.
    pub enabled: bool,
    /// Where it opens.
    pub view: QuickViewPlace,
    /// Arrows to the next and the previous product.
    pub next_prev: bool,
    /// The address gets a hash while it is open.
    pub hash_change: bool,
    /// It closes when something was put into the cart.
    pub auto_close: bool,
    /// Adding leads to the cart.
    pub cart_redirect: bool,
    /// Pictures can be enlarged in it.
    pub zoom: bool,
    /// Product that opens by itself; 0: none.
    pub product_id: i64,
}

impl Default for QuickViewShopSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            view: QuickViewPlace::Popup,
            next_prev: true,
            hash_change: true,
            auto_close: true,
            cart_redirect: false,
            zoom: true,
            product_id: 0,
        }
    }
}

impl QuickViewShopSettings {
    /// As the rules of the quick view read them.
    pub fn rules(&self) -> QuickViewSettings {
        QuickViewSettings {
            next_prev: self.next_prev,
            hash_change: self.hash_change,
            auto_close: self.auto_close,
            cart_redirect: self.cart_redirect,
            cart_url: "/cart/".into(),
        }
    }
}

/// The widget that tells of paying in instalments (payments, section 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BnplShopSettings {
    /// Whether there is one, as soon as a method that lends is switched on.
    pub enabled: bool,
    /// Parts.
    pub parts: i64,
    /// Least amount for which it is shown.
    pub minimum_cents: Cents,
    /// Greatest amount for which it is shown.
    pub maximum_cents: Cents,
    /// Where it stands on product pages, a selector a line; empty: at its own place.
    pub product_selectors: String,
    /// The same on the cart.
    pub cart_selectors: String,
}

impl Default for BnplShopSettings {
    /// Three parts of 35 to 1,500 euro: what Klarna offers in Italy at most; the contract with the lender decides.
    fn default() -> Self {
        Self {
            enabled: false,
            parts: 3,
            minimum_cents: Cents(3500),
            maximum_cents: Cents(150_000),
            product_selectors: String::new(),
            cart_selectors: String::new(),
        }
    }
}

/// Identity of the seller (D.Lgs. 70/2003 art. 7; DPR 633/72 art. 35).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seller {
    /// Registered name.
    pub company: String,
    /// VAT number.
    pub vat_number: String,
    /// Register entry.
    pub rea: String,
    /// Certified mail.
    pub pec: String,
    /// Telephone.
    pub phone: String,
    /// E-mail; order messages for the shop go here.
    pub email: String,
    /// Share capital, when the law wants it told.
    pub share_capital: String,
}

/// A further billing field of the checkout. Never required.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ExtraField {
    /// Name of the form field: `billing_field_` and a number.
    pub name: String,
    /// Words.
    pub label: String,
    /// English words.
    pub label_en: String,
    /// Where it stands.
    pub location: FieldLocation,
}

impl Default for ShopSettings {
    #[allow(clippy::too_many_lines, reason = "a line for each setting")]
    fn default() -> Self {
        Self {
            has_gateway: false,
            any_currency: false,
            shop_name: "Bottega".into(),
            tagline: "Specialità alimentari italiane".into(),
            tagline_en: "Fine Italian foods".into(),
            seller: Seller::default(),
            base_country: "IT".into(),
            base_state: "MI".into(),
            base_postcode: "20121".into(),
            base_city: "Milano".into(),
            base_address: "Via Roma 1".into(),
            language: "it_IT".into(),
            weight_unit: "kg".into(),
            dimension_unit: "cm".into(),
            sold_to: vec!["IT".into()],
            shipped_to: vec!["IT".into()],
            taxes: true,
            prices_include_tax: true,
            tax_based_on: "shipping".into(),
            shipping_tax_class: "inherit".into(),
            shipping_prices_include_tax: false,
            tax_round_at_subtotal: false,
            tax_display_shop: "incl".into(),
            tax_display_cart: "incl".into(),
            guest_checkout: true,
            signup_at_checkout: true,
            registration: true,
            coupons: false,
            coupons_sequential: false,
            shipping_requires_address: false,
            login_at_checkout: true,
            tax_total_display: "itemized".into(),
            rate_limit: false,
            hold_stock_minutes: 60,
            hold_transfer_days: 10,
            low_stock_amount: 2,
            no_stock_amount: 0,
            hide_out_of_stock: false,
            checkout_company: "optional".into(),
            checkout_address_2: "optional".into(),
            checkout_phone: "required".into(),
            checkout_form: CheckoutKind::Block,
            stop_checkout: false,
            subscription_requires_manual_renewal: false,
            invoices: true,
            extra_billing_fields: Vec::new(),
            terms_page: None,
            reviews: true,
            review_rating_required: true,
            reviews_buyers_only: false,
            reviews_one_per_buyer: true,
            reviews_moderated: true,
            reviews_approve_verified: false,
            reviews_per_page: 10,
            variations_on_page: VARIATIONS_ON_PAGE,
            quick_view: QuickViewShopSettings::default(),
            products_per_page: 24,
            tax: TaxTable::default(),
            zones: Vec::new(),
            payment_methods: Vec::new(),
            force_save_payment_method: false,
            capture_later: false,
            statement_descriptor: String::new(),
            provider_receipts: false,
            payment_messages: String::new(),
            payment_messages_en: String::new(),
            payment_layout: "accordion".into(),
            bnpl: BnplShopSettings::default(),
            express: ExpressShopSettings::default(),
            hero_image: String::new(),
            mail_orders_to: String::new(),
            mail_footer: String::new(),
            mail_footer_en: String::new(),
        }
    }
}

impl ShopSettings {
    /// Identity of the seller, line by line.
    pub fn seller_lines(&self, lang: Lang) -> Vec<String> {
        let seller = &self.seller;
        let labelled =
            |label: &str, value: &str| if value.is_empty() { String::new() } else { format!("{label} {value}") };
        [
            seller.company.clone(),
            [self.base_address.as_str(), &format!("{} {}", self.base_postcode, self.base_city), &self.base_state]
                .join(", "),
            labelled(if lang == Lang::En { "VAT no." } else { "P. IVA" }, &seller.vat_number),
            labelled("REA", &seller.rea),
            labelled(if lang == Lang::En { "Share capital" } else { "Capitale sociale" }, &seller.share_capital),
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
        let english = lang == Lang::En && !self.mail_footer_en.is_empty();
        let own = if english { &self.mail_footer_en } else { &self.mail_footer };
        let lines = own.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned);
        lines.chain(self.seller_lines(lang)).collect()
    }

    /// Where the shop's own notices go; empty: nowhere.
    pub fn orders_address(&self) -> &str {
        if self.mail_orders_to.is_empty() { &self.seller.email } else { &self.mail_orders_to }
    }

    /// The merchant's sentences for refusals of the payment provider, in a language.
    pub fn payment_messages_in(&self, lang: Lang) -> &str {
        if lang == Lang::En { &self.payment_messages_en } else { &self.payment_messages }
    }

    /// Language of the shop.
    pub fn lang(&self) -> Lang {
        if self.language.starts_with("en") { Lang::En } else { Lang::It }
    }
}
