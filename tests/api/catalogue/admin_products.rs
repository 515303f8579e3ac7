use reqwest::Method;
use serde_json::{Value, json};
use shop_tests::{Merchant, TestShop, on_both_databases, rules};

async fn act(merchant: &mut Merchant, ids: &[i64], action: &str) -> Value {
    let body = json!({ "ids": ids, "action": action });
    merchant.write(Method::POST, "/products/acts", body).await.expect(200)
}

async fn id_of(shop: &TestShop, sku: &str) -> i64 {
    shop.visitor().id(sku).await
}

fn skus(list: &Value) -> Vec<&str> {
    list["products"].as_array().expect("rows").iter().filter_map(|row| row["sku"].as_str()).collect()
}

fn count(list: &Value, status: &str) -> i64 {
    let rows = list["by_status"].as_array().expect("states");
    rows.iter().find(|row| row["status"] == status).and_then(|row| row["count"].as_i64()).unwrap_or(-1)
}

async fn slug(merchant: &mut Merchant, id: i64, slug: &str) {
    let change = json!({ "details": { "slug": slug } });
    merchant.write(Method::PUT, &format!("/products/{id}"), change).await.expect(200);
}

rules! {
    async fn a_binned_product_is_neither_shown_nor_sold_and_comes_back_as_a_draft(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        let id = visitor.id("t-oil").await;
        let path = merchant.get(&format!("/products/{id}")).await.expect(200)["path"].as_str().expect("a path").to_owned();
        visitor.add("t-oil", 1).await;
        assert_eq!(act(&mut merchant, &[id], "bin").await, json!({ "done": 1, "refused": [] }));
        assert_eq!(visitor.page(&path).await.status, 404);
        assert_ne!(visitor.post("/cart/add-item", json!({ "id": id, "quantity": 1 })).await.status, 201);
        assert_ne!(visitor.post("/checkout", shop_tests::checkout("cod")).await.status, 200, "what was in a cart is not sold");
        let listed = merchant.get("/products?search=t-oil").await.expect(200);
        assert_eq!((skus(&listed).len(), count(&listed, "trash")), (0, 1));
        assert_eq!(skus(&merchant.get("/products?search=t-oil&status=trash").await.expect(200)), ["t-oil"]);
        assert!(!merchant.get("/export").await.text().contains("t-oil"));
        act(&mut merchant, &[id], "restore").await;
        assert_eq!(merchant.get(&format!("/products/{id}")).await.expect(200)["status"], "draft");
        act(&mut merchant, &[id], "publish").await;
        assert_eq!(visitor.page(&path).await.status, 200);
    }

    async fn what_was_ordered_is_not_deleted_and_its_order_stays_whole(shop) {
        let mut merchant = shop.merchant().await;
        let mut buyer = shop.visitor();
        let id = buyer.id("t-oil").await;
        let order = buyer.buy("t-oil", 1).await["order_id"].as_i64().expect("a number");
        act(&mut merchant, &[id], "bin").await;
        let answer = act(&mut merchant, &[id], "delete").await;
        assert_eq!((&answer["done"], &answer["refused"][0]["code"]), (&json!(0), &json!("office_product_ordered")));
        assert!(answer["refused"][0]["message"].as_str().is_some_and(|text| text.contains("1 ordini")), "{answer}");
        let lines = merchant.order(order).await["lines"].clone();
        assert_eq!(lines[0]["sku"], "t-oil");
    }

    async fn several_products_are_published_and_hidden_together(shop) {
        let mut merchant = shop.merchant().await;
        let (oil, sale) = (id_of(&shop, "t-oil").await, id_of(&shop, "t-sale").await);
        let answer = act(&mut merchant, &[oil, sale, 999_999], "hide").await;
        assert_eq!((&answer["done"], &answer["refused"][0]["id"]), (&json!(2), &json!(999_999)));
        let drafts = merchant.get("/products?status=draft").await.expect(200);
        assert!(["t-oil", "t-sale"].iter().all(|sku| skus(&drafts).contains(sku)), "{drafts}");
        assert_eq!(act(&mut merchant, &[oil, sale], "publish").await["done"], 2);
        for (body, field) in [
            (json!({ "ids": [], "action": "hide" }), "ids"),
            (json!({ "ids": (1..=201).collect::<Vec<i64>>(), "action": "hide" }), "ids"),
            (json!({ "ids": [oil], "action": "burn" }), "action"),
        ] {
            let answer = merchant.write(Method::POST, "/products/acts", body).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field);
        }
    }

    async fn the_list_is_narrowed_and_ordered_and_refuses_what_there_is_not(shop) {
        let mut merchant = shop.merchant().await;
        let prices = |list: &Value| -> Vec<i64> {
            list["products"].as_array().expect("rows").iter().filter_map(|row| row["price_min_cents"].as_i64()).collect()
        };
        let cheapest = prices(&merchant.get("/products?sort=cheapest&status=publish").await.expect(200));
        assert!(cheapest.len() > 2 && cheapest.is_sorted(), "{cheapest:?}");
        let variable = merchant.get("/products?kind=variable").await.expect(200);
        assert!(variable["total"].as_i64() > Some(0) && variable["products"].as_array().expect("rows").iter().all(|row| row["kind"] == "variable"));
        let gone = merchant.get("/products?stock=outofstock").await.expect(200);
        assert!(gone["products"].as_array().expect("rows").iter().all(|row| row["stock_status"] == "outofstock"));
        let categories = merchant.get("/categories").await.expect(200);
        let oil = categories.as_array().expect("rows").iter().find(|one| one["name"] == "Olio").expect("a category")["id"].clone();
        let of_oil = merchant.get(&format!("/products?category={oil}")).await.expect(200);
        assert!(skus(&of_oil).contains(&"t-oil") && !skus(&of_oil).contains(&"t-sale"), "{of_oil}");
        for query in ["status=boh", "stock=poco", "kind=variation", "category=0", "sort=id"] {
            let field = query.split('=').next().expect("a field");
            let answer = merchant.get(&format!("/products?{query}")).await.expect(422);
            assert_eq!(answer["errors"][0]["field"], field, "{query}");
        }
    }

    async fn the_old_address_of_a_product_leads_to_the_new_one(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        let (oil, sale) = (visitor.id("t-oil").await, visitor.id("t-sale").await);
        slug(&mut merchant, oil, "olio-uno").await;
        slug(&mut merchant, oil, "olio-due").await;
        for (old, new) in [("olio-uno/", "olio-due/"), ("olio-uno/?attribute_x=1", "olio-due/?attribute_x=1"), ("olio-uno/comment-page-1/", "olio-due/comment-page-1/")] {
            let answer = visitor.page(&format!("/prodotto/{old}")).await;
            assert_eq!((answer.status, answer.header("location")), (301, Some(format!("/prodotto/{new}").as_str())), "{old}");
        }
        let sent = visitor.submit("/prodotto/olio-uno/", &[("quantity", "1"), ("add-to-cart", &oil.to_string())]).await;
        assert_eq!(sent.header("location"), Some("/prodotto/olio-due/"), "an open page still adds");
        assert!(visitor.page("/sitemap.xml").await.text().contains("/prodotto/olio-due/"));
        // The way back, and the address taken by another product: whoever lives there answers.
        slug(&mut merchant, oil, "olio-uno").await;
        assert_eq!(visitor.page("/prodotto/olio-uno/").await.status, 200);
        assert_eq!(visitor.page("/prodotto/olio-due/").await.header("location"), Some("/prodotto/olio-uno/"));
        slug(&mut merchant, sale, "olio-due").await;
        assert_eq!(visitor.page("/prodotto/olio-due/").await.status, 200);
        slug(&mut merchant, sale, "saldo").await;
        assert_eq!(visitor.page("/prodotto/olio-due/").await.header("location"), Some("/prodotto/saldo/"), "the last who had it");
        act(&mut merchant, &[sale], "bin").await;
        assert_eq!(visitor.page("/prodotto/olio-due/").await.status, 404, "nobody is led to what is not shown");
    }

    async fn only_staff_acts_on_products(shop) {
        let id = id_of(&shop, "t-oil").await;
        let mut visitor = shop.visitor();
        let body = json!({ "ids": [id], "action": "bin" });
        let request = visitor.request(Method::POST, "/api/admin/products/acts").json(&body);
        assert_eq!(visitor.send(request).await.status, 401);
        let mut manager = shop.shop_manager().await;
        assert_eq!(act(&mut manager, &[id], "hide").await["done"], 1);
    }
}

on_both_databases! {
    async fn what_nobody_ordered_is_deleted_for_good_with_its_variations(shop) {
        let mut merchant = shop.merchant().await;
        let made = merchant.write(Method::POST, "/products", json!({ "name": "Miele", "kind": "simple" })).await.expect(201);
        let id = made["id"].as_i64().expect("a number");
        let change = json!({ "status": "publish", "regular_price": "9", "details": { "sku": "n-miele" } });
        merchant.write(Method::PUT, &format!("/products/{id}"), change).await.expect(200);
        let refused = act(&mut merchant, &[id], "delete").await;
        assert_eq!(refused["refused"][0]["code"], "office_product_not_binned");
        let mut visitor = shop.visitor();
        visitor.add("n-miele", 1).await;
        act(&mut merchant, &[id], "bin").await;
        for refused in ["publish", "hide", "bin"] {
            assert_eq!(act(&mut merchant, &[id], refused).await["refused"][0]["code"], "office_product_binned");
        }
        let status = json!({ "status": "trash" });
        assert_eq!(merchant.write(Method::PUT, &format!("/products/{id}"), status).await.status, 422);
        assert_eq!(act(&mut merchant, &[id], "delete").await["done"], 1);
        assert_eq!(merchant.get(&format!("/products/{id}")).await.status, 404);
        assert_eq!(act(&mut merchant, &[id], "restore").await["refused"][0]["code"], "office_entry_gone");
        assert_eq!(visitor.page("/cart/").await.status, 200, "a cart that held it still opens");
    }

    async fn old_addresses_of_categories_and_tags_lead_on(shop) {
        let mut merchant = shop.merchant().await;
        let mut visitor = shop.visitor();
        let fields = json!({ "name": "Dispensa", "slug": "dispensa" });
        let id = merchant.write(Method::POST, "/catalogue/categories", fields).await.expect(201)["id"].as_i64().expect("a number");
        let renamed = json!({ "name": "Dispensa", "slug": "scaffale" });
        merchant.write(Method::PUT, &format!("/catalogue/categories/{id}"), renamed).await.expect(200);
        let answer = visitor.page("/categoria-prodotto/dispensa/?orderby=price").await;
        assert_eq!((answer.status, answer.header("location")), (301, Some("/categoria-prodotto/scaffale/?orderby=price")));
        let answer = merchant.write(Method::POST, "/catalogue/tags", json!({ "name": "Strenna", "slug": "strenna" })).await;
        assert_eq!(answer.status, 201);
        let tags = merchant.get("/catalogue/tags").await.expect(200);
        let tag = tags.as_array().expect("tags").iter().find(|one| one["slug"] == "strenna").expect("the tag")["id"].clone();
        merchant.write(Method::PUT, &format!("/catalogue/tags/{tag}"), json!({ "name": "Strenna", "slug": "strenne" })).await;
        assert_eq!(visitor.page("/tag-prodotto/strenna/").await.header("location"), Some("/tag-prodotto/strenne/"));
    }
}
