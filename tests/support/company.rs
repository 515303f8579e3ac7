//! Companies that buy, made past the shop: how they come to be is tried elsewhere.

use serde_json::{Value, json};
use shop_core::base::CustomerId;

use crate::database::{ask, sql};
use crate::{Answer, TestShop, Visitor, customer, log_in, page_data};

/// The rights of sub-accounts, under the names that their form sends.
pub const PERMISSIONS: [&str; 5] = [
    "permissionBuy",
    "permissionViewOrders",
    "permissionViewOffers",
    "permissionViewConversations",
    "permissionViewLists",
];

/// A password as sub-accounts may have one.
pub const SUB_PASSWORD: &str = "basilico7";

/// What a company's people may do, as the database keeps it.
#[derive(Clone, Copy, Debug)]
pub enum Rights<'a> {
    /// A main account.
    Main,
    /// A sub-account with these rights, by the names of their fields.
    Sub(&'a [&'a str]),
}

/// Makes a role of companies beside that of private customers, so that both can register; gives its number. One that is there
/// stays as it is.
pub fn trade_role(shop: &TestShop, slug: &str, terms: &str) -> String {
    trade_role_at(&shop.place().database, slug, terms)
}

fn trade_role_at(address: &str, slug: &str, terms: &str) -> String {
    let mut terms: Value = serde_json::from_str(terms).expect("terms are JSON");
    if terms["name"].is_null() {
        terms["name"] = json!(slug);
    }
    sql(
        address,
        &format!(
            "INSERT INTO customer_roles (slug, is_trade, position, terms) \
             VALUES ('privato', FALSE, 0, '{{\"name\": \"Privato\"}}'), ('{slug}', TRUE, 1, '{terms}') ON CONFLICT (slug) DO NOTHING"
        ),
    );
    ask(address, &format!("SELECT id FROM customer_roles WHERE slug = '{slug}'")).remove(0)
}

/// The main account of an approved company, logged in.
pub async fn company(shop: &TestShop, email: &str, name: &str) -> Visitor {
    let visitor = customer(shop, email).await;
    make_company(shop, email, name, "approved");
    visitor
}

/// Makes an account that there is a company's main one, in this state.
pub fn make_company(shop: &TestShop, email: &str, name: &str, approval: &str) {
    make_company_at(&shop.place().database, email, name, approval);
}

/// The same in the database at an address.
pub fn make_company_at(address: &str, email: &str, name: &str, approval: &str) {
    let role = trade_role_at(address, "ristorazione", "{}");
    sql(
        address,
        &format!(
            "INSERT INTO companies (owner_id, role_id, approval, name, country, content, created_at) \
             SELECT id, {role}, '{approval}', '{name}', 'IT', '{{}}', 0 FROM customers WHERE email = '{email}'"
        ),
    );
    join_at(address, email, name, Rights::Main);
}

/// One of a company's people, logged in.
pub async fn colleague(shop: &TestShop, email: &str, company: &str, rights: &[&str]) -> Visitor {
    let visitor = customer(shop, email).await;
    join(shop, email, company, Rights::Sub(rights));
    visitor
}

/// Makes an account that there is one of a company's.
pub fn join(shop: &TestShop, email: &str, company: &str, rights: Rights<'_>) {
    join_at(&shop.place().database, email, company, rights);
}

/// The same in the database at an address.
pub fn join_at(address: &str, email: &str, company: &str, rights: Rights<'_>) {
    let subaccount = match rights {
        Rights::Main => "NULL".to_owned(),
        Rights::Sub(names) => {
            let given: Vec<String> = names.iter().map(|name| format!("\"{name}\": true")).collect();
            format!("'{{\"name\": \"\", \"permissions\": {{{}}}}}'", given.join(", "))
        }
    };
    sql(
        address,
        &format!(
            "UPDATE customers SET company_id = (SELECT id FROM companies WHERE name = '{company}'), \
             subaccount = {subaccount} WHERE email = '{email}'"
        ),
    );
}

/// The main account of a company that the merchant says this to (`pending`, `approved`, `rejected`), logged in. The company is called
/// as its address begins.
pub async fn company_in_state(shop: &TestShop, email: &str, approval: &str) -> Visitor {
    let visitor = customer(shop, email).await;
    make_company(shop, email, email.split('@').next().unwrap_or_default(), approval);
    visitor
}

/// A call of the trade layer, with the token of the visitor's account pages; who is not logged in has none.
pub async fn trade_call(visitor: &mut Visitor, action: &str, fields: &[(&str, &str)]) -> Answer {
    let token = trade_token(visitor).await;
    let mut all = fields.to_vec();
    all.extend([("action", action), ("security", token.as_str())]);
    visitor.submit("/wp-admin/admin-ajax.php", &all).await
}

/// The token of a visitor's trade calls.
pub async fn trade_token(visitor: &mut Visitor) -> String {
    page_data(visitor, "/my-account/").await["page"]["trade_token"].as_str().unwrap_or_default().to_owned()
}

/// The fields of a new sub-account's form with these rights.
pub fn subaccount_fields<'a>(username: &'a str, email: &'a str, rights: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![("username", username), ("email", email), ("password", SUB_PASSWORD), ("name", username)];
    fields.extend(rights.iter().map(|right| (*right, "true")));
    fields
}

/// A sub-account of a main account's company with these rights, logged in, and its id.
pub async fn subaccount(shop: &TestShop, main: &mut Visitor, username: &str, rights: &[&str]) -> (Visitor, CustomerId) {
    let email = format!("{username}@example.com");
    let answer = trade_call(main, "b2bking_create_subaccount", &subaccount_fields(username, &email, rights)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let id = answer.text().parse().unwrap_or_else(|_| panic!("no id: {}", answer.text()));
    let mut visitor = shop.visitor();
    let answer = log_in(&mut visitor, username, SUB_PASSWORD).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    (visitor, CustomerId(id))
}

/// Gives a sub-account other rights, and a limit of what it may order alone (an amount in euro; empty: none).
pub async fn change_subaccount(main: &mut Visitor, id: CustomerId, rights: &[&str], above: &str) -> Answer {
    let number = id.to_string();
    let mut fields = vec![("subaccountId", number.as_str()), ("name", "Anna"), ("approvalAbove", above)];
    fields.extend(rights.iter().map(|right| (*right, "true")));
    trade_call(main, "b2bking_update_subaccount", &fields).await
}
