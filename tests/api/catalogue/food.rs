//! What the law wants said of food, and to whom alcohol is sold.

use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, checkout, classic_form, page_data, rules};

const FOOD: &str = "\
Type,SKU,Name,Published,Visibility in catalog,Tax status,Tax class,In stock?,Weight (kg),Sale price,Regular price,Categories,\
Meta: food_name,Meta: ingredients,Meta: allergens,Meta: may_contain,Meta: nutrition,Meta: net_weight_g,Meta: net_volume_ml,\
Meta: drained_weight_g,Meta: origin,Meta: storage,Meta: producer,Meta: perishable,Meta: abv
simple,f-wine,Barbera,1,visible,taxable,,1,1.3,,15,Vini,Vino rosso,\"uva, <b>solfiti</b>\",sulphites,,,,750,,Italia,,\"Cantina, Asti\",,13.5
simple,f-beer,Analcolica,1,visible,taxable,,1,0.6,,3,Vini,Birra analcolica,,,,,,500,,,,,,0.5
simple,f-yogurt,Yogurt,1,visible,taxable,reduced-10,1,0.5,2,3,Latte,Yogurt intero,\"<b>latte</b><script>x</script>\",milk,nuts,\
\"{\"\"energy_kj\"\":260,\"\"energy_kcal\"\":62,\"\"fat\"\":\"\"3.5\"\",\"\"saturates\"\":\"\"2.3\"\",\"\"carbohydrate\"\":\"\"4.1\"\",\
\"\"sugars\"\":\"\"4.1\"\",\"\"protein\"\":\"\"3.4\"\",\"\"salt\"\":\"\"0.13\"\"}\",500,,,,Tra 0 e 4 °C,,1,
simple,f-olives,Olive,1,visible,taxable,reduced-10,1,0.7,4,5,Conserve,Olive in salamoia,olive,,,,500,,300,,,,,
";

/// A cake whose second kind has nuts, and whose third costs less for a while.
const VARIETIES: &str = "\
Type,SKU,Name,Published,Visibility in catalog,Tax status,In stock?,Weight (kg),Sale price,Regular price,Categories,Parent,\
Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: food_name,Meta: ingredients,\
Meta: allergens,Meta: may_contain,Meta: net_weight_g,Meta: producer
variable,v-pan,Panettone,1,visible,taxable,1,1,,,Dolci,,Gusto,\"Classico, Pistacchio, Piccolo\",1,0,Panettone,\"<b>grano</b>, <b>uova</b>\",\"gluten,eggs\",\"nuts,soy\",,\"Forno, Milano\"
variation,v-pan-1,,1,visible,taxable,1,1,,20,,v-pan,Gusto,Classico,,,,,,,1000,
variation,v-pan-2,,1,visible,taxable,1,1,,30,,v-pan,Gusto,Pistacchio,,,,\"<b>grano</b>, <b>pistacchi</b>\",\"gluten,eggs,nuts\",,1000,
variation,v-pan-3,,1,visible,taxable,1,0.5,,12,,v-pan,Gusto,Piccolo,,,,,,,500,
";

/// The shop with these foods, and its visitor.
pub(crate) async fn with_food(shop: &mut TestShop, change: &[(&str, &str)]) -> Visitor {
    let csv = change.iter().fold(FOOD.to_owned(), |csv, (old, new)| csv.replace(old, new));
    let server = shop.import(&csv).await;
    shop.visitor_of(server)
}

async fn product(visitor: &mut Visitor, slug: &str) -> Value {
    page_data(visitor, &format!("/prodotto/{slug}/")).await["page"].clone()
}

fn adult(mut order: Value) -> Value {
    order["extensions"] = json!({ "bottega": { "age_confirmed": true, "terms": true } });
    order
}

rules! {
    async fn the_price_per_litre_or_kilogram_stands_in_lists_and_on_the_page(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        // 15 euro for 0.75 l; 2 for 0.5 kg; 4 for 300 g drained, which count instead of the 500 g in the jar.
        for (slug, cents, unit) in [("barbera", 2000, "l"), ("yogurt", 400, "kg"), ("olive", 1333, "kg")] {
            let card = product(&mut visitor, slug).await["card"].clone();
            assert_eq!(card["unit_price"], json!({ "cents": cents, "unit": unit }), "{slug}");
        }
        let html = visitor.page("/negozio/?s=olive").await.text();
        assert!(html.contains("13,33\u{a0}€") && html.contains("kg"), "the list tells it too");
    }

    async fn a_food_tells_what_it_is_made_of_with_its_allergens_set_off(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        let food = product(&mut visitor, "yogurt").await["food"].clone();
        assert_eq!(food["food_name"], "Yogurt intero");
        assert_eq!(food["ingredients_html"], "<b>latte</b>", "emphasis stays, scripts go");
        assert_eq!((&food["allergens"], &food["may_contain"]), (&json!(["milk"]), &json!(["nuts"])));
        assert_eq!((&food["net_quantity"], &food["storage"]), (&json!("500 g"), &json!("Tra 0 e 4 °C")));
        assert_eq!(food["nutrition"]["energy_kj"], 260);
        let html = visitor.page("/prodotto/yogurt/").await.text();
        for part in ["<b>latte</b>", "Latte", "500 g", "Tra 0 e 4 °C", "260 kJ", "di cui acidi grassi saturi"] {
            assert!(html.contains(part), "{part} is missing");
        }
        let wine = product(&mut visitor, "barbera").await["food"].clone();
        assert_eq!((&wine["abv"], &wine["origin"], &wine["producer"]), (&json!("13.5"), &json!("Italia"), &json!("Cantina, Asti")));
    }

    async fn a_reduction_stands_beside_the_lowest_price_of_the_thirty_days_before_it(shop) {
        let mut shop = shop;
        with_food(&mut shop, &[]).await;
        // Lowered again: the earlier reduced price is the lowest before this one, not the full price.
        let mut visitor = with_food(&mut shop, &[(",0.7,4,5,", ",0.7,3.5,5,"), (",0.5,2,3,", ",0.5,1.5,3,")]).await;
        let price = product(&mut visitor, "olive").await["card"]["price"].clone();
        assert_eq!((&price["price_cents"], &price["regular_cents"], &price["lowest_30_days_cents"]), (&json!(350), &json!(500), &json!(400)));
        assert!(visitor.page("/negozio/?s=olive").await.text().contains("Prezzo più basso dei 30 giorni prima dello sconto"));
        let fresh = product(&mut visitor, "yogurt").await["card"]["price"].clone();
        assert_eq!((&fresh["price_cents"], &fresh["lowest_30_days_cents"]), (&json!(150), &Value::Null), "what goes off soon is exempt");
        let full = product(&mut visitor, "barbera").await["card"]["price"].clone();
        assert_eq!(full["lowest_30_days_cents"], Value::Null, "nothing is reduced");
    }

    async fn goods_that_go_off_soon_say_that_they_cannot_be_returned(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        assert!(visitor.page("/prodotto/yogurt/").await.text().contains("Recesso escluso: alimento che rischia"));
        assert!(visitor.page("/prodotto/olive/").await.text().contains("Puoi recedere entro 14 giorni"));
    }

    async fn alcohol_says_from_which_age_it_is_sold(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        assert_eq!(product(&mut visitor, "barbera").await["min_age_years"], 18);
        assert!(visitor.page("/prodotto/barbera/").await.text().contains("meno di 18 anni"));
        assert_eq!(product(&mut visitor, "analcolica").await["min_age_years"], Value::Null, "0.5 % is no alcoholic drink");
    }

    async fn alcohol_is_ordered_by_who_says_to_be_of_age_whatever_the_way(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        visitor.add("f-wine", 1).await;
        let refused = visitor.post("/checkout", checkout("bacs")).await.refused(400, "age_required");
        assert!(refused["message"].as_str().is_some_and(|m| m.contains("almeno 18 anni")), "{refused}");
        let form = classic_form(&mut visitor).await;
        let mut fields: Vec<(&str, &str)> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = visitor.ajax("checkout", &fields).await.expect(200);
        assert!(answer["messages"].as_str().is_some_and(|m| m.contains("data-id=\"age_confirmed\"")), "{answer}");
        let page = visitor.submit("/checkout/", &fields).await;
        assert_eq!(page.status, 422);
        assert!(page.text().contains("id=\"age_confirmed\""), "the box is there to be ticked");
        assert_eq!(visitor.cart().await["items_count"], 1, "nothing is lost");
        fields.push(("age_confirmed", "1"));
        assert_eq!(visitor.ajax("checkout", &fields).await.expect(200)["result"], "success");
        visitor.add("f-wine", 1).await;
        assert_eq!(visitor.post("/checkout", adult(checkout("bacs"))).await.expect(200)["status"], "on-hold");
    }

    async fn nobody_is_asked_for_an_age_without_alcohol(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        visitor.add("f-beer", 1).await;
        assert!(!visitor.page("/checkout/").await.text().contains("id=\"age_confirmed\""));
        visitor.post("/checkout", checkout("bacs")).await.expect(200);
    }

    async fn each_variation_says_what_is_in_it_and_before_a_choice_none_is_left_out(shop) {
        let mut shop = shop;
        let server = shop.import(VARIETIES).await;
        let mut visitor = shop.visitor_of(server);
        let page = product(&mut visitor, "panettone").await;
        let food = &page["food"];
        assert_eq!(food["allergens"], json!(["gluten", "eggs", "nuts"]), "what may be bought has nuts");
        assert_eq!(food["may_contain"], json!(["soy"]), "what one of them has for sure is no trace");
        assert_eq!((&food["ingredients_html"], &food["net_quantity"]), (&json!(""), &json!("1 kg, 500 g")));
        let labels = |n: usize| food["variants"][n]["variations"].as_array().expect("variations")
            .iter().map(|link| link["label"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>();
        assert_eq!((labels(0), labels(1)), (vec!["Classico".into(), "Piccolo".into()], vec!["Pistacchio".to_owned()]));
        let html = visitor.page("/prodotto/panettone/").await.text();
        for part in ["pistacchi", "frutta a guscio", "Pistacchio</a>", "Gli allergeni elencati sono quelli di tutte"] {
            assert!(html.contains(part), "{part} is missing");
        }
        let [classic, pistachio, small] = [0, 1, 2].map(|n| page["variations"][n].clone());
        assert_eq!(classic["food"]["allergens"], json!(["gluten", "eggs"]));
        assert_eq!(pistachio["food"]["allergens"], json!(["gluten", "eggs", "nuts"]));
        assert_eq!(pistachio["food"]["ingredients_html"], "<b>grano</b>, <b>pistacchi</b>");
        assert_eq!((&small["food"]["net_quantity"], &small["unit_price"]["cents"]), (&json!("500 g"), &json!(2400)));
        // Without scripts the address chooses.
        let chosen = visitor.page("/prodotto/panettone/?attribute_gusto=Pistacchio").await.text();
        assert!(chosen.contains("pistacchi") && !chosen.contains("Gli allergeni elencati sono quelli di tutte"));
        let id = page["card"]["id"].to_string();
        let fields = [("product_id", id.as_str()), ("attribute_gusto", "Pistacchio")];
        let found = visitor.ajax("get_variation", &fields).await.expect(200);
        assert_eq!(found["food"]["allergens"], json!(["gluten", "eggs", "nuts"]));
        let nonce = page_data(&mut visitor, "/negozio/").await["shell"]["quick_view"]["nonce"].as_str().unwrap_or_default().to_owned();
        let quick = visitor.ajax("woosq_quickview", &[("product_id", id.as_str()), ("nonce", nonce.as_str())]).await;
        assert_eq!(quick.status, 200);
        assert!(quick.text().contains("frutta a guscio") && quick.text().contains("pistacchi"), "{}", quick.text());
    }

    async fn a_list_tells_the_earlier_price_of_the_variation_that_is_reduced(shop) {
        let mut shop = shop;
        shop.import(VARIETIES).await;
        let server = shop.import(&VARIETIES.replace("1,0.5,,12,", "1,0.5,9,12,")).await;
        let mut visitor = shop.visitor_of(server);
        let price = product(&mut visitor, "panettone").await["card"]["price"].clone();
        assert_eq!((&price["price_cents"], &price["lowest_30_days_cents"]), (&json!(900), &json!(1200)));
        assert!(visitor.page("/negozio/?s=panettone").await.text().contains("Prezzo più basso dei 30 giorni prima dello sconto"));
    }

    async fn the_unit_price_stands_with_suggestions_and_lines_of_the_cart(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        let found = visitor.page("/api/search?s=olive").await.expect(200);
        assert_eq!(found["products"][0]["unit_price"], "13,33\u{a0}€/kg", "{found}");
        let cart = visitor.add("f-olives", 2).await;
        assert_eq!(cart["items"][0]["extensions"]["bottega_unit_price"], "13,33\u{a0}€/kg");
        assert!(visitor.page("/cart/").await.text().contains("13,33\u{a0}€/kg"));
    }

    async fn a_food_is_not_published_without_its_label(shop) {
        let mut shop = shop;
        let server = shop.import(&VARIETIES.replace("Dolci,,Gusto", "Dolci nuovi,,Gusto").replace("v-pan,Panettone,1,", "v-pan,Panettone,-1,")).await;
        let mut merchant = shop_tests::Merchant::log_in(shop.visitor_of(server)).await;
        let found = merchant.get("/products?search=v-pan").await.expect(200)["products"][0].clone();
        let first = found["variations"].as_array().and_then(|all| all.iter().find(|one| one["sku"] == "v-pan-1"));
        let id = first.expect("the variation")["id"].as_i64().expect("its number");
        let path = format!("/products/{}", found["id"]);
        let change = json!({
            "status": "publish", "texts": { "producer": "", "food_name": "" },
            "variations": [{ "id": id, "texts": { "net_weight_g": "" } }],
        });
        let refused = merchant.write(reqwest::Method::PUT, &path, change).await.expect(422);
        let fields: Vec<&str> = refused["errors"].as_array().expect("errors").iter().filter_map(|one| one["field"].as_str()).collect();
        let own = format!("variations.{id}.texts.net_weight_g");
        assert_eq!(fields, ["texts.food_name", own.as_str(), "texts.producer"]);
        let change = json!({
            "status": "publish",
            "variations": [{ "id": id, "texts": { "net_weight_g": "750", "ingredients": "farina", "allergens": "gluten" } }],
        });
        let saved = merchant.write(reqwest::Method::PUT, &path, change).await.expect(200);
        let own = saved["variations"].as_array().expect("variations").iter().find(|one| one["id"] == id).expect("it").clone();
        assert_eq!((&own["texts"]["net_weight_g"], &own["texts"]["ingredients"]), (&json!("750"), &json!("farina")));
        let wrong = json!({ "variations": [{ "id": id, "texts": { "net_weight_g": "tanto", "altro": "x" } }] });
        let refused = merchant.write(reqwest::Method::PUT, &path, wrong).await.expect(422);
        assert_eq!(refused["errors"].as_array().map(Vec::len), Some(2), "{refused}");
    }
}
