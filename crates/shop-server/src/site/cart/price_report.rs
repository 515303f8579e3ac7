//! `/price-report`: a page reports that it priced a cart differently than the server. Anyone can post anything here: an invalid body is
//! dropped, and the log gets only the fields of a report, without personal data and coupon codes.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{Extensions, StatusCode};
use serde_json::json;
use shop_core::store_api::PriceReport;
use shop_services::Context;

use crate::app::limits::{Budget, Limits};

/// Largest body: a cart of fifty lines with its rules takes about 30 KiB.
const MAX_BYTES: usize = 64 * 1024;
/// Reports accepted per minute from one IP address, and from all.
const LIMITS: (u32, u32) = (5, 30);

/// Handles `POST /price-report`. 204, except for a body that is too large (413) and for too many reports (429).
pub(super) async fn price_report(
    State(context): State<Arc<Context>>,
    State(limits): State<Arc<Limits>>,
    extensions: Extensions,
    body: Body,
) -> StatusCode {
    let ip = crate::app::visitor::client::client_ip(&extensions);
    let budget = |who, limit| Budget { action: "price-report", who, limit, span_s: 60 };
    let counted = limits.count_both(&budget(&ip, LIMITS.0), &budget("", LIMITS.1), context.now());
    if counted.is_err() {
        return StatusCode::TOO_MANY_REQUESTS;
    }
    let Ok(bytes) = to_bytes(body, MAX_BYTES).await else { return StatusCode::PAYLOAD_TOO_LARGE };
    if let Some(line) = log_line(&bytes) {
        tracing::warn!(target: "pricing", report = line, "a page priced a cart otherwise than the server");
    }
    StatusCode::NO_CONTENT
}

/// Formats the report as one line of JSON, in which strings cannot break the line: the call that reproduces the shown total, as
/// `tests/parity/core.rs` reads it, and both totals. `None` if the body is no report.
fn log_line(bytes: &[u8]) -> Option<String> {
    let report: PriceReport = serde_json::from_slice(bytes).ok()?;
    if !report.shown.contradict(&report.answered) {
        return None;
    }
    let PriceReport { input, changes, shown, answered } = report.without_person();
    let line = json!({ "call": "optimisticCart", "args": [input, changes], "shown": shown, "answered": answered });
    Some(line.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn report(answered: &str) -> Value {
        let sums = |price: &str| {
            json!({
                "lines": [["line-a", 1, "100", "22"]], "coupons": [["segreto", "0", "0"], ["dono-1", "0", "0"]],
                "shipping": null, "tax": "22", "price": price
            })
        };
        let place =
            json!({ "first_name": "Ada", "address_1": "Via Roma 1", "email": "ada@example.com", "country": "IT" });
        json!({
            "input": {
                "lang": "it", "goods": [], "billing": place, "shipping": place, "address_open": false, "now": 1,
                "rules": {
                    "taxes": {}, "taxed_at": "delivery", "shows_tax": true, "names_taxes": true, "sequential_coupons": false,
                    "zones": [], "shipped_to": [], "waits_for_address": true,
                    "totals": { "taxes": true, "prices_include_tax": true, "base": {}, "round_at_subtotal": false, "shipping_tax_class": null }
                },
                "coupons": [{ "code": "segreto", "emails": ["ada@example.com"], "description": "per Ada" }],
                "delivery": {}, "credits": [{ "code": "dono-1" }], "today": "2026-11-25"
            },
            "changes": [{ "remove_coupon": { "code": "segreto" } }, { "address": { "billing": place, "shipping": place } }],
            "shown": sums("122"), "answered": sums(answered)
        })
    }

    #[test]
    fn a_report_is_one_line_that_names_no_person_and_no_code() {
        let line = log_line(report("123").to_string().as_bytes()).unwrap();
        assert!(!line.contains('\n') && line.contains("\"IT\""), "{line}");
        for private in ["Ada", "Via Roma", "ada@example.com", "segreto", "dono-1"] {
            assert!(!line.contains(private), "{private} in {line}");
        }
    }

    #[test]
    fn a_logged_line_is_a_call_that_can_be_made_again() {
        let line: Value = serde_json::from_str(&log_line(report("123").to_string().as_bytes()).unwrap()).unwrap();
        let again = shop_core::host::call(line["call"].as_str().unwrap(), &line["args"].to_string()).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&again).unwrap()["coupons"][0]["code"], "1");
        assert_eq!((&line["shown"]["price"], &line["answered"]["price"]), (&json!("122"), &json!("123")));
    }

    #[test]
    fn what_is_no_report_leaves_no_line() {
        assert_eq!(log_line(report("122").to_string().as_bytes()), None);
        for bytes in ["", "nonsense", "{}", "[1]", r#"{"input": 1}"#] {
            assert_eq!(log_line(bytes.as_bytes()), None, "{bytes}");
        }
    }
}
