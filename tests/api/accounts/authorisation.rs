//! Who may do what: `authorisation/table.txt` says it for every route and call and for every kind of visitor. Each row is asked by each of
//! them, and a route or call without a row fails.

mod sources;
mod table;
mod visitors;

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::json;
use shop_tests::{Answer, on_postgres, rules};

use table::{Row, Table};
use visitors::{COLUMNS, Scene};

/// What a visitor met: `+` served, `-` not allowed, `?` as if it were not there, `>` sent to log in.
fn outcome(answer: &Answer) -> char {
    let to = answer.header("location").unwrap_or_default();
    let text = answer.text();
    match answer.status {
        500.. => '!',
        401 | 403 => '-',
        404 => '?',
        303 if to.starts_with("/my-account/?redirect_to") => '>',
        // Calls of the platform's clients answer 200 whatever they say.
        _ if sources::refusals().iter().any(|sentence| text.contains(sentence.as_str())) => '-',
        _ => '+',
    }
}

/// What is wrong with a row: who met something else than it says.
async fn faults(scene: &mut Scene, row: &Row) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut met = String::new();
    for (at, column) in COLUMNS.iter().enumerate() {
        let answer = scene.send(at, row).await;
        let found = outcome(&answer);
        met.push(found);
        if Some(found) != row.expected.chars().nth(at) {
            let begin: String = answer.text().chars().take(120).collect();
            wrong.push(format!("{column}: {} {begin:?}", answer.status));
        }
    }
    if wrong.is_empty() {
        return wrong;
    }
    vec![format!("{}\n    says {}\n    is   {met}\n    {}", row.name(), row.expected, wrong.join("\n    "))]
}

on_postgres! {
    /// One shop and one login for each column serve all rows.
    async fn every_visitor_meets_what_the_table_says(shop) {
        let table = Table::read();
        let mut scene = Scene::set(shop).await;
        let mut wrong = Vec::new();
        for row in &table.rows {
            wrong.extend(faults(&mut scene, row).await);
        }
        assert!(wrong.is_empty(), "{} rows are not as they say:\n{}", wrong.len(), wrong.join("\n"));
    }
}

/// Whether it changes something for who is logged in to the back office; its address there.
fn change_of_the_back_office(row: &Row) -> Option<(Method, String)> {
    let changes = !["GET", "ANY"].contains(&row.method.as_str()) && row.path != "/api/admin/login";
    let path = row.path.strip_prefix("/api/admin/").filter(|_| changes)?;
    let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
    Some((row.method.parse().ok()?, format!("/api/admin/{}", parts.collect::<Vec<_>>().join("/"))))
}

rules! {
    /// A page elsewhere can make a browser send its cookies, but does not know the nonce.
    async fn nothing_changes_in_the_back_office_without_the_nonce_of_the_login(shop) {
        let (mut visitor, own) = shop.merchant().await.into_parts();
        let (_, of_another) = shop.merchant().await.into_parts();
        assert_ne!(own, of_another);
        let rows = Table::read().rows;
        let changes: Vec<(Method, String)> = rows.iter().filter_map(change_of_the_back_office).collect();
        assert!(changes.len() > 80, "{}", changes.len());
        for (method, path) in changes {
            for nonce in ["", "x", &of_another] {
                let request = visitor.request(method.clone(), &path).header("X-Admin-Nonce", nonce).json(&json!({}));
                let answer = visitor.send(request).await;
                assert_eq!(answer.status, 403, "{method} {path} with {nonce:?}: {}", answer.text());
            }
        }
        let logout = visitor.request(Method::POST, "/api/admin/logout").header("X-Admin-Nonce", &own);
        assert_eq!(visitor.send(logout).await.status, 204, "none of them ended the login");
    }
}

#[test]
fn every_route_and_call_of_the_server_has_a_row() {
    let table = Table::read();
    let rows: BTreeSet<String> = table.rows.iter().map(Row::route).collect();
    let there = sources::routes_and_calls();
    assert!(there.len() > 150, "the sources are not read: {}", there.len());
    let missing: Vec<_> = there.difference(&rows).collect();
    assert!(missing.is_empty(), "without a row in authorisation/table.txt: {missing:#?}");
    let stale: Vec<_> = rows.difference(&there).collect();
    assert!(stale.is_empty(), "rows of what is no longer there: {stale:#?}");
}
