//! Drafts of English texts by a machine: only what is missing, seen by the merchant alone until he takes it over.

use reqwest::Method;
use serde_json::{Value, json};
use shop_server::platform::translator::LibreTranslate;
use shop_services::content::translations::{DraftError, Drafted, RejectedText};
use shop_tests::{StandInTranslator, TRANSLATOR_KEY, TestShop, rules};

const CSV: &str = "Type,SKU,Name,Regular price,Short description,Description,Meta: name_en\n\
    simple,t-cake,Torta,9.90,Morbida.,<p>Con <b>miele</b>.</p>,\n\
    simple,t-known,Pane,2.00,,,Bread\n";

async fn with_machine(shop: &mut TestShop) -> (StandInTranslator, LibreTranslate, usize) {
    let server = shop.import(CSV).await;
    let machine = StandInTranslator::default();
    let url = machine.start().await;
    (machine, LibreTranslate::new(&url, TRANSLATOR_KEY).expect("an address"), server)
}

async fn draft(shop: &TestShop, machine: &LibreTranslate) -> Result<Drafted, DraftError> {
    shop.inside().await.translations.draft_missing(machine, 1_000).await
}

async fn texts(shop: &TestShop, server: usize, sku: &str) -> (i64, Value) {
    let id = shop.visitor_of(server).id(sku).await;
    let product = shop.merchant_of(server).await.get(&format!("/products/{id}")).await.expect(200);
    (id, product["texts"].clone())
}

rules! {
    async fn what_a_product_lacks_is_drafted_once_and_what_it_has_is_left(shop) {
        let mut shop = shop;
        let (machine, adapter, server) = with_machine(&mut shop).await;
        assert!(draft(&shop, &adapter).await.expect("a round").products > 2);
        let (_, cake) = texts(&shop, server, "t-cake").await;
        assert_eq!(cake["name_en_draft"], "atroT");
        assert_eq!(cake["short_description_en_draft"], "adibroM.");
        assert_eq!(cake["description_en_draft"], "<p>noC <b>eleim</b>.</p>");
        assert_eq!(cake["name_en"], "", "a draft is no translation");
        let (_, known) = texts(&shop, server, "t-known").await;
        assert_eq!((&known["name_en"], &known["name_en_draft"]), (&json!("Bread"), &json!("")));
        let before = machine.seen().len();
        assert_eq!(draft(&shop, &adapter).await.expect("a round"), Drafted::default());
        assert_eq!(machine.seen().len(), before, "nothing is asked twice");
    }

    async fn shoppers_see_no_draft_until_somebody_takes_it_over(shop) {
        let mut shop = shop;
        let (_, adapter, server) = with_machine(&mut shop).await;
        draft(&shop, &adapter).await.expect("a round");
        let mut visitor = shop.visitor_of(server);
        let page = visitor.page("/en/prodotto/torta/").await.text();
        assert!(page.contains("lang=\"it\">Torta</h1>") && !page.contains("atroT"));
        let (id, _) = texts(&shop, server, "t-cake").await;
        let mut merchant = shop.merchant_of(server).await;
        let taken = json!({ "texts": { "name_en": "Cake", "name_en_draft": "" } });
        merchant.write(Method::PUT, &format!("/products/{id}"), taken).await.expect(200);
        assert!(visitor.page("/en/prodotto/torta/").await.text().contains(">Cake</h1>"));
        assert_eq!(texts(&shop, server, "t-cake").await.1["name_en_draft"], "");
    }

    async fn a_machine_that_fails_changes_nothing(shop) {
        let mut shop = shop;
        let (machine, adapter, server) = with_machine(&mut shop).await;
        for (status, body) in [
            (500, ""), (429, "{}"), (403, "{\"error\":\"no\"}"), (200, "{\"translatedText\":[]}"), (200, "<html>"), (302, ""),
        ] {
            machine.fails(status, body);
            assert!(draft(&shop, &adapter).await.is_err(), "{status} {body}");
        }
        let (_, cake) = texts(&shop, server, "t-cake").await;
        assert_eq!(cake["name_en_draft"], "");
    }

    async fn a_text_that_the_machine_refuses_is_skipped_and_told_and_all_others_are_drafted(shop) {
        let mut shop = shop;
        let (machine, adapter, server) = with_machine(&mut shop).await;
        machine.refuses("Morbida");
        for _ in 0..2 {
            let refused = draft(&shop, &adapter).await.expect("a round").refused;
            let told = RejectedText { product: "Torta".into(), field: "short_description", why: "not this text".into() };
            assert_eq!(refused, [told]);
            let (_, cake) = texts(&shop, server, "t-cake").await;
            assert_eq!((&cake["name_en_draft"], &cake["short_description_en_draft"]), (&json!("atroT"), &json!("")));
            assert_eq!(cake["description_en_draft"], "<p>noC <b>eleim</b>.</p>");
        }
    }

    async fn a_machine_that_refuses_everything_is_not_asked_about_every_text(shop) {
        let mut shop = shop;
        let (machine, adapter, _) = with_machine(&mut shop).await;
        // Every text holds a letter of these.
        machine.refuses("o");
        let error = draft(&shop, &adapter).await.expect_err("a refusal");
        assert!(error.to_string().contains("not this text"), "{error}");
    }

    async fn a_wrong_key_is_refused_in_the_machines_words(shop) {
        let mut shop = shop;
        let server = shop.import(CSV).await;
        let url = StandInTranslator::default().start().await;
        let adapter = LibreTranslate::new(&url, "altra").expect("an address");
        let refused = draft(&shop, &adapter).await.expect_err("a refusal");
        assert!(refused.to_string().contains("Invalid API key"), "{refused}");
        assert_eq!(texts(&shop, server, "t-cake").await.1["name_en_draft"], "");
    }

    async fn what_a_machine_answers_is_cleaned(shop) {
        let mut shop = shop;
        let (machine, adapter, server) = with_machine(&mut shop).await;
        machine.says("<script>alert(1)</script><b onclick=x>Hazel\ncake</b>");
        draft(&shop, &adapter).await.expect("a round");
        let (_, cake) = texts(&shop, server, "t-cake").await;
        assert_eq!(cake["description_en_draft"], "<b>Hazel\ncake</b>");
        let name = cake["name_en_draft"].as_str().expect("a name");
        assert!(name.contains("Hazel cake") && !name.contains(['<', '>', '\n']), "{name}");
    }
}
