//! What all calls of the trade layer share: the token of the visit, and that an account without the right is told why.

use reqwest::Method;
use serde_json::Value;
use shop_core::base::{Lang, Params};
use shop_core::platform::messages::text;
use shop_tests::{
    Answer, PERMISSIONS, Rights, TestShop, Visitor, ask, colleague, company, customer, join, make_company, page_data,
    rules,
};

use crate::trade::bulk_orders::{call_with, token};

const DOWNLOAD: &str = "b2bkingdownloadpurchaselist";

/// What a call needs: each set of rights suffices.
struct Asked {
    action: &'static str,
    /// Empty: the main account alone.
    rights: &'static [&'static [&'static str]],
    /// `{list}`, `{sub}`, `{talk}` and `{oil}` are what the company has.
    fields: &'static [(&'static str, &'static str)],
}

const LISTS: &[&[&str]] = &[&["permissionViewLists"]];
const TALK: &[&[&str]] = &[&["permissionViewConversations"]];
const ROWS: &[&[&str]] = &[&["permissionBuy"], &["permissionViewLists"]];

/// The calls of who has an account, and the download.
const CALLS: [Asked; 15] = [
    Asked {
        action: "b2bking_create_subaccount",
        rights: &[],
        fields: &[("username", "cucina.verdi"), ("email", "verdi@example.com"), ("password", "basilico7")],
    },
    Asked {
        action: "b2bking_update_subaccount",
        rights: &[],
        fields: &[("subaccountId", "{sub}"), ("permissionBuy", "true")],
    },
    Asked { action: "b2bkingrejectuser", rights: &[], fields: &[("user", "{sub}"), ("issubaccount", "yes")] },
    Asked {
        action: "b2bkingconversationmessage",
        rights: TALK,
        fields: &[("message", "Ciao"), ("conversationid", "{talk}")],
    },
    Asked {
        action: "b2bkingsendinquiry",
        rights: TALK,
        fields: &[("title", "Listino"), ("message", "Ciao"), ("type", "Ordine")],
    },
    Asked { action: "b2bkingrequestquotecart", rights: TALK, fields: &[("message", "Ciao"), ("type", "quote")] },
    Asked {
        action: "b2bkingaddoffer",
        rights: &[&["permissionBuy", "permissionViewOffers"]],
        fields: &[("offer", "1")],
    },
    Asked { action: "b2bking_ajax_search", rights: ROWS, fields: &[("searchValue", "olio")] },
    Asked { action: "b2bking_accountingsubtotals", rights: ROWS, fields: &[("pricesent", "12.00")] },
    Asked {
        action: "b2bking_bulkorder_add_cart",
        rights: &[&["permissionBuy"]],
        fields: &[("productstring", "{oil}:2|")],
    },
    Asked {
        action: "b2bking_bulkorder_save_list",
        rights: LISTS,
        fields: &[("title", "Natale"), ("productstring", "{oil}:2|")],
    },
    Asked {
        action: "b2bking_purchase_list_update",
        rights: LISTS,
        fields: &[("listid", "{list}"), ("productstring", "{oil}:9|")],
    },
    Asked { action: "b2bking_purchase_list_delete", rights: LISTS, fields: &[("listid", "{list}")] },
    Asked { action: "b2bking_save_cart_to_purchase_list", rights: LISTS, fields: &[("title", "Carrello")] },
    Asked { action: DOWNLOAD, rights: LISTS, fields: &[("list", "{list}")] },
];

/// Calls that shoppers without an account make too.
const OF_ALL: [(&str, (&str, &str)); 2] =
    [("b2bkingvalidatevat", ("vat", "IT00743110157")), ("b2bkingcheckdeliverycountryvat", ("deliverycountry", "IT"))];

/// The main account of a company that has a sub-account, a list and a conversation, and what the fields of calls name.
async fn trattoria(shop: &TestShop) -> (Visitor, Vec<(&'static str, String)>) {
    let mut main = company(shop, "main@example.com", "Trattoria").await;
    let (_, sub) = shop_tests::subaccount(shop, &mut main, "cucina.rossi", &[]).await;
    let oil = main.id("t-oil").await.to_string();
    let token = token(&mut main).await;
    let products = format!("{oil}:3|");
    let fields = [("title", "Settimana"), ("productstring", products.as_str())];
    let list = call_with(&mut main, &token, "b2bking_bulkorder_save_list", &fields).await.text();
    let fields = [("title", "Listino"), ("message", "Quanto costa?"), ("type", "Ordine")];
    let address = call_with(&mut main, &token, "b2bkingsendinquiry", &fields).await.text();
    let talk = address.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    main.add("t-oil", 1).await;
    (main, vec![("{sub}", sub.to_string()), ("{list}", list), ("{talk}", talk), ("{oil}", oil)])
}

/// Makes a call; without a token where it is `None`. The download is one by GET.
async fn send(visitor: &mut Visitor, asked: &Asked, token: Option<&str>, names: &[(&'static str, String)]) -> Answer {
    let filled = |text: &str| names.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    let mut fields: Vec<(&str, String)> = asked.fields.iter().map(|(name, text)| (*name, filled(text))).collect();
    fields.push(("action", asked.action.to_owned()));
    fields.extend(token.map(|token| ("security", token.to_owned())));
    let endpoint = "/wp-admin/admin-ajax.php";
    let request = if asked.action == DOWNLOAD {
        visitor.request(Method::GET, &format!("{endpoint}?{}", query(&fields)))
    } else {
        visitor.request(Method::POST, endpoint).form(&fields)
    };
    visitor.send(request).await
}

fn query(fields: &[(&str, String)]) -> String {
    fields.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

/// All that these calls could change.
fn kept(shop: &TestShop) -> Vec<Vec<String>> {
    let count = |of: &str| format!("SELECT COUNT(*) FROM {of}");
    let mut asked: Vec<String> = ["customers", "conversations", "conversation_messages"].map(count).into();
    asked.push("SELECT lines FROM purchase_lists ORDER BY id".into());
    asked.push("SELECT subaccount FROM customers WHERE email = 'cucina.rossi@example.com'".into());
    asked.iter().map(|statement| ask(shop.database(), statement)).collect()
}

/// The token of a guest's cart page.
async fn guest_token(guest: &mut Visitor) -> String {
    let cart: Value = page_data(guest, "/cart/").await;
    cart["page"]["quote"]["token"].as_str().expect("a token").to_owned()
}

fn said(code: &str) -> String {
    text(code, &Params::new(), Lang::It)
}

#[test]
fn each_call_that_the_server_knows_is_tried_here() {
    let table = include_str!("../accounts/authorisation/table.txt");
    let known = table.lines().filter_map(|line| line.strip_prefix("CALL b2bking")?.split(' ').next());
    let mut known: Vec<String> = known.map(|rest| format!("b2bking{rest}")).collect();
    known.push(DOWNLOAD.to_owned());
    let mut tried: Vec<&str> = CALLS.iter().map(|asked| asked.action).chain(OF_ALL.map(|(action, _)| action)).collect();
    known.sort_unstable();
    tried.sort_unstable();
    assert_eq!(tried, known);
}

rules! {
    async fn each_call_needs_the_token_of_its_visit_and_changes_nothing_without(shop) {
        let (mut main, names) = trattoria(&shop).await;
        let mut guest = shop.visitor();
        guest.add("t-oil", 1).await;
        let mut other = company(&shop, "other@example.com", "Osteria").await;
        let mut waiter = colleague(&shop, "sala@example.com", "Trattoria", &PERMISSIONS).await;
        let own = token(&mut main).await;
        let foreign = [token(&mut other).await, token(&mut waiter).await, guest_token(&mut guest).await];
        let mut wrong = vec![None, Some(""), Some("0123456789"), Some(&own[1..])];
        wrong.extend(foreign.iter().map(|token| Some(token.as_str())));
        let before = kept(&shop);
        for token in wrong {
            for asked in &CALLS {
                let answer = send(&mut main, asked, token, &names).await;
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{} {token:?}", asked.action);
            }
            for (action, field) in OF_ALL {
                let mut fields = vec![("action", action), ("country", "IT"), field];
                fields.extend(token.map(|token| ("security", token)));
                let answer = main.submit("/wp-admin/admin-ajax.php", &fields).await;
                assert_eq!((answer.status, answer.text().as_str()), (403, "-1"), "{action} {token:?}");
            }
        }
        assert_eq!(kept(&shop), before);
        assert_eq!(main.cart().await["items_count"], 1);
    }

    async fn each_call_tells_who_may_not_make_it_why_and_changes_nothing(shop) {
        let (mut main, names) = trattoria(&shop).await;
        let mut sub = colleague(&shop, "sala@example.com", "Trattoria", &[]).await;
        let mut consumer = customer(&shop, "anna@example.com").await;
        let mut pending = customer(&shop, "bar@example.com").await;
        make_company(&shop, "bar@example.com", "Bar", "pending");
        let mut rejected = customer(&shop, "pub@example.com").await;
        make_company(&shop, "pub@example.com", "Pub", "rejected");
        let mut guest = shop.visitor();
        guest.add("t-oil", 1).await;
        let guests = guest_token(&mut guest).await;
        let before = kept(&shop);
        for asked in &CALLS {
            // All rights but those that suffice; of a pair, each alone is too little.
            let short: Vec<Vec<&str>> = match asked.rights {
                [pair] if pair.len() == 2 => {
                    pair.iter().map(|lost| PERMISSIONS.into_iter().filter(|right| right != lost).collect()).collect()
                }
                sets => vec![PERMISSIONS.into_iter().filter(|right| !sets.iter().any(|set| set.contains(right))).collect()],
            };
            for rights in short {
                join(&shop, "sala@example.com", "Trattoria", Rights::Sub(&rights));
                let token = token(&mut sub).await;
                let answer = send(&mut sub, asked, Some(&token), &names).await;
                assert_eq!(answer.status, 403, "{} with {rights:?}: {}", asked.action, answer.text());
                assert!(answer.text().contains(&said("trade_not_allowed")), "{}: {}", asked.action, answer.text());
            }
            // Whoever has a cart may ask for a quote of it.
            if asked.action == "b2bkingrequestquotecart" {
                continue;
            }
            for (visitor, code) in
                [(&mut consumer, "trade_not_trade"), (&mut pending, "trade_pending"), (&mut rejected, "trade_not_trade")]
            {
                let token = token(visitor).await;
                let answer = send(visitor, asked, Some(&token), &names).await;
                assert_eq!(answer.status, 403, "{} {code}: {}", asked.action, answer.text());
                assert!(answer.text().contains(&said(code)), "{}: {}", asked.action, answer.text());
            }
            let answer = send(&mut guest, asked, Some(&guests), &names).await;
            assert_eq!(answer.status, 401, "{}: {}", asked.action, answer.text());
            assert!(answer.text().contains(&said("trade_log_in")), "{}: {}", asked.action, answer.text());
        }
        assert_eq!(kept(&shop), before);
        assert_eq!(main.cart().await["items_count"], 1);
        assert_eq!(guest.cart().await["items_count"], 1);
    }

    async fn what_has_a_right_is_served_by_each_call(shop) {
        let (_, names) = trattoria(&shop).await;
        let mut sub = colleague(&shop, "sala@example.com", "Trattoria", &["permissionBuy"]).await;
        sub.add("t-oil", 1).await;
        for asked in &CALLS {
            for rights in asked.rights {
                join(&shop, "sala@example.com", "Trattoria", Rights::Sub(rights));
                let token = token(&mut sub).await;
                let answer = send(&mut sub, asked, Some(&token), &names).await;
                // There is no offer, and the list is gone once it was deleted.
                let expected = match asked.action {
                    "b2bkingaddoffer" | DOWNLOAD => 404,
                    _ => 200,
                };
                assert_eq!(answer.status, expected, "{} with {rights:?}: {}", asked.action, answer.text());
            }
        }
    }

    async fn calls_are_made_by_post_and_the_download_alone_by_get(shop) {
        let (mut main, names) = trattoria(&shop).await;
        let token = token(&mut main).await;
        let before = kept(&shop);
        for asked in CALLS.iter().filter(|asked| asked.action != DOWNLOAD) {
            let path = format!("/wp-admin/admin-ajax.php?action={}&security={token}&listid={}", asked.action, names[1].1);
            let answer = main.page(&path).await;
            assert_eq!((answer.status, answer.text().as_str()), (400, "0"), "{}", asked.action);
        }
        assert_eq!(kept(&shop), before);
    }
}
