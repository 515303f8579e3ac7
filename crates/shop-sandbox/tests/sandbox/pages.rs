//! Pages for shoppers and the inspector: access, embedding, and what they never reveal.

use crate::support::{SECRET, SHOP, start};

fn policy(answer: &crate::support::Answer) -> String {
    answer.headers["content-security-policy"].to_str().expect("a text").to_owned()
}

#[tokio::test]
async fn pages_are_strict_and_only_the_shop_may_frame_them() {
    let bank = start().await;
    let pending = bank.pay_by_card("4000000000003220").await;
    let path = pending.at("/next_action/redirect_to_url/url").strip_prefix(&bank.base).expect("a page").to_owned();
    let response = bank.send(bank.request("GET", &path)).await;
    let policy_of_page = policy(&response);
    assert!(
        policy_of_page.starts_with("default-src 'none';") && !policy_of_page.contains("unsafe"),
        "{policy_of_page}"
    );
    assert!(policy_of_page.ends_with(&format!("frame-ancestors 'self' {SHOP}")), "{policy_of_page}");
    assert!(policy_of_page.contains(&format!("form-action 'self' {SHOP};")), "{policy_of_page}");
    assert!(
        response.text.contains("47,20\u{a0}€")
            && response.text.contains("Autorizza")
            && response.text.contains("Rifiuta")
    );
    assert!(
        !response.text.contains("_secret_")
            && !response.text.contains(" style=")
            && !response.text.contains("<script>")
    );
    assert!(policy(&bank.send(bank.request("GET", "/")).await).ends_with("frame-ancestors 'none'"));
    for (file, kind) in [("/assets/pages.css", "text/css"), ("/assets/pages.js", "text/javascript")] {
        let file = bank.send(bank.request("GET", file)).await;
        assert!(file.headers["content-type"].to_str().expect("a text").starts_with(kind));
    }
    for path in ["/pages/", "/pages/none", "/pages/none/code.svg", "/pages/none/x"] {
        assert_eq!(bank.send(bank.request("GET", path)).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn in_a_frame_the_page_tells_its_parent_instead_of_leaving() {
    let bank = start().await;
    let method = bank.card("4000000000003220").await.id();
    let pending = bank.pay(&method, "&use_stripe_sdk=true").await;
    assert_eq!(pending.at("/next_action/type"), "use_stripe_sdk", "{}", pending.text);
    let page = pending.at("/next_action/use_stripe_sdk/stripe_js").to_owned();
    let path = page.strip_prefix(&bank.base).expect("a page");
    let form = bank.request("POST", path).header("content-type", "application/x-www-form-urlencoded");
    let done = bank.send(form.body("answer=yes&framed=1")).await;
    assert_eq!(done.status, 200);
    assert!(done.text.contains(&format!("data-parents=\"{} {SHOP}\"", bank.base)), "{}", done.text);
    assert_eq!(bank.get(&format!("/v1/payment_intents/{}", pending.id())).await.at("/status"), "succeeded");
}

#[tokio::test]
async fn what_the_shop_says_is_escaped_and_its_address_keeps_its_own_parts() {
    let bank = start().await;
    let method = bank.card("4000000000003220").await.id();
    let more = "&description=%3Cscript%3Ealert(1)%3C/script%3E";
    let form = format!(
        "amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=card\
         &return_url={SHOP}/done?order=7%26key=a%23part{more}"
    );
    let pending = bank.post("/v1/payment_intents", &form).await;
    let page = pending.at("/next_action/redirect_to_url/url");
    let response = bank.send(bank.request("GET", page.strip_prefix(&bank.base).expect("a page"))).await;
    assert!(response.text.contains("&lt;script&gt;") && !response.text.contains("<script>alert"));
    let went = bank.decide(page, "yes").await;
    let went = went.headers["location"].to_str().expect("a text");
    assert!(
        went.starts_with(&format!("{SHOP}/done?order=7&key=a&payment_intent=")) && went.ends_with("#part"),
        "{went}"
    );
}

#[tokio::test]
async fn a_qr_code_is_a_picture_that_loads_nothing() {
    let bank = start().await;
    let method = bank.browser("/v1/payment_methods", "type=wechat_pay").await.id();
    let form = format!(
        "amount=4720&currency=eur&confirm=true&payment_method={method}&payment_method_types[]=wechat_pay\
             &payment_method_options[wechat_pay][client]=web"
    );
    let pending = bank.post("/v1/payment_intents", &form).await;
    let picture = pending.at("/next_action/wechat_pay_display_qr_code/image_url_svg");
    let picture = bank.send(bank.request("GET", picture.strip_prefix(&bank.base).expect("a picture"))).await;
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    assert!(picture.text.contains("<svg") && policy(&picture) == "default-src 'none'");
}

#[tokio::test]
async fn the_inspector_shows_what_there_is_and_nothing_that_opens_it() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await;
    let declined = bank.pay_by_card("4000000000009995").await;
    bank.post("/v1/refunds", &format!("payment_intent={}", paid.id())).await.id();
    let page = bank.send(bank.request("GET", "/")).await;
    for text in [
        paid.at("/id"),
        paid.at("/latest_charge"),
        declined.at("/error/payment_intent/id"),
        "visa •••• 4242",
        "insufficient_funds",
        "charge.refunded",
        "4000 0000 0000 3220",
    ] {
        assert!(page.text.contains(text), "{text}");
    }
    assert!(!page.text.contains("_secret_") && !page.text.contains(SECRET));
}

#[tokio::test]
async fn buttons_of_the_inspector_need_the_token_of_their_page() {
    let bank = start().await;
    let paid = bank.pay_by_card("4242424242424242").await;
    let press = async |token: &str, action: &str, id: &str| {
        let form = format!("token={token}&action={action}&id={id}");
        let request = bank.request("POST", "/inspector").header("content-type", "application/x-www-form-urlencoded");
        bank.send(request.body(form)).await.status
    };
    let charge = paid.at("/latest_charge");
    for token in ["", "x", SECRET] {
        assert_eq!(press(token, "dispute", charge).await, 403, "{token}");
    }
    assert_eq!(bank.get("/v1/disputes").await.json["data"], serde_json::json!([]));
    let page = bank.send(bank.request("GET", "/")).await.text;
    let token = page.split("name=\"token\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
    assert_eq!(press(token, "dispute", charge).await, 303);
    assert_eq!(press(token, "dispute", charge).await, 409);
    let dispute = bank.get("/v1/disputes").await.at("/data/0/id").to_owned();
    assert_eq!(press(token, "win", &dispute).await, 303);
    assert_eq!(bank.get("/v1/disputes").await.at("/data/0/status"), "won");
    assert_eq!(press(token, "settle", "").await, 303);
}
