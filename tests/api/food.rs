//! What the law wants said of food, and to whom alcohol is sold.

use serde_json::{Value, json};
use shop_tests::{TestShop, Visitor, checkout, classic_form, on_both_databases, page_data};

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

/// The shop with these foods, and its visitor.
async fn with_food(shop: &mut TestShop, change: &[(&str, &str)]) -> Visitor {
    let csv = change.iter().fold(FOOD.to_owned(), |csv, (old, new)| csv.replace(old, new));
    let server = shop.import(&csv);
    shop.visitor_of(server)
}

async fn product(visitor: &mut Visitor, slug: &str) -> Value {
    page_data(visitor, &format!("/prodotto/{slug}/")).await["page"].clone()
}

fn adult(mut order: Value) -> Value {
    order["extensions"] = json!({ "bottega": { "age_confirmed": true } });
    order
}

on_both_databases! {
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
        assert!(visitor.page("/negozio/?s=olive").await.text().contains("Prezzo più basso degli ultimi 30 giorni"));
        let fresh = product(&mut visitor, "yogurt").await["card"]["price"].clone();
        assert_eq!((&fresh["price_cents"], &fresh["lowest_30_days_cents"]), (&json!(150), &Value::Null), "what goes off soon is exempt");
        let full = product(&mut visitor, "barbera").await["card"]["price"].clone();
        assert_eq!(full["lowest_30_days_cents"], Value::Null, "nothing is reduced");
    }

    async fn goods_that_go_off_soon_say_that_they_cannot_be_returned(shop) {
        let mut shop = shop;
        let mut visitor = with_food(&mut shop, &[]).await;
        assert!(visitor.page("/prodotto/yogurt/").await.text().contains("il diritto di recesso non si applica"));
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
}
