//! Requests, in Stripe's names.

use shop_core::Cents;
use shop_services::ports::{NewIntent, PaidWith};

use super::client::Fields;

fn add(fields: &mut Fields, name: &str, value: impl ToString) {
    fields.push((name.to_owned(), value.to_string()));
}

/// A payment intent to be made.
pub(super) fn payment(new: &NewIntent) -> Fields {
    let mut fields = Fields::new();
    add(&mut fields, "amount", new.amount.0);
    add(&mut fields, "currency", &new.currency);
    if new.manual_capture {
        add(&mut fields, "capture_method", "manual");
    }
    if !new.description.is_empty() {
        add(&mut fields, "description", &new.description);
    }
    if new.save && !new.off_session {
        add(&mut fields, "setup_future_usage", "off_session");
    }
    if new.off_session {
        add(&mut fields, "off_session", "true");
    }
    if let Some(code) = &new.code {
        add(&mut fields, "payment_method_options[blik][code]", code);
    }
    shared(&mut fields, new);
    fields
}

/// A setup intent to be made.
pub(super) fn setup(new: &NewIntent) -> Fields {
    let mut fields = Fields::new();
    add(&mut fields, "usage", "off_session");
    shared(&mut fields, new);
    fields
}

fn shared(fields: &mut Fields, new: &NewIntent) {
    for (at, kind) in new.kinds.iter().enumerate() {
        add(fields, &format!("payment_method_types[{at}]"), kind.as_str());
    }
    if let Some(customer) = &new.customer {
        add(fields, "customer", customer);
    }
    if let Some(order) = new.order {
        add(fields, "metadata[order_id]", order);
    }
    if let Some(with) = &new.paid_with {
        paid_with(fields, with);
    }
    if new.confirm {
        add(fields, "confirm", "true");
        returns(fields, &new.return_url);
    }
}

fn paid_with(fields: &mut Fields, with: &PaidWith) {
    match with {
        PaidWith::Method(id) => add(fields, "payment_method", id),
        PaidWith::Token(id) => add(fields, "confirmation_token", id),
    }
}

/// Where a browser comes back to. With a browser there, 3-D Secure is left to the page's script, which keeps the shopper in the
/// shop; nobody's browser follows a renewal.
fn returns(fields: &mut Fields, return_url: &str) {
    if !return_url.is_empty() {
        add(fields, "return_url", return_url);
        add(fields, "use_stripe_sdk", "true");
    }
}

/// A change of an intent. A setup has no amount.
pub(super) fn update(amount: Cents, save: bool) -> Fields {
    let mut fields = Fields::new();
    if amount > Cents::ZERO {
        add(&mut fields, "amount", amount.0);
        add(&mut fields, "setup_future_usage", if save { "off_session" } else { "" });
    }
    fields
}

/// A confirmation.
pub(super) fn confirm(with: &PaidWith, return_url: &str) -> Fields {
    let mut fields = Fields::new();
    paid_with(&mut fields, with);
    returns(&mut fields, return_url);
    fields
}

#[cfg(test)]
mod tests {
    use shop_core::ids::OrderId;
    use shop_core::payment::method::PaymentMethod;

    use super::*;

    fn new() -> NewIntent {
        NewIntent {
            order: Some(OrderId(7)),
            amount: Cents(4720),
            currency: "eur".into(),
            kinds: vec![PaymentMethod::Card, PaymentMethod::Link],
            paid_with: Some(PaidWith::Method("pm_1".into())),
            confirm: true,
            customer: Some("cus_1".into()),
            save: true,
            off_session: false,
            manual_capture: false,
            return_url: "https://bottega.example/x".into(),
            code: None,
            description: String::new(),
        }
    }

    fn text(fields: &Fields) -> String {
        fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }

    #[test]
    fn an_intent_is_asked_for_in_the_providers_names() {
        assert_eq!(
            text(&payment(&new())),
            "amount=4720&currency=eur&setup_future_usage=off_session&payment_method_types[0]=card&\
             payment_method_types[1]=link&customer=cus_1&metadata[order_id]=7&payment_method=pm_1&confirm=true&\
             return_url=https://bottega.example/x&use_stripe_sdk=true"
        );
    }

    #[test]
    fn a_renewal_says_that_nobody_is_there_and_saves_nothing_anew() {
        let renewal = NewIntent { off_session: true, return_url: String::new(), kinds: Vec::new(), ..new() };
        let asked = text(&payment(&renewal));
        assert!(asked.contains("off_session=true") && !asked.contains("setup_future_usage"), "{asked}");
        assert!(!asked.contains("return_url"), "{asked}");
    }

    #[test]
    fn without_a_confirmation_nothing_of_it_is_sent() {
        let later = NewIntent { confirm: false, paid_with: None, save: false, ..new() };
        let asked = text(&payment(&later));
        for name in ["confirm", "return_url", "use_stripe_sdk", "payment_method=", "setup_future_usage"] {
            assert!(!asked.contains(name), "{name}: {asked}");
        }
    }

    #[test]
    fn a_setup_has_no_amount() {
        assert!(text(&setup(&NewIntent { amount: Cents::ZERO, ..new() })).starts_with("usage=off_session&"));
        assert!(update(Cents::ZERO, true).is_empty());
    }
}
