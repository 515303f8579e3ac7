//! Every wallet, by every way to an order, with every kind of method that the provider may hand over from it: the intent takes that
//! kind. The kinds are those of the provider's guides; the rule that they are held against is `ExpressWallet::payment_types`.

use serde_json::{Value, json};
use shop_core::payments::express::wallet::ExpressWallet;
use shop_services::platform::settings::PaymentMethodSettings;
use shop_tests::{TestShop, Visitor, rules};

use crate::checkout::express::with_wallets;
use crate::checkout::express_orders::{DECLINED, mark, order, send, wallet_order};
use crate::payments::cards::{GOOD, charges};

/// A wallet, what it hands over, and the kinds of the intent that pays.
const TABLE: &[(&str, &str, &[&str])] = &[
    ("apple_pay", "card", &["card", "link"]),
    ("google_pay", "card", &["card", "link"]),
    ("amazon_pay", "amazon_pay", &["amazon_pay"]),
    ("link", "card", &["card", "link"]),
    ("link", "link", &["card", "link"]),
];

async fn with_all_wallets(shop: &mut TestShop) -> usize {
    with_wallets(shop, |settings| {
        settings.express.amazon_pay = true;
        settings.payment_methods.insert(
            2,
            PaymentMethodSettings {
                id: "stripe_amazon_pay".into(),
                enabled: true,
                title: "Amazon Pay".into(),
                ..PaymentMethodSettings::default()
            },
        );
    })
    .await
}

async fn token(shop: &TestShop, wallet: &str, kind: &str) -> String {
    match kind {
        // Only a misuse brings a card from it.
        "card" if wallet == "amazon_pay" => shop.wallet_token(GOOD, "apple_pay").await,
        "card" => shop.wallet_token(GOOD, wallet).await,
        "link" => shop.token_of("link", &[("[link][email]", "livia@example.com")]).await,
        other => shop.token_of(other, &[("[card][token]", "tok_visa")]).await,
    }
}

/// The kinds that the newest intent takes, and the kind that it was paid by.
async fn paid_by(shop: &TestShop) -> (Value, Value) {
    let intent = shop.at_sandbox("/v1/payment_intents?limit=1").await["data"][0].clone();
    let method = intent["payment_method"].as_str().unwrap_or_else(|| panic!("no method: {intent}"));
    let method = shop.at_sandbox(&format!("/v1/payment_methods/{method}")).await;
    (intent["payment_method_types"].clone(), method["type"].clone())
}

async fn succeeds(shop: &TestShop, row: &(&str, &str, &[&str]), placed: &Value) {
    let (wallet, handed_over, kinds) = row;
    assert_eq!(placed["payment_result"]["payment_status"], "success", "{wallet} {handed_over}: {placed}");
    assert_eq!(paid_by(shop).await, (json!(kinds), json!(handed_over)), "{wallet}");
}

async fn visitor_with_goods(shop: &TestShop, server: usize) -> Visitor {
    let mut visitor = shop.visitor_of(server);
    visitor.add("t-oil", 1).await;
    visitor
}

#[test]
fn the_table_holds_every_wallet_with_all_that_it_hands_over() {
    for wallet in ExpressWallet::ALL {
        let named: Vec<&str> =
            TABLE.iter().filter(|(name, ..)| *name == wallet.as_str()).map(|(_, kind, _)| *kind).collect();
        let handed_over: Vec<&str> = wallet.payment_types().iter().map(|kind| kind.as_str()).collect();
        assert_eq!(named, handed_over, "{wallet:?}");
    }
}

rules! {
    async fn every_wallet_pays_a_cart_with_whatever_it_hands_over(shop) {
        let mut shop = shop;
        let server = with_all_wallets(&mut shop).await;
        for row in TABLE {
            let (wallet, kind, _) = row;
            let mut visitor = visitor_with_goods(&shop, server).await;
            let body = wallet_order(&token(&shop, wallet, kind).await, wallet);
            let placed = order(&mut visitor, &format!("{wallet} {kind}"), &body).await.expect(200);
            succeeds(&shop, row, &placed).await;
        }
        assert_eq!(charges(&shop).await.len(), TABLE.len());
    }

    async fn every_wallet_pays_a_placed_order_with_whatever_it_hands_over(shop) {
        let mut shop = shop;
        let server = with_all_wallets(&mut shop).await;
        for row in TABLE {
            let (wallet, kind, _) = row;
            let mut buyer = shop.visitor_of(server);
            let placed = buyer.buy("t-oil", 1).await;
            let id = placed["order_id"].as_i64().expect("an order");
            let key = placed["order_key"].as_str().expect("a key");
            shop.merchant().await.set_status(id, "failed").await.expect(200);
            let mut payer = shop.visitor_of(server);
            let nonce = mark(&mut payer).await;
            let body = wallet_order(&token(&shop, wallet, kind).await, wallet);
            let path = format!("/checkout/{id}?key={key}&billing_email=livia@example.com");
            let paid = send(&mut payer, &path, &format!("{wallet} {kind}"), &nonce, &body).await.expect(200);
            succeeds(&shop, row, &paid).await;
        }
    }

    async fn every_wallet_pays_after_a_card_of_another_one_was_declined(shop) {
        let mut shop = shop;
        let server = with_all_wallets(&mut shop).await;
        for row in TABLE {
            let (wallet, kind, _) = row;
            let mut visitor = visitor_with_goods(&shop, server).await;
            let declined = wallet_order(&shop.wallet_token(DECLINED, "apple_pay").await, "apple_pay");
            let refused = order(&mut visitor, &format!("declined {wallet} {kind}"), &declined).await.expect(400);
            let body = wallet_order(&token(&shop, wallet, kind).await, wallet);
            let paid = order(&mut visitor, &format!("{wallet} {kind}"), &body).await.expect(200);
            assert_eq!(paid["order_id"], refused["order_id"]);
            succeeds(&shop, row, &paid).await;
        }
        assert_eq!(charges(&shop).await.iter().filter(|one| one["paid"] == true).count(), TABLE.len());
    }

    async fn a_wallet_that_hands_over_what_it_never_should_is_refused_and_nothing_is_charged(shop) {
        let mut shop = shop;
        let server = with_all_wallets(&mut shop).await;
        for (wallet, kind) in [("apple_pay", "amazon_pay"), ("google_pay", "amazon_pay"), ("link", "amazon_pay"), ("amazon_pay", "card"), ("amazon_pay", "link")] {
            let mut visitor = visitor_with_goods(&shop, server).await;
            let body = wallet_order(&token(&shop, wallet, kind).await, wallet);
            let refused = order(&mut visitor, &format!("{wallet} {kind}"), &body).await;
            assert_eq!(refused.status, 400, "{wallet} {kind}: {}", refused.text());
        }
        assert!(charges(&shop).await.is_empty());
    }

    async fn a_wallet_of_cards_pays_where_the_one_click_method_is_off_at_the_provider(shop) {
        let mut shop = shop;
        let server = with_all_wallets(&mut shop).await;
        shop.sandbox_json("/_sandbox/account", &json!({ "inactive": ["link"] })).await;
        for wallet in ["apple_pay", "google_pay", "link"] {
            let mut visitor = visitor_with_goods(&shop, server).await;
            let body = wallet_order(&shop.wallet_token(GOOD, wallet).await, wallet);
            let placed = order(&mut visitor, wallet, &body).await.expect(200);
            assert_eq!(placed["payment_result"]["payment_status"], "success", "{wallet}: {placed}");
        }
    }
}
