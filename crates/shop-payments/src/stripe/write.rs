//! Requests, in Stripe's names.

use shop_core::Cents;
use shop_services::ports::{Confirmation, IntentChange, NewIntent, PaidWith};

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
    if new.save {
        add(&mut fields, "setup_future_usage", "off_session");
    }
    shared(&mut fields, new);
    if let Some(method) = &new.method {
        add(&mut fields, "payment_method", method);
    }
    fields
}

/// A setup intent to be made. Its method is given when it is confirmed.
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
}

/// A change of an intent. A setup has no amount, and keeps its method in any case.
pub(super) fn update(change: &IntentChange, setup: bool) -> Fields {
    let mut fields = Fields::new();
    if !setup && change.amount > Cents::ZERO {
        add(&mut fields, "amount", change.amount.0);
        add(&mut fields, "setup_future_usage", if change.save { "off_session" } else { "" });
    }
    if let Some(order) = change.order {
        add(&mut fields, "metadata[order_id]", order);
    }
    if let Some(customer) = &change.customer {
        add(&mut fields, "customer", customer);
    }
    fields
}

/// A confirmation of an intent. With a browser there, 3-D Secure is left to the page's script, which keeps the shopper in the
/// shop; nobody's browser follows a renewal.
pub(super) fn confirm(how: &Confirmation, setup: bool) -> Fields {
    let mut fields = Fields::new();
    match &how.with {
        Some(PaidWith::Method(id)) => add(&mut fields, "payment_method", id),
        Some(PaidWith::Token(id)) => add(&mut fields, "confirmation_token", id),
        None => {}
    }
    if how.off_session {
        add(&mut fields, "off_session", "true");
    } else if !how.return_url.is_empty() {
        add(&mut fields, "return_url", &how.return_url);
        add(&mut fields, "use_stripe_sdk", "true");
    }
    if how.save && !setup {
        add(&mut fields, "setup_future_usage", "off_session");
    }
    if let Some(code) = &how.code {
        add(&mut fields, "payment_method_options[blik][code]", code);
    }
    // A confirmation token carries the agreement itself.
    if let (Some(agreed), Some(PaidWith::Method(_)) | None) = (&how.agreed, &how.with) {
        add(&mut fields, "mandate_data[customer_acceptance][type]", "online");
        add(&mut fields, "mandate_data[customer_acceptance][online][ip_address]", &agreed.address);
        add(&mut fields, "mandate_data[customer_acceptance][online][user_agent]", &agreed.user_agent);
    }
    fields
}

#[cfg(test)]
mod tests {
    use shop_core::ids::OrderId;
    use shop_core::payment::method::PaymentMethod;
    use shop_services::ports::Agreement;

    use super::*;

    fn new() -> NewIntent {
        NewIntent {
            order: Some(OrderId(7)),
            amount: Cents(4720),
            currency: "eur".into(),
            kinds: vec![PaymentMethod::Card, PaymentMethod::Link],
            method: Some("pm_1".into()),
            customer: Some("cus_1".into()),
            save: true,
            manual_capture: false,
            description: String::new(),
        }
    }

    fn text(fields: &Fields) -> String {
        fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    }

    #[test]
    fn an_intent_is_asked_for_in_the_providers_names_and_not_confirmed() {
        assert_eq!(
            text(&payment(&new())),
            "amount=4720&currency=eur&setup_future_usage=off_session&payment_method_types[0]=card&\
             payment_method_types[1]=link&customer=cus_1&metadata[order_id]=7&payment_method=pm_1"
        );
    }

    #[test]
    fn a_setup_has_no_amount() {
        assert!(text(&setup(&NewIntent { amount: Cents::ZERO, ..new() })).starts_with("usage=off_session&"));
        assert!(update(&IntentChange { amount: Cents(1), save: true, ..IntentChange::default() }, true).is_empty());
    }

    #[test]
    fn an_intent_made_before_its_order_is_given_to_it() {
        let change = IntentChange { amount: Cents(4720), order: Some(OrderId(7)), ..IntentChange::default() };
        assert_eq!(text(&update(&change, false)), "amount=4720&setup_future_usage=&metadata[order_id]=7");
    }

    #[test]
    fn a_confirmation_says_where_to_come_back_or_that_nobody_is_there() {
        let with = Some(PaidWith::Token("ctoken_1".into()));
        let return_url = "https://shop.example/x".to_owned();
        let there = Confirmation { with, return_url, save: true, ..Confirmation::default() };
        assert_eq!(
            text(&confirm(&there, false)),
            "confirmation_token=ctoken_1&return_url=https://shop.example/x&use_stripe_sdk=true&setup_future_usage=off_session"
        );
        assert!(!text(&confirm(&there, true)).contains("setup_future_usage"), "a setup says so by itself");
        let renewal =
            Confirmation { off_session: true, return_url: "https://shop.example/x".into(), ..Confirmation::default() };
        assert_eq!(text(&confirm(&renewal, false)), "off_session=true");
    }

    #[test]
    fn the_agreement_goes_along_unless_a_token_carries_it() {
        let agreed = Some(Agreement { address: "192.0.2.7".into(), user_agent: "Browser/1".into() });
        let method = Confirmation { agreed: agreed.clone(), ..Confirmation::default() };
        assert_eq!(
            text(&confirm(&method, true)),
            "mandate_data[customer_acceptance][type]=online&mandate_data[customer_acceptance][online][ip_address]=192.0.2.7&\
             mandate_data[customer_acceptance][online][user_agent]=Browser/1"
        );
        let token = Confirmation { with: Some(PaidWith::Token("ctoken_1".into())), agreed, ..Confirmation::default() };
        assert_eq!(text(&confirm(&token, false)), "confirmation_token=ctoken_1");
    }

    #[test]
    fn the_banks_code_goes_along() {
        let coded = Confirmation {
            code: Some("123456".into()),
            return_url: "https://x.example".into(),
            ..Confirmation::default()
        };
        assert!(text(&confirm(&coded, false)).ends_with("payment_method_options[blik][code]=123456"));
    }
}
