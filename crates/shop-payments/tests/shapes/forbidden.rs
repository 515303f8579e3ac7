//! Combinations that Stripe rejects although its published description allows each part (by the provider's guides and its types
//! of version 2024-06-20). The recorded requests are checked here, against tables of their own.

use crate::description::Sent;

/// A field and its value; empty: any value.
type Side = (&'static str, &'static str);

/// Fields that must not be combined in one request.
const PAIRS: &[(Side, Side)] = &[
    // Cards take a statement descriptor suffix only.
    (("statement_descriptor", ""), ("payment_method_types", "card")),
    // Off-session there is nobody who could agree to saving the method, or type a code.
    (("off_session", "true"), ("setup_future_usage", "off_session")),
    (("off_session", "true"), ("setup_future_usage", "on_session")),
    (("off_session", "true"), ("payment_method_options[blik][code]", "")),
    (("off_session", "true"), ("use_stripe_sdk", "true")),
    (("payment_method", ""), ("confirmation_token", "")),
];

/// Types that cannot be saved: their options have no `setup_future_usage` but "none".
const NEVER_SAVED: &[&str] =
    &["affirm", "afterpay_clearpay", "blik", "eps", "giropay", "klarna", "multibanco", "oxxo", "p24", "wechat_pay"];
/// Types with manual capture: their options have `capture_method`.
const MANUAL_CAPTURE: &[&str] = &["affirm", "afterpay_clearpay", "amazon_pay", "card", "cashapp", "klarna", "link"];
/// Types with a single currency.
const CURRENCIES: &[(&str, &str)] = &[
    ("sepa_debit", "eur"),
    ("bancontact", "eur"),
    ("eps", "eur"),
    ("ideal", "eur"),
    ("multibanco", "eur"),
    ("blik", "pln"),
    ("us_bank_account", "usd"),
    ("cashapp", "usd"),
    ("bacs_debit", "gbp"),
    ("au_becs_debit", "aud"),
    ("boleto", "brl"),
    ("oxxo", "mxn"),
];

/// Values of a field; for a list, by its name.
pub(crate) fn values<'a>(sent: &'a Sent, name: &str) -> Vec<&'a str> {
    let own = |field: &str| field == name || field.strip_prefix(name).is_some_and(|rest| rest.starts_with('['));
    sent.fields.iter().filter(|(field, _)| own(field)).map(|(_, value)| value.as_str()).collect()
}

fn has(sent: &Sent, (name, value): Side) -> bool {
    values(sent, name).iter().any(|own| value.is_empty() || *own == value)
}

/// Forbidden combinations in a request; empty: none.
pub(crate) fn violations(sent: &Sent) -> Vec<String> {
    let what = format!("{} {}", sent.method, sent.path);
    let mut wrong: Vec<String> = PAIRS
        .iter()
        .filter(|(one, other)| has(sent, *one) && has(sent, *other))
        .map(|(one, other)| format!("{what}: {one:?} with {other:?}"))
        .collect();
    let setup = sent.path.starts_with("/v1/setup_intents");
    let saves =
        setup || has(sent, ("setup_future_usage", "off_session")) || has(sent, ("setup_future_usage", "on_session"));
    let kinds = values(sent, "payment_method_types");
    for kind in &kinds {
        if saves && NEVER_SAVED.contains(kind) {
            wrong.push(format!("{what}: {kind} cannot be saved"));
        }
        if has(sent, ("capture_method", "manual")) && !MANUAL_CAPTURE.contains(kind) {
            wrong.push(format!("{what}: {kind} cannot be set aside"));
        }
        let currency = values(sent, "currency");
        let own = CURRENCIES.iter().find(|(own, _)| own == kind);
        if own.is_some_and(|(_, own)| !currency.is_empty() && currency != [*own]) {
            wrong.push(format!("{what}: {kind} in {currency:?}"));
        }
    }
    let together = kinds.len() < 2 || kinds == ["card", "link"];
    if !together {
        wrong.push(format!("{what}: {kinds:?} at once, one of which may be refused"));
    }
    // An empty value counts as an attempt to unset, which few fields allow.
    let emptied = |name: &str| matches!(name, "setup_future_usage") && sent.path.matches('/').count() > 2;
    for (name, _) in sent.fields.iter().filter(|(name, value)| value.is_empty() && !emptied(name)) {
        wrong.push(format!("{what}: {name} is empty"));
    }
    wrong
}

#[test]
fn what_quarrels_is_found() {
    let sent = |path: &str, fields: &[(&str, &str)]| Sent {
        method: "POST".into(),
        path: path.into(),
        fields: fields.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect(),
    };
    for (path, fields) in [
        ("/v1/payment_intents", &[("payment_method_types[0]", "card"), ("statement_descriptor", "A B C")][..]),
        ("/v1/payment_intents/pi_1/confirm", &[("off_session", "true"), ("setup_future_usage", "off_session")]),
        ("/v1/payment_intents", &[("payment_method_types[0]", "klarna"), ("setup_future_usage", "off_session")]),
        ("/v1/setup_intents", &[("payment_method_types[0]", "eps")]),
        ("/v1/payment_intents", &[("payment_method_types[0]", "sepa_debit"), ("capture_method", "manual")]),
        ("/v1/payment_intents", &[("payment_method_types[0]", "blik"), ("currency", "eur")]),
        ("/v1/payment_intents", &[("payment_method_types[0]", "card"), ("payment_method_types[1]", "ideal")]),
        ("/v1/customers", &[("name", "")]),
    ] {
        assert_eq!(violations(&sent(path, fields)).len(), 1, "{fields:?}");
    }
    let whole =
        [("payment_method_types[0]", "card"), ("payment_method_types[1]", "link"), ("capture_method", "manual")];
    assert!(violations(&sent("/v1/payment_intents", &whole)).is_empty());
}
