//! The posted checkout form.

use shop_core::checkout::address::states::state_after_country_change;
use shop_core::checkout::address::{Address, AddressField};
use shop_core::checkout::delivery_day::DELIVERY_DAY_FIELD;
use shop_core::checkout::form::CheckoutForm;
use shop_core::checkout::invoice::{InvoiceBuyer, InvoiceForm};
use shop_core::checkout::reference::REFERENCE_FIELD;

/// Longest value read, in characters; the checks report shorter limits.
const MAX_CHARS: usize = 5000;

/// Parses the fields of the classic form: `billing_…`, `shipping_…`, `shipping_method[0]` and the rest. Missing ones are empty.
pub(crate) fn checkout_form_from_pairs(pairs: &[(String, String)]) -> CheckoutForm {
    let get = |name: &str| -> String {
        pairs
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.chars().take(MAX_CHARS).collect())
            .unwrap_or_default()
    };
    let is_set = |name: &str| !matches!(get(name).as_str(), "" | "0" | "false");
    let address = |prefix: &str| {
        let mut out = Address::default();
        for field in AddressField::ALL {
            out.set(field, get(&format!("{prefix}{}", field.as_str())));
        }
        // Without scripts, the list of states remains that of the country with which the page was rendered.
        let state_of = get(&format!("{prefix}state_of"));
        if !state_of.is_empty() && state_of != out.country {
            out.state = state_after_country_change(&state_of, &out.country, &out.state);
        }
        out
    };
    CheckoutForm {
        billing: address("billing_"),
        shipping: address("shipping_"),
        ship_to_different_address: is_set("ship_to_different_address"),
        // WooCommerce's block form uses another name for the same field.
        order_comments: Some(get("order_comments"))
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| get("order-notes")),
        buyer_reference: get(REFERENCE_FIELD),
        delivery_day: get(DELIVERY_DAY_FIELD),
        payment_method: get("payment_method"),
        shipping_method: pairs
            .iter()
            .filter_map(|(n, v)| {
                let index = n.strip_prefix("shipping_method[")?.strip_suffix(']')?;
                Some((index.to_owned(), v.chars().take(100).collect()))
            })
            .collect(),
        terms: is_set("terms"),
        age_confirmed: is_set("age_confirmed"),
        files_consent: is_set("files_consent"),
        extra: pairs
            .iter()
            .filter(|(n, _)| n.starts_with("billing_field_"))
            .take(20)
            .map(|(n, v)| (n.clone(), v.chars().take(MAX_CHARS).collect()))
            .collect(),
        create_account: is_set("createaccount"),
        account_password: get("account_password"),
    }
}

/// Parses the invoice fields of the classic form. Missing ones are empty.
pub(super) fn invoice_form_from_pairs(pairs: &[(String, String)]) -> InvoiceForm {
    let get = |name: &str| -> String {
        pairs
            .iter()
            .rev()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.chars().take(MAX_CHARS).collect())
            .unwrap_or_default()
    };
    InvoiceForm {
        requested: !matches!(get("invoice_requested").as_str(), "" | "0" | "false"),
        buyer: match get("invoice_buyer").as_str() {
            "business" => InvoiceBuyer::Business,
            "public_body" => InvoiceBuyer::PublicBody,
            _ => InvoiceBuyer::Consumer,
        },
        vat_number: get("vat_number"),
        tax_code: get("tax_code"),
        sdi_code: get("sdi_code"),
        pec: get("pec"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_posted_form_is_read_whole_and_missing_fields_are_empty() {
        let pairs = [
            ("billing_city", "Roma"),
            ("shipping_method[0]", "flat_rate:1"),
            ("terms", "1"),
            ("ship_to_different_address", "0"),
        ]
        .map(|(a, b)| (a.to_owned(), b.to_owned()));
        let form = checkout_form_from_pairs(&pairs);
        assert_eq!(form.billing.city, "Roma");
        assert_eq!(form.billing.first_name, "");
        assert_eq!(form.shipping_method.get("0").map(String::as_str), Some("flat_rate:1"));
        assert!(form.terms && !form.ship_to_different_address);
    }
}
