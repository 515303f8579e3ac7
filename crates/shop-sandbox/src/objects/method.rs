//! Payment methods: what is known of a card, an account or a wallet. Of its number only the last four digits are kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shop_core::payments::method::PaymentMethod;

use crate::cards::{TEST_CARDS, TestCard, by_name};
use crate::ids::{CustomerId, MethodId};
use crate::store::row;

/// What happens to a debit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DebitCourse {
    /// The money comes.
    Succeeds,
    /// The money comes, much later.
    SucceedsLate,
    /// The bank refuses, and why.
    Fails(DebitRefusal),
    /// The same, much later.
    FailsLate(DebitRefusal),
    /// The money comes, and the payer calls it back.
    Disputed,
    /// Nothing is ever heard.
    Silent,
}

/// Why a bank refuses a debit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DebitRefusal {
    /// No such account, or a closed one.
    AccountClosed,
    /// Not enough money in it.
    InsufficientFunds,
    /// The payer has not allowed it.
    NotAuthorized,
}

/// What is particular to a kind of method.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Details {
    /// A card, by the name of its test card.
    Card {
        name: String,
        month: u8,
        year: u16,
        /// Whether a security code came with it.
        cvc: bool,
        /// The wallet that it came from: `apple_pay`, `google_pay`, `link`.
        wallet: Option<String>,
    },
    /// The address of a one-click account, and the test card in it: none is as good as the plain good one.
    Link { email: String, card: Option<String> },
    /// The test card that was chosen in the sheet of a wallet which is a method of its own.
    Wallet { card: String },
    /// An account that is debited.
    Account { last4: String, country: String, bank: String, course: DebitCourse },
    /// Nothing: the shopper says the rest at the bank's or the wallet's page.
    Plain,
}

/// Who pays, as the payment form says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Billing {
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    /// `city`, `country`, `line1`, `line2`, `postal_code`, `state`.
    pub(crate) address: BTreeMap<String, String>,
}

/// Parts of an address.
pub(crate) const ADDRESS: [&str; 6] = ["city", "country", "line1", "line2", "postal_code", "state"];

impl Billing {
    pub(crate) fn view(&self) -> Value {
        let address: Map<String, Value> =
            ADDRESS.iter().map(|part| ((*part).to_owned(), json!(self.address.get(*part)))).collect();
        json!({"address": address, "email": self.email, "name": self.name, "phone": self.phone, "tax_id": null})
    }
}

/// A payment method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Method {
    pub(crate) id: MethodId,
    pub(crate) created: i64,
    pub(crate) kind: PaymentMethod,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) details: Details,
    pub(crate) billing: Billing,
    pub(crate) metadata: BTreeMap<String, String>,
    /// Used without a customer, or let go: it cannot be used again.
    pub(crate) spent: bool,
    /// The shopper has agreed to payments without being there.
    pub(crate) set_up: bool,
}
row!(Method, "methods", |row| row.id.as_str(), "PaymentMethod" in "payment_method");

impl Method {
    /// The test card behind it; the plain good one where an older database names a card that is gone.
    pub(crate) fn test_card(&self) -> Option<&'static TestCard> {
        match &self.details {
            Details::Card { name, .. } | Details::Link { card: Some(name), .. } | Details::Wallet { card: name } => {
                by_name(name).or(TEST_CARDS.first())
            }
            _ => None,
        }
    }

    /// Last digits; empty: it has none.
    pub(crate) fn last4(&self) -> &str {
        match &self.details {
            Details::Account { last4, .. } => last4,
            _ => self.test_card().map_or("", |card| last4(card.number)),
        }
    }

    /// A word for people: "visa •••• 4242".
    pub(crate) fn label(&self) -> String {
        match (&self.details, self.test_card()) {
            (Details::Card { .. }, Some(card)) => format!("{} •••• {}", card.brand, self.last4()),
            (Details::Account { .. }, _) => format!("{} •••• {}", self.kind.as_str(), self.last4()),
            _ => self.kind.as_str().to_owned(),
        }
    }

    /// The part of the object that is named after the kind.
    pub(crate) fn particulars(&self) -> Value {
        match &self.details {
            Details::Card { month, year, cvc, wallet, .. } => self.card_view(*month, *year, *cvc, wallet.as_deref()),
            Details::Link { email, .. } => json!({"email": email}),
            Details::Account { last4, country, bank, .. } => match self.kind {
                PaymentMethod::SepaDebit => json!({
                    "bank_code": bank, "branch_code": "", "country": country, "fingerprint": self.fingerprint(),
                    "generated_from": {"charge": null, "setup_attempt": null}, "last4": last4,
                }),
                PaymentMethod::UsBankAccount => json!({
                    "account_holder_type": "individual", "account_type": "checking", "bank_name": "STRIPE TEST BANK",
                    "fingerprint": self.fingerprint(), "last4": last4, "routing_number": bank,
                }),
                PaymentMethod::AcssDebit => json!({
                    "bank_name": "STRIPE TEST BANK", "fingerprint": self.fingerprint(), "institution_number": bank,
                    "last4": last4, "transit_number": "11000",
                }),
                PaymentMethod::BacsDebit => {
                    json!({"fingerprint": self.fingerprint(), "last4": last4, "sort_code": bank})
                }
                _ => json!({"bsb_number": bank, "fingerprint": self.fingerprint(), "last4": last4}),
            },
            Details::Wallet { .. } | Details::Plain => json!({}),
        }
    }

    fn card_view(&self, month: u8, year: u16, cvc: bool, wallet: Option<&str>) -> Value {
        let Some(card) = self.test_card() else { return json!({}) };
        let (bad_cvc, bad_postcode, bad_street) = card.fails;
        let check = |given: bool, bad: bool| given.then_some(if bad { "fail" } else { "pass" });
        let given = |part: &str| self.billing.address.contains_key(part);
        let wallet = wallet.map(|kind| json!({"type": kind, kind: {}, "dynamic_last4": null}));
        json!({
            "brand": card.brand, "display_brand": card.brand, "country": card.country, "exp_month": month,
            "exp_year": year, "fingerprint": self.fingerprint(), "funding": card.funding, "generated_from": null,
            "last4": last4(card.number), "networks": {"available": [card.brand], "preferred": null},
            "checks": {
                "address_line1_check": check(given("line1"), bad_street),
                "address_postal_code_check": check(given("postal_code"), bad_postcode),
                "cvc_check": check(cvc, bad_cvc),
            },
            "three_d_secure_usage": {"supported": true}, "wallet": wallet,
        })
    }

    /// The same card always has the same one.
    fn fingerprint(&self) -> String {
        use sha2::{Digest, Sha256};
        let of = match &self.details {
            Details::Card { name, .. } => name.clone(),
            Details::Account { last4, country, bank, .. } => format!("{}{country}{bank}{last4}", self.kind.as_str()),
            _ => self.id.0.clone(),
        };
        hex::encode(Sha256::digest(of)).chars().take(16).collect()
    }

    pub(crate) fn view(&self) -> Value {
        json!({
            "id": self.id, "object": "payment_method", "billing_details": self.billing.view(), "created": self.created,
            "customer": self.customer, "livemode": false, "metadata": self.metadata, "type": self.kind,
            "allow_redisplay": if self.set_up { "always" } else { "unspecified" },
            self.kind.as_str(): self.particulars(),
        })
    }
}

/// Last four characters.
pub(crate) fn last4(number: &str) -> &str {
    number.len().checked_sub(4).and_then(|from| number.get(from..)).unwrap_or("")
}

impl DebitRefusal {
    /// Code and sentence.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::AccountClosed => ("account_closed", "The customer's bank account does not exist or has been closed."),
            Self::InsufficientFunds => {
                ("insufficient_funds", "The customer's account has insufficient funds to cover this payment.")
            }
            Self::NotAuthorized => {
                ("debit_not_authorized", "The customer has notified their bank that this payment was unauthorized.")
            }
        }
    }
}
