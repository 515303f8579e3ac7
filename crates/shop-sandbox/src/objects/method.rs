//! Payment methods: what is known of a card, an account or a wallet. Only the last four digits of a number are stored.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shop_core::payments::method::PaymentMethod;

use crate::cards::{TEST_CARDS, TestCard, by_name};
use crate::ids::{CustomerId, MethodId};
use crate::store::row;

/// Simulated outcome of a debit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DebitOutcome {
    /// The debit succeeds.
    Succeeds,
    /// The debit succeeds, much later.
    SucceedsLate,
    /// The bank rejects the debit.
    Fails(DebitFailure),
    /// The bank rejects the debit, much later.
    FailsLate(DebitFailure),
    /// The debit succeeds and is then disputed.
    Disputed,
    /// The debit stays pending for ever.
    Silent,
}

/// Why a bank rejects a debit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DebitFailure {
    /// The account does not exist or is closed.
    AccountClosed,
    InsufficientFunds,
    /// The payer has not authorised the debit.
    NotAuthorized,
}

/// Data specific to a payment method type.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Details {
    /// A card, identified by the name of its test card.
    Card {
        name: String,
        month: u8,
        year: u16,
        /// Whether a security code was given.
        cvc: bool,
        /// Wallet that provided the card: `apple_pay`, `google_pay`, `link`.
        wallet: Option<String>,
    },
    /// A Link account with its email and test card; without a card, payments always succeed.
    Link { email: String, card: Option<String> },
    /// Test card that was chosen in the sheet of a wallet which is a payment method of its own.
    Wallet { card: String },
    /// A bank account that is debited.
    Account { last4: String, country: String, bank: String, course: DebitOutcome },
    /// No data: the shopper provides the rest on the page of the bank or wallet.
    Plain,
}

/// Billing details from the payment form.
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

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Method {
    pub(crate) id: MethodId,
    pub(crate) created: i64,
    pub(crate) kind: PaymentMethod,
    pub(crate) customer: Option<CustomerId>,
    pub(crate) details: Details,
    pub(crate) billing: Billing,
    pub(crate) metadata: BTreeMap<String, String>,
    /// Used without a customer, or detached; it cannot be used again.
    pub(crate) spent: bool,
    /// The shopper has agreed to off-session payments.
    pub(crate) set_up: bool,
}
row!(Method, "methods", |row| row.id.as_str(), "PaymentMethod" in "payment_method");

impl Method {
    /// The test card behind the method. An older database may name a card that no longer exists; then it is the first card, which
    /// always succeeds.
    pub(crate) fn test_card(&self) -> Option<&'static TestCard> {
        match &self.details {
            Details::Card { name, .. } | Details::Link { card: Some(name), .. } | Details::Wallet { card: name } => {
                by_name(name).or(TEST_CARDS.first())
            }
            _ => None,
        }
    }

    /// Last four digits; empty if the method has none.
    pub(crate) fn last4(&self) -> &str {
        match &self.details {
            Details::Account { last4, .. } => last4,
            _ => self.test_card().map_or("", |card| last4(card.number)),
        }
    }

    /// Label for people: "visa •••• 4242".
    pub(crate) fn label(&self) -> String {
        match (&self.details, self.test_card()) {
            (Details::Card { .. }, Some(card)) => format!("{} •••• {}", card.brand, self.last4()),
            (Details::Account { .. }, _) => format!("{} •••• {}", self.kind.as_str(), self.last4()),
            _ => self.kind.as_str().to_owned(),
        }
    }

    /// The nested object that is named after the type.
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

    /// Fingerprint of the card or account: the same for every method with it.
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

/// Last four characters of a number.
pub(crate) fn last4(number: &str) -> &str {
    number.len().checked_sub(4).and_then(|from| number.get(from..)).unwrap_or("")
}

impl DebitFailure {
    /// Error code and message.
    pub(crate) fn code_and_message(self) -> (&'static str, &'static str) {
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
