//! What pages with ways to pay say of themselves to the gateway's scripts.

use serde_json::{Value, json};
use shop_core::checkout::address::locale::Presence;
use shop_tests::{Visitor, page_data, rules};

use crate::orders::renewals::boxed;
use crate::payments::calls::{gateway, shopper};
use crate::payments::cards::{GOOD, order, paid_with};

/// What a page says of itself: the flags that hold, and the order that is meant.
fn told(gateway: &Value) -> (Vec<&str>, i64) {
    let flags = [
        "isCheckout",
        "isOrderPay",
        "isChangingPayment",
        "isPaymentNeeded",
        "isLoggedIn",
        "isSignupOnCheckoutAllowed",
        "isUPEEnabled",
    ];
    let holds = |flag: &&str| gateway[*flag].as_bool().unwrap_or_else(|| panic!("no flag {flag}: {gateway}"));
    (flags.into_iter().filter(holds).collect(), gateway["orderId"].as_i64().expect("a number"))
}

rules! {
    async fn each_page_says_which_it_is_and_whose_order_it_pays_and_no_other(shop) {
        let mut shop = shop;
        let (mut buyer, subscription) = boxed(&mut shop, GOOD).await;
        buyer.add("t-five", 1).await;
        let checkout = gateway(&mut buyer, "/checkout/").await;
        let to_pay = ["isCheckout", "isPaymentNeeded", "isLoggedIn", "isSignupOnCheckoutAllowed", "isUPEEnabled"];
        assert_eq!(told(&checkout), (to_pay.to_vec(), 0));
        let placed = order(&mut buyer, "two", &paid_with(&shop.card("4000000000000002").await)).await.expect(400);
        let (id, key) = (placed["order_id"].as_i64().expect("a number"), placed["order_key"].as_str().expect("a key"));
        let paying = gateway(&mut buyer, &format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}")).await;
        assert_eq!(told(&paying), (vec!["isOrderPay", "isPaymentNeeded", "isLoggedIn", "isUPEEnabled"], id));
        let account = async |visitor: &mut Visitor, path: &str| {
            page_data(visitor, path).await["page"]["section"]["gateway"].clone()
        };
        let adding = account(&mut buyer, "/my-account/add-payment-method/").await;
        assert_eq!(told(&adding), (vec!["isLoggedIn", "isUPEEnabled"], 0));
        let changing = account(&mut buyer, &format!("/my-account/change-payment-method/{subscription}/")).await;
        let number = subscription.parse().expect("a number");
        assert_eq!(told(&changing), (vec!["isChangingPayment", "isLoggedIn", "isUPEEnabled"], number));
        for page in [&checkout, &paying, &adding, &changing] {
            let said = ["gatewayId", "locale", "currency"].map(|name| page[name].as_str().unwrap_or_default());
            assert_eq!(said, ["wc_stripe", "it", "EUR"]);
            assert_eq!(page["apiVersion"], shop_payments::stripe::API_VERSION, "the version that the shop's own calls speak");
        }
        for page in [&paying, &adding, &changing] {
            assert_eq!(page["enabledBillingFields"], json!([]), "no form asks there");
        }
        assert_eq!(paying["customerData"]["billing_country"], "IT", "the order's");
    }

    async fn the_checkout_names_the_fields_that_its_form_asks_and_the_country_that_it_knows(shop) {
        let mut shop = shop;
        let (_, mut guest) = shopper(&mut shop).await;
        guest.post("/cart/update-customer", json!({ "billing_address": { "country": "FR" } })).await.expect(200);
        let shown = gateway(&mut guest, "/checkout/").await;
        let all = ["first_name", "last_name", "email", "country", "address_1", "address_2", "city", "state", "postcode"];
        let all = all.map(|name| format!("billing_{name}"));
        assert_eq!(shown["enabledBillingFields"], json!(all));
        assert_eq!(shown["customerData"]["billing_country"], "FR");
        assert!(!told(&shown).0.contains(&"isLoggedIn"));
        let server = shop
            .with_settings(|settings| {
                settings.checkout.address_2 = Presence::Hidden;
                settings.accounts.at_checkout = false;
            })
            .await;
        let mut other = shop.visitor_of(server);
        other.add("t-oil", 1).await;
        let shown = gateway(&mut other, "/checkout/").await;
        let without: Vec<_> = all.iter().filter(|name| !name.ends_with("_2")).collect();
        assert_eq!(shown["enabledBillingFields"], json!(without));
        assert!(!told(&shown).0.contains(&"isSignupOnCheckoutAllowed"));
    }
}
