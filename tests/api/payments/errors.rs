//! Each of the sandbox's cards that a bank refuses says why in the shopper's words, on every way to pay; nothing is charged, nothing
//! is lost, and a good card pays then.

use serde_json::{Value, json};
use shop_tests::{Answer, TestShop, Visitor, customer, kinds_to, page_data, rules};

use crate::checkout::express::with_wallets;
use crate::checkout::express_orders::{order as wallet_buys, wallet_order};
use crate::orders::renewals::{boxed, kept, paid_by, pay_on_page};
use crate::payments::cards::{GOOD, card_form, charges, order, paid_with, take_cards};
use crate::payments::change::change_to_card;
use crate::payments::methods::keep;

const DECLINED: &str = "La carta è stata rifiutata.";

/// Can be kept; only charges are refused.
const ONLY_CHARGES: &str = "4000000000000341";
/// Its bank, which asks for its owner, is out of reach.
const UNREACHABLE: &str = "4000008400001280";

/// Number, and what the shopper reads. Stolen and lost cards are not named so.
const REFUSED: [(&str, &str); 10] = [
    ("4000000000000002", DECLINED),
    ("4000000000009995", "La carta è stata rifiutata perché il saldo non basta"),
    ("4000000000009987", DECLINED),
    ("4000000000009979", DECLINED),
    ("4000000000000069", "La carta è scaduta."),
    ("4000000000000127", "Il codice di sicurezza della carta è sbagliato."),
    ("4000000000000119", "elaborazione della carta."),
    (ONLY_CHARGES, DECLINED),
    (UNREACHABLE, DECLINED),
    ("4100000000000019", DECLINED),
];

/// Those whose bank asks their owner first, and refuses after a yes.
const REFUSED_AFTER_YES: [(&str, &str); 2] =
    [("4000008400001629", DECLINED), ("4000008260003178", "La carta è stata rifiutata perché il saldo non basta")];

fn says(number: &str, told: &str, sentence: &str) {
    assert!(told.contains(sentence), "{number}: {told}");
    assert!(!told.contains("smarrit") && !told.contains("rubat"), "{number}: {told}");
}

/// The sentence of an order's answer.
fn refusal(answer: &Value) -> String {
    let details = answer["payment_result"]["payment_details"].as_array().expect("details");
    let said = details.iter().find(|one| one["key"] == "errorMessage");
    said.and_then(|one| one["value"].as_str()).unwrap_or_default().to_owned()
}

/// What a plain form's answer shows, on the page that it may lead to.
async fn shown(visitor: &mut Visitor, answer: Answer) -> String {
    match answer.header("location").map(str::to_owned) {
        Some(page) => visitor.page(&page).await.text(),
        None => answer.text(),
    }
}

/// Kinds of the messages about orders that the buyer got.
async fn told_by_mail(shop: &TestShop) -> Vec<String> {
    let mut kinds = kinds_to(&mut shop.merchant().await, "livia@example.com").await;
    kinds.sort();
    kinds
}

rules! {
    async fn the_merchants_sentence_for_a_code_comes_before_the_shops(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        let own = "expired_card: Carta scaduta: usane un'altra o paga con bonifico.";
        let server = shop.with_settings(|settings| settings.payments.messages = format!("{own}\nnessun codice")).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let page = page_data(&mut visitor, "/checkout/").await;
        let sentence = "Carta scaduta: usane un'altra o paga con bonifico.";
        assert_eq!(page["page"]["gateway"]["messages"], json!({ "expired_card": sentence }));
        let expired = paid_with(&shop.card("4000000000000069").await);
        assert_eq!(refusal(&order(&mut visitor, "one", &expired).await.expect(400)), sentence);
        let declined = paid_with(&shop.card("4000000000000002").await);
        assert_eq!(refusal(&order(&mut visitor, "two", &declined).await.expect(400)), DECLINED);
    }

    async fn at_the_checkout_a_refused_card_says_why_and_a_good_one_pays_the_same_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut merchant = shop.merchant().await;
        let stock = merchant.stock("t-five").await.as_i64().expect("pieces");
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let mut first = None;
        for (number, sentence) in REFUSED {
            let refused = order(&mut visitor, "one", &paid_with(&shop.card(number).await)).await.expect(400);
            says(number, &refusal(&refused), sentence);
            let id = refused["order_id"].as_i64().expect("a number");
            assert_eq!(*first.get_or_insert(id), id, "{number}: one order for all tries");
            assert_eq!(merchant.order(id).await["status"], "failed", "{number}");
            assert_eq!(merchant.stock("t-five").await, json!(stock), "{number}: nothing is held");
        }
        assert!(charges(&shop).await.is_empty());
        let paid = order(&mut visitor, "one", &paid_with(&shop.card(GOOD).await)).await.expect(200);
        assert_eq!((paid["order_id"].as_i64(), &paid["status"]), (first, &json!("processing")));
        assert_eq!((charges(&shop).await.len(), merchant.stock("t-five").await), (1, json!(stock - 1)));
        assert_eq!(told_by_mail(&shop).await, ["customer_processing_order"], "who paid in the end is told so, and nothing else");
    }

    async fn in_the_classic_form_a_refused_card_says_why_and_a_good_one_pays_the_same_order(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let form = card_form(&mut visitor).await;
        for (number, sentence) in REFUSED.into_iter().chain([(GOOD, "")]) {
            let card = shop.card(number).await;
            let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            fields.push(("wc-stripe-payment-method", &card));
            let answer = visitor.ajax("checkout", &fields).await.expect(200);
            if sentence.is_empty() {
                assert_eq!(answer["result"], "success", "{answer}");
                continue;
            }
            assert_eq!(answer["result"], "failure", "{number}: {answer}");
            says(number, answer["messages"].as_str().unwrap_or_default(), sentence);
            assert!(charges(&shop).await.is_empty(), "{number}");
        }
        assert_eq!(charges(&shop).await.len(), 1);
        let orders = shop.merchant().await.get("/orders").await.expect(200);
        assert_eq!(orders["orders"].as_array().map(Vec::len), Some(1), "{orders}");
    }

    async fn on_the_orders_page_a_refused_card_says_why_and_a_good_one_pays(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let placed = order(&mut visitor, "one", &paid_with(&shop.card(REFUSED[0].0).await)).await.expect(400);
        let (id, key) = (placed["order_id"].as_i64().expect("a number"), placed["order_key"].as_str().expect("a key"));
        let pay = format!("/checkout/order-pay/{id}/?pay_for_order=true&key={key}");
        let mut merchant = shop.merchant().await;
        for (number, sentence) in REFUSED {
            let answer = pay_on_page(&mut visitor, &pay, &shop.card(number).await).await;
            says(number, &shown(&mut visitor, answer).await, sentence);
            assert_eq!(merchant.order(id).await["status"], "failed", "{number}");
        }
        assert!(charges(&shop).await.is_empty());
        let paid = pay_on_page(&mut visitor, &pay, &shop.card(GOOD).await).await;
        assert!(paid.header("location").is_some_and(|to| to.contains("/order-received/")), "{}", paid.text());
        assert_eq!((&merchant.order(id).await["status"], charges(&shop).await.len()), (&json!("processing"), 1));
    }

    async fn a_refused_card_is_not_kept_and_says_why_but_one_that_only_charges_refuse_is(shop) {
        let mut shop = shop;
        take_cards(&mut shop).await;
        shop.restart(0).await;
        for (number, sentence) in REFUSED {
            // Tries are counted by customer.
            let mut buyer = customer(&shop, &format!("anna{number}@example.com")).await;
            let answer = keep(&mut buyer, &shop.card(number).await).await;
            let can_be_kept = number == ONLY_CHARGES;
            assert_eq!((answer["success"].as_bool(), kept(&mut buyer).await.len()), (Some(can_be_kept), usize::from(can_be_kept)), "{number}: {answer}");
            if !can_be_kept {
                says(number, answer["data"]["error"]["message"].as_str().unwrap_or_default(), sentence);
                assert_eq!(keep(&mut buyer, &shop.card(GOOD).await).await["success"], true, "{number}");
            }
        }
    }

    async fn a_refused_card_changes_no_subscription_and_says_why(shop) {
        let mut shop = shop;
        let (mut buyer, number) = boxed(&mut shop, GOOD).await;
        for (card, sentence) in REFUSED.into_iter().filter(|(card, _)| *card != ONLY_CHARGES) {
            let answer = change_to_card(&mut buyer, &number, &shop.card(card).await).await;
            says(card, &shown(&mut buyer, answer).await, sentence);
            assert_eq!(paid_by(&mut buyer, &number).await, "Visa •••• 4242, scade 12/40", "{card}");
        }
        assert_eq!(change_to_card(&mut buyer, &number, &shop.card("5555555555554444").await).await.status, 303);
        assert_eq!(paid_by(&mut buyer, &number).await, "Mastercard •••• 4444, scade 12/40");
    }

    async fn a_refused_wallet_says_why_and_a_good_one_pays_the_same_order(shop) {
        let mut shop = shop;
        let server = with_wallets(&mut shop, |_| {}).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-five", 1).await;
        let mut first = None;
        // A wallet's owner is known to his phone: banks do not ask for him.
        for (number, sentence) in REFUSED.into_iter().filter(|(card, _)| *card != UNREACHABLE) {
            let body = wallet_order(&shop.wallet_token(number, "google_pay").await, "google_pay");
            let refused = wallet_buys(&mut visitor, "one", &body).await.expect(400);
            says(number, &refusal(&refused), sentence);
            let id = refused["order_id"].as_i64().expect("a number");
            assert_eq!(*first.get_or_insert(id), id, "{number}: one order for all tries");
        }
        assert!(charges(&shop).await.is_empty());
        let body = wallet_order(&shop.wallet_token(GOOD, "google_pay").await, "google_pay");
        let paid = wallet_buys(&mut visitor, "one", &body).await.expect(200);
        assert_eq!((paid["order_id"].as_i64(), charges(&shop).await.len()), (first, 1));
    }

    async fn a_card_that_is_refused_after_its_owners_yes_says_why_and_another_one_pays(shop) {
        let mut shop = shop;
        let server = take_cards(&mut shop).await;
        for (number, sentence) in REFUSED_AFTER_YES {
            let mut visitor = shop.visitor_of(server);
            visitor.add("t-oil", 1).await;
            let placed = order(&mut visitor, number, &paid_with(&shop.card(number).await)).await.expect(200);
            let route = placed["payment_result"]["redirect_url"].as_str().expect("a route").to_owned();
            let parts: Vec<&str> = route.split(':').collect();
            let intent = parts[2].split("_secret_").next().expect("an id");
            shop.answer_bank(intent, "yes").await;
            let id = placed["order_id"].to_string();
            let fields = [("order_id", id.as_str()), ("intent_id", intent), ("_ajax_nonce", parts[3])];
            let told = visitor.ajax("wc_stripe_update_order_status", &fields).await.expect(200);
            assert_eq!(told["success"], false, "{number}: {told}");
            says(number, told["data"]["error"]["message"].as_str().unwrap_or_default(), sentence);
            let paid = order(&mut visitor, number, &paid_with(&shop.card(GOOD).await)).await.expect(200);
            assert_eq!((&paid["order_id"], &paid["status"]), (&placed["order_id"], &json!("processing")), "{number}");
        }
        assert_eq!(charges(&shop).await.len(), REFUSED_AFTER_YES.len());
    }
}
