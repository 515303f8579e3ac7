//! What the law wants said, asked and written down beside the label of foods.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value, json};
use shop_core::base::{Cents, OrderId};
use shop_services::platform::settings::TaxDisplay;
use shop_services::{Clock, Shop};
use shop_tests::{TestShop, Visitor, checkout, classic_form, page_data, rules};

const DAY_S: i64 = 86_400;

/// A clock that tests set, in seconds.
#[derive(Debug)]
struct SetClock(Arc<AtomicI64>);

impl Clock for SetClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::Acquire) * 1000
    }
}

/// The use cases on the shop's database, with a clock to set.
async fn with_clock(shop: &TestShop) -> (Shop, Arc<AtomicI64>) {
    let db = shop_storage::Db::open(shop.database()).await.expect("the database opens");
    // Far beyond what the fixture's prices were written at.
    let clock = Arc::new(AtomicI64::new(3_000_000_000));
    (Shop::new(Arc::new(db), Arc::new(SetClock(Arc::clone(&clock)))), clock)
}

/// A server that asks for the acceptance of the terms.
async fn with_terms(shop: &mut TestShop) -> usize {
    shop.with_settings(|settings| settings.checkout.terms_page = Some("/condizioni-di-vendita/".into())).await
}

fn own_form(mut order: Value, additions: Value) -> Value {
    order["extensions"] = json!({ "bottega": additions });
    order
}

const GOODS: &str = "\
Type,SKU,Name,Published,Visibility in catalog,Tax status,Tax class,In stock?,Weight (kg),Regular price,Categories,Meta: sealed,\
Meta: perishable,Meta: net_weight_g,Meta: purchase_rules
simple,l-jar,Crema,1,visible,taxable,,1,0.3,6,Prove,1,,200,
simple,l-box,Scatola incisa,1,visible,taxable,,1,0.3,9,Prove,,,,\
\"{\"\"add_ons\"\":[{\"\"key\"\":\"\"nome\"\",\"\"label\"\":\"\"Nome inciso\"\",\"\"input\"\":{\"\"kind\"\":\"\"text\"\",\"\"max_chars\"\":20}}]}\"
simple,l-fresh,Burrata,1,visible,taxable,,1,0.3,5,Prove,,1,250,
";

async fn order_of(shop: &TestShop, id: i64) -> shop_services::ports::OrderRecord {
    let store = shop.store().await;
    store.order(OrderId(id)).await.expect("orders can be read").expect("an order")
}

async fn placed(visitor: &mut Visitor, sku: &str) -> (i64, String) {
    visitor.add(sku, 1).await;
    let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
    (order["order_id"].as_i64().expect("an order"), order["order_key"].as_str().expect("a key").to_owned())
}

rules! {
    async fn a_scheduled_price_holds_from_its_moment_and_counts_for_the_next_reduction(shop) {
        let (inside, clock) = with_clock(&shop).await;
        let store = shop.store().await;
        let start = clock.load(Ordering::Acquire);
        let catalogue = inside.context.catalogue().await.expect("a catalogue");
        let simple = |p: &&Arc<shop_core::catalogue::product::Product>| p.variations.is_empty() && p.item.prices.regular.is_some();
        let mut product = catalogue.products().iter().find(simple).expect("a product").as_ref().clone();
        let id = product.item.id;
        let prices = &mut product.item.prices;
        (prices.regular, prices.sale) = (Some(Cents(9000)), Some(Cents(8000)));
        (prices.sale_from, prices.sale_to) = (Some(start + 40 * DAY_S), Some(start + 50 * DAY_S));
        product.updated_at = start;
        store.save_products(&[product.clone()], &[]).await.expect("saved").expect("no stock moved");
        let at = async |day: i64| {
            clock.store(start + day * DAY_S, Ordering::Release);
            let catalogue = inside.context.catalogue().await.expect("a catalogue");
            let price = catalogue.price_of(id);
            (price.min, price.on_sale.then(|| catalogue.lowest_30_days(id)).flatten(), catalogue.prices_since)
        };
        let before = at(39).await;
        let during = at(40).await;
        let after = at(50).await;
        assert_eq!(before.0, Some(Cents(9000)));
        assert_eq!((during.0, during.1), (Some(Cents(8000)), Some(Cents(9000))), "nobody wrote anything when it began");
        assert_eq!(after.0, Some(Cents(9000)));
        assert!(before.2 < during.2 && during.2 < after.2, "pages are told apart by it: {before:?} {during:?} {after:?}");
        // A second reduction, smaller than the first: the first counts.
        product.item.prices.sale = Some(Cents(8500));
        (product.item.prices.sale_from, product.item.prices.sale_to) = (Some(start + 55 * DAY_S), None);
        product.updated_at = start + 51 * DAY_S;
        store.save_products(&[product.clone()], &[]).await.expect("saved").expect("no stock moved");
        inside.context.catalogue_changed();
        let second = at(56).await;
        assert_eq!((second.0, second.1), (Some(Cents(8500)), Some(Cents(8000))));
        let told = store.price_history(id, start + 54 * DAY_S, 3).await.expect("prices");
        assert_eq!(told[0], (Cents(9000), start + 50 * DAY_S), "what is to come is not told as past");
        // A schedule that is taken back never was.
        product.item.prices.sale = None;
        product.updated_at = start + 54 * DAY_S;
        store.save_products(&[product], &[]).await.expect("saved").expect("no stock moved");
        inside.context.catalogue_changed();
        assert_eq!(at(90).await.0, Some(Cents(9000)));
    }

    async fn the_terms_are_accepted_on_every_way_of_the_shops_own_form(shop) {
        let mut shop = shop;
        let server = with_terms(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("t-oil", 1).await;
        let refused = visitor.post("/checkout", own_form(checkout("bacs"), json!({ "terms": false }))).await;
        let refused = refused.refused(400, "terms_required");
        assert!(refused["message"].as_str().is_some_and(|m| m.contains("condizioni di vendita")), "{refused}");
        let form = classic_form(&mut visitor).await;
        let fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = visitor.ajax("checkout", &fields).await.expect(200);
        assert!(answer["messages"].as_str().is_some_and(|m| m.contains("data-id=\"terms\"")), "{answer}");
        assert_eq!(visitor.submit("/checkout/", &fields).await.status, 422);
        assert_eq!(visitor.cart().await["items_count"], 1, "nothing is lost");
        let order = visitor.post("/checkout", own_form(checkout("bacs"), json!({ "terms": true }))).await.expect(200);
        let terms = order_of(&shop, order["order_id"].as_i64().expect("an order")).await.content.terms.expect("accepted terms");
        assert_eq!(terms.path, "/condizioni-di-vendita/");
        assert!(terms.version.is_some_and(|version| version > 0) && terms.at > 0, "{terms:?}");
    }

    async fn the_platforms_own_clients_know_no_box_and_order_all_the_same(shop) {
        let mut shop = shop;
        let server = with_terms(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        let (id, _) = placed(&mut visitor, "t-oil").await;
        assert_eq!(order_of(&shop, id).await.content.terms, None, "nothing is written down that nobody said");
    }

    async fn the_confirmation_holds_the_terms_the_withdrawal_and_the_guarantee(shop) {
        let mut shop = shop;
        shop.import(GOODS).await;
        let server = with_terms(&mut shop).await;
        let mut visitor = shop.visitor_of(server);
        visitor.add("l-fresh", 1).await;
        visitor.add("l-jar", 1).await;
        visitor.post("/checkout", own_form(checkout("bacs"), json!({ "terms": true }))).await.expect(200);
        let merchant = shop.merchant().await;
        let text = merchant.texts_to("livia@example.com").await.into_iter().next().expect("a message to the buyer");
        for part in [
            "CONDIZIONI DI VENDITA",
            "proposta d’acquisto con obbligo di pagare",
            "DIRITTO DI RECESSO",
            "entro 14 giorni dalla consegna",
            "Burrata: Recesso escluso: alimento che rischia di deteriorarsi rapidamente",
            "Crema: Puoi recedere entro 14 giorni dalla consegna. Prodotto sigillato: una volta aperto il recesso è escluso",
            "MODULO DI RECESSO TIPO",
            "Con la presente notifico il recesso",
            "GARANZIA LEGALE",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        assert!(!text.contains("{seller}") && !text.contains("<p>"), "{text}");
    }

    async fn product_and_withdrawal_say_the_same_of_goods_that_are_excepted(shop) {
        let mut shop = shop;
        let server = shop.import(GOODS).await;
        let mut visitor = shop.visitor_of(server);
        let sealed = "Prodotto sigillato: una volta aperto il recesso è escluso";
        let page = visitor.page("/prodotto/crema/").await.text();
        assert!(page.contains("Puoi recedere entro 14 giorni") && page.contains(sealed), "{page}");
        assert!(visitor.page("/prodotto/burrata/").await.text().contains("Recesso escluso: alimento che rischia"));
        assert!(visitor.page("/prodotto/scatola-incisa/").await.text().contains("Se lo fai personalizzare, il recesso è escluso"));
        let (id, key) = placed(&mut visitor, "l-jar").await;
        let line = page_data(&mut visitor, &format!("/recesso/{id}/?key={key}")).await["page"]["lines"][0].clone();
        assert_eq!(line["excluded"], "", "it can be withdrawn from as long as it is sealed");
        assert!(line["condition"].as_str().is_some_and(|text| text.starts_with(sealed)), "{line}");
        let product = visitor.id("l-box").await;
        let body = json!({ "id": product, "quantity": 1, "addon-nome": "Anna" });
        visitor.post("/cart/add-item", body).await.expect(201);
        visitor.add("l-box", 1).await;
        let order = visitor.post("/checkout", checkout("bacs")).await.expect(200);
        let (id, key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
        let lines = page_data(&mut visitor, &format!("/recesso/{id}/?key={key}")).await["page"]["lines"].clone();
        let excluded = |n: usize| lines[n]["excluded"].as_str().unwrap_or_default().to_owned();
        assert!(excluded(0).contains("prodotto personalizzato"), "{lines}");
        assert_eq!(excluded(1), "", "the one without a name is like any other: {lines}");
    }

    async fn the_foot_of_the_page_tells_the_means_of_payment_and_the_tax_of_the_settings(shop) {
        let mut shop = shop;
        let server = shop.with_settings(|settings| {
            settings.taxes.shop_prices = TaxDisplay::Excluded;
            for method in &mut settings.payment_methods {
                method.enabled = method.id == "cod";
                method.title = format!("Mezzo {}", method.id);
            }
        }).await;
        let mut visitor = shop.visitor_of(server);
        let shell = page_data(&mut visitor, "/negozio/").await["shell"].clone();
        assert_eq!(shell["payment_names"], json!(["Mezzo cod"]));
        assert!(shell["price_note"].as_str().is_some_and(|note| note.contains("IVA esclusa")), "{shell}");
        assert_eq!(shell["delivery_note"], "Consegniamo in: Francia, Germania, Italia.");
        visitor.add("t-oil", 1).await;
        for path in ["/cart/", "/checkout/"] {
            let page = visitor.page(path).await.text();
            assert!(page.contains("Consegniamo in: Francia, Germania, Italia.") && page.contains("Pagamenti accettati: Mezzo cod"), "{path}");
        }
    }
}
