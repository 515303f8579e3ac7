//! The columns of the table: a shop with somebody of each kind, logged in.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Map, Value};
use shop_tests::{API, Answer, TestShop, Visitor, company_in_state, customer, subaccount, trade_token};

use super::table::Row;

/// Who asks, in the order of a row's signs.
pub(super) const COLUMNS: [&str; 13] = [
    "guest",
    "consumer",
    "company that waits",
    "main account",
    "sub-account that buys",
    "sub-account that sees orders",
    "sub-account that sees offers",
    "sub-account that sees conversations",
    "sub-account that uses lists",
    "sub-account without rights",
    "another company",
    "shop manager",
    "administrator",
];

/// One of them.
struct Person {
    visitor: Visitor,
    /// Of the back office's writes; empty: not logged in there.
    staff_nonce: String,
    /// Of the trade layer's calls; empty: a guest has none.
    trade_token: String,
}

/// The shop with all of them, and what rows name by `@name`.
pub(super) struct Scene {
    people: Vec<Person>,
    names: BTreeMap<&'static str, String>,
    _shop: TestShop,
}

impl Scene {
    /// Fills a shop.
    pub(super) async fn set(shop: TestShop) -> Self {
        let mut main = company_in_state(&shop, "trattoria@example.com", "approved").await;
        let mut other = company_in_state(&shop, "osteria@example.com", "approved").await;
        let pending = company_in_state(&shop, "bar@example.com", "pending").await;
        let mut consumer = customer(&shop, "anna@example.com").await;
        let mut names = BTreeMap::new();
        let order = async |buyer: &mut Visitor| {
            let placed = buyer.buy("t-oil", 1).await;
            (placed["order_id"].to_string(), placed["order_key"].as_str().unwrap_or_default().to_owned())
        };
        for (names_of, buyer) in [
            (["company_order", "company_key"], &mut main),
            (["other_order", "other_key"], &mut other),
            (["consumer_order", "consumer_key"], &mut consumer),
        ] {
            let (id, key) = order(buyer).await;
            names.extend([(names_of[0], id), (names_of[1], key)]);
        }
        let (id, key) = order(&mut main).await;
        let mut merchant = shop.merchant().await;
        merchant.set_status(id.parse().expect("a number"), "failed").await.expect(200);
        names.extend([("unpaid_order", id), ("unpaid_key", key)]);
        let mut people = vec![Person::of(shop.visitor()).await, Person::of(consumer).await, Person::of(pending).await];
        let rights: [&[&str]; 6] = [
            &["permissionBuy"],
            &["permissionViewOrders"],
            &["permissionViewOffers"],
            &["permissionViewConversations"],
            &["permissionViewLists"],
            &[],
        ];
        let mut subs = Vec::new();
        for (n, rights) in rights.into_iter().enumerate() {
            let (sub, id) = subaccount(&shop, &mut main, &format!("persona.numero{n}"), rights).await;
            names.insert("sub", id.to_string());
            subs.push(Person::of(sub).await);
        }
        people.push(Person::of(main).await);
        people.extend(subs);
        people.push(Person::of(other).await);
        for staff in [shop.shop_manager().await, merchant] {
            let (visitor, staff_nonce) = staff.into_parts();
            people.push(Person { visitor, staff_nonce, trade_token: String::new() });
        }
        assert_eq!(people.len(), COLUMNS.len());
        Self { people, names, _shop: shop }
    }

    /// What somebody is answered to a row's request.
    pub(super) async fn send(&mut self, column: usize, row: &Row) -> Answer {
        let (mut path, mut query, mut body) = (row.path.clone(), Vec::new(), Vec::new());
        let token = self.people[column].trade_token.clone();
        for (name, value) in &row.values {
            let value = match value.strip_prefix('@') {
                Some("token") => &token,
                Some(name) => &self.names[name],
                None => value,
            };
            let place = format!("{{{name}}}");
            if let Some(name) = name.strip_prefix('?') {
                query.push(format!("{name}={value}"));
            } else if path.contains(&place) {
                path = path.replace(&place, value);
            } else {
                body.push((name.as_str(), value.as_str()));
            }
        }
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let person = &mut self.people[column];
        match row.method.as_str() {
            "AJAX" => person.visitor.ajax(&path, &body).await,
            "CALL" => {
                body.extend([("action", path.as_str()), ("security", token.as_str())]);
                person.visitor.submit("/wp-admin/admin-ajax.php", &body).await
            }
            method => person.ask(method, &path, &body).await,
        }
    }
}

impl Person {
    async fn of(mut visitor: Visitor) -> Self {
        let trade_token = trade_token(&mut visitor).await;
        Self { visitor, staff_nonce: String::new(), trade_token }
    }

    async fn ask(&mut self, method: &str, path: &str, body: &[(&str, &str)]) -> Answer {
        let method: Method = if method == "ANY" { Method::GET } else { method.parse().expect("a method") };
        let as_json = || {
            Value::Object(
                body.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect::<Map<_, _>>(),
            )
        };
        if let Some(path) = path.strip_prefix(API).filter(|_| method != Method::GET) {
            return self.visitor.write(method, path, as_json()).await;
        }
        // Data in place of pages: who may see them is decided before either is made.
        let request = self.visitor.request(method.clone(), path).header("accept", "application/vnd.bottega.page+json");
        let request = match method {
            Method::GET => request,
            _ if path.starts_with("/api/admin/") => request.header("X-Admin-Nonce", &self.staff_nonce).json(&as_json()),
            _ => request.form(body),
        };
        self.visitor.send(request).await
    }
}
