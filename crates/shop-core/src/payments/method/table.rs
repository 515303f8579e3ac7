//! The payment methods, one entry each: id, default titles, group and properties.
//!
//! Markets: currencies and billing countries as commonly published, amounts if they apply to all merchants (Boleto, OXXO,
//! Multibanco, Affirm, Afterpay); the provider's own response decides.

use super::MethodGroup;
use crate::base::wire_enum;

/// A currency in which a method can be used, with its countries and limits.
#[derive(Clone, Copy, Debug)]
pub(in crate::payments) struct Market {
    pub(in crate::payments) currency: &'static str,
    /// Billing countries; empty: any.
    pub(in crate::payments) countries: &'static [&'static str],
    /// Minimum and maximum amount in the provider's units; `None`: the operator publishes none, or it differs by merchant.
    pub(in crate::payments) limits: Option<(i64, i64)>,
}

const fn market(currency: &'static str, countries: &'static [&'static str]) -> Market {
    Market { currency, countries, limits: None }
}

const fn limited(currency: &'static str, countries: &'static [&'static str], min: i64, max: i64) -> Market {
    Market { currency, countries, limits: Some((min, max)) }
}

/// Method that a saved one becomes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Saved {
    /// The method cannot be saved.
    No,
    Itself,
    /// Another method, by whose mandate later payments are collected.
    As(PaymentMethod),
}

const SEPA: Saved = Saved::As(PaymentMethod::SepaDebit);

/// Properties of a method.
#[derive(Clone, Copy, Debug)]
pub(in crate::payments) struct Row {
    pub(super) group: MethodGroup,
    pub(super) saved: Saved,
    /// Whether the payment is confirmed only days later.
    pub(super) delayed: bool,
    /// Whether an amount can be authorised now and captured later (the provider's list of methods with separate capture).
    pub(super) captures_later: bool,
    /// Whether the shopper leaves the page to confirm.
    pub(super) redirects: bool,
    /// Whether its form needs an existing intent.
    pub(in crate::payments) needs_intent: bool,
    /// Whether its operator has discontinued it.
    pub(super) closed: bool,
}

/// Returns the defaults of a group: debits need a saved mandate, and their payment is confirmed late, as that of vouchers is.
const fn row(group: MethodGroup) -> Row {
    let debit = matches!(group, MethodGroup::BankDebit);
    Row {
        group,
        saved: if debit { Saved::Itself } else { Saved::No },
        delayed: debit || matches!(group, MethodGroup::Voucher),
        captures_later: false,
        redirects: matches!(
            group,
            MethodGroup::BankRedirect | MethodGroup::BuyNowPayLater | MethodGroup::MarketplaceWallet
        ),
        needs_intent: false,
        closed: false,
    }
}

/// Declares the methods. Their titles are in a function of their own, so that pages need not include them.
macro_rules! methods {
    ($( $(#[$doc:meta])* $name:ident = $id:literal, $words:expr, $markets:expr, $row:expr; )*) => {
        wire_enum! {
            /// A payment method, by the provider's id (payments, section 9).
            PaymentMethod { $( $(#[$doc])* $name = $id, )* } default Card
        }

        impl PaymentMethod {
            pub(in crate::payments) const fn row(self) -> &'static Row {
                match self { $( Self::$name => const { &$row }, )* }
            }

            /// Returns where it can be used; empty: anywhere.
            pub(in crate::payments) const fn markets(self) -> &'static [Market] {
                match self { $( Self::$name => const { $markets }, )* }
            }

            /// Returns the default title beside the button, in Italian and in English.
            pub const fn title(self) -> [&'static str; 2] {
                match self { $( Self::$name => $words, )* }
            }
        }
    };
}

methods! {
    Card = "card", ["Carta di credito o di debito", "Credit or debit card"], &[],
        Row { captures_later: true, saved: Saved::Itself, ..row(MethodGroup::Card) };
    /// The provider's one-click method.
    Link = "link", ["Link", "Link"], &[],
        Row { captures_later: true, saved: Saved::Itself, ..row(MethodGroup::OneClick) };
    /// SEPA direct debit.
    SepaDebit = "sepa_debit", ["Addebito diretto SEPA", "SEPA direct debit"], &[market("EUR", &[])],
        row(MethodGroup::BankDebit);
    /// Direct debit in the United States.
    UsBankAccount = "us_bank_account", ["Addebito su conto negli Stati Uniti", "US bank account"], &[market("USD", &["US"])],
        row(MethodGroup::BankDebit);
    /// Pre-authorised debit in Canada, whose mandate is agreed on an intent.
    AcssDebit = "acss_debit", ["Addebito preautorizzato in Canada", "Canadian pre-authorised debit"], &[market("CAD", &["CA"]), market("USD", &["CA"])],
        Row { needs_intent: true, ..row(MethodGroup::BankDebit) };
    /// Direct debit in the United Kingdom.
    BacsDebit = "bacs_debit", ["Addebito diretto Bacs", "Bacs direct debit"], &[market("GBP", &["GB"])],
        row(MethodGroup::BankDebit);
    /// Direct debit in Australia.
    AuBecsDebit = "au_becs_debit", ["Addebito diretto BECS", "BECS direct debit"], &[market("AUD", &["AU"])],
        row(MethodGroup::BankDebit);
    /// Poland's mobile banks, by a 6-digit code, for which the provider has no fields.
    Blik = "blik", ["BLIK", "BLIK"], &[market("PLN", &["PL"])],
        Row { needs_intent: true, ..row(MethodGroup::BankCode) };
    Bancontact = "bancontact", ["Bancontact", "Bancontact"], &[market("EUR", &["BE"])],
        Row { saved: SEPA, ..row(MethodGroup::BankRedirect) };
    Eps = "eps", ["EPS", "EPS"], &[market("EUR", &["AT"])],
        row(MethodGroup::BankRedirect);
    /// Germany's banks, until 30 June 2024.
    Giropay = "giropay", ["giropay", "giropay"], &[market("EUR", &["DE"])],
        Row { closed: true, ..row(MethodGroup::BankRedirect) };
    /// The banks of the Netherlands.
    Ideal = "ideal", ["iDEAL", "iDEAL"], &[market("EUR", &["NL"])],
        Row { saved: SEPA, ..row(MethodGroup::BankRedirect) };
    /// Banks of several countries, until the end of November 2024.
    Sofort = "sofort", ["Sofort", "Sofort"], &[market("EUR", &["AT", "BE", "DE", "ES", "IT", "NL"])],
        Row { closed: true, delayed: true, saved: SEPA, ..row(MethodGroup::BankRedirect) };
    P24 = "p24", ["Przelewy24", "Przelewy24"], &[market("EUR", &["PL"]), market("PLN", &["PL"])],
        row(MethodGroup::BankRedirect);
    /// Brazil's payment voucher.
    Boleto = "boleto", ["Boleto", "Boleto"], &[limited("BRL", &["BR"], 500, 4_999_999)],
        row(MethodGroup::Voucher);
    /// Cash in Mexico.
    Oxxo = "oxxo", ["OXXO", "OXXO"], &[limited("MXN", &["MX"], 1000, 1_000_000)],
        row(MethodGroup::Voucher);
    /// Portugal's cash machines.
    Multibanco = "multibanco", ["Multibanco", "Multibanco"], &[limited("EUR", &["PT"], 50, 9_999_999)],
        row(MethodGroup::Voucher);
    /// Alipay, a wallet with QR codes.
    Alipay = "alipay", ["Alipay", "Alipay"], ALIPAY,
        Row { redirects: true, ..row(MethodGroup::QrWallet) };
    /// WeChat Pay, a wallet with QR codes.
    WechatPay = "wechat_pay", ["WeChat Pay", "WeChat Pay"], WECHAT_PAY,
        row(MethodGroup::QrWallet);
    /// A mobile wallet in the United States.
    CashApp = "cashapp", ["Cash App Pay", "Cash App Pay"], &[market("USD", &["US"])],
        Row { captures_later: true, redirects: true, saved: Saved::Itself, ..row(MethodGroup::MobileWallet) };
    /// The wallet of a marketplace.
    AmazonPay = "amazon_pay", ["Amazon Pay", "Amazon Pay"], AMAZON_PAY,
        Row { captures_later: true, saved: Saved::Itself, ..row(MethodGroup::MarketplaceWallet) };
    /// Buy now, pay later.
    Affirm = "affirm", ["Affirm", "Affirm"], AFFIRM,
        Row { captures_later: true, ..row(MethodGroup::BuyNowPayLater) };
    /// Buy now, pay later; called Clearpay in Europe.
    AfterpayClearpay = "afterpay_clearpay", ["Afterpay / Clearpay", "Afterpay / Clearpay"], AFTERPAY,
        row(MethodGroup::BuyNowPayLater);
    /// Buy now, pay later.
    Klarna = "klarna", ["Klarna", "Klarna"], KLARNA,
        Row { captures_later: true, ..row(MethodGroup::BuyNowPayLater) };
}

const ALIPAY: &[Market] = &[
    market("AUD", &[]),
    market("CAD", &[]),
    market("CNY", &[]),
    market("EUR", &[]),
    market("GBP", &[]),
    market("HKD", &[]),
    market("JPY", &[]),
    market("MYR", &[]),
    market("NZD", &[]),
    market("SGD", &[]),
    market("USD", &[]),
];

const WECHAT_PAY: &[Market] = &[
    market("AUD", &[]),
    market("CAD", &[]),
    market("CHF", &[]),
    market("CNY", &[]),
    market("DKK", &[]),
    market("EUR", &[]),
    market("GBP", &[]),
    market("HKD", &[]),
    market("JPY", &[]),
    market("NOK", &[]),
    market("SEK", &[]),
    market("SGD", &[]),
    market("USD", &[]),
];

const AMAZON_PAY: &[Market] = &[
    market("AUD", &[]),
    market("CHF", &[]),
    market("DKK", &[]),
    market("EUR", &[]),
    market("GBP", &[]),
    market("HKD", &[]),
    market("JPY", &[]),
    market("NOK", &[]),
    market("NZD", &[]),
    market("SEK", &[]),
    market("USD", &[]),
    market("ZAR", &[]),
];

const AFTERPAY: &[Market] = &[
    limited("AUD", &["AU"], 100, 200_000),
    limited("CAD", &["CA"], 100, 200_000),
    limited("GBP", &["GB"], 100, 120_000),
    limited("NZD", &["NZ"], 100, 200_000),
    limited("USD", &["US"], 100, 400_000),
];

const AFFIRM: &[Market] = &[limited("USD", &["US"], 5000, 3_000_000), limited("CAD", &["CA"], 5000, 3_000_000)];

/// Klarna customers pay in the currency of their own country.
const KLARNA: &[Market] = &[
    market("AUD", &["AU"]),
    market("CAD", &["CA"]),
    market("CHF", &["CH"]),
    market("CZK", &["CZ"]),
    market("DKK", &["DK"]),
    market("EUR", &["AT", "BE", "DE", "ES", "FI", "FR", "GR", "IE", "IT", "NL", "PT"]),
    market("GBP", &["GB"]),
    market("NOK", &["NO"]),
    market("NZD", &["NZ"]),
    market("PLN", &["PL"]),
    market("SEK", &["SE"]),
    market("USD", &["US"]),
];
