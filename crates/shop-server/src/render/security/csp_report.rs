//! `/csp-report`: browsers report what the policy blocked. Anyone can send anything here, so little is read and less is logged.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::Value;

/// A report has about 1 KiB.
const MAX_BYTES: usize = 16 * 1024;
/// Most reports of one request.
const MAX_REPORTS: usize = 5;
const MAX_CHARS: usize = 200;
/// Most log lines a minute; further reports are dropped.
const LINES_A_MINUTE: u32 = 30;

/// Start of the current minute and the log lines in it.
#[derive(Clone, Debug, Default)]
pub struct CspReports(Arc<Mutex<Option<(Instant, u32)>>>);

/// Handler of `POST /csp-report`. Always returns 204, except for an oversized body.
pub async fn csp_report(State(reports): State<CspReports>, body: Body) -> StatusCode {
    let Ok(bytes) = to_bytes(body, MAX_BYTES).await else { return StatusCode::PAYLOAD_TOO_LARGE };
    let report: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    for violation in violations(&report).take(MAX_REPORTS) {
        if !reports.may_write(Instant::now()) {
            break;
        }
        tracing::warn!(
            target: "csp",
            directive = violation.directive,
            blocked = violation.blocked,
            document = violation.document,
            "the policy stopped something"
        );
    }
    StatusCode::NO_CONTENT
}

#[derive(Debug, PartialEq, Eq)]
struct Violation {
    directive: String,
    blocked: String,
    document: String,
}

/// Parses both formats: one object (`report-uri`) and a list of reports (`report-to`).
fn violations(report: &Value) -> impl Iterator<Item = Violation> + '_ {
    let old = report.get("csp-report").into_iter();
    let new = report.as_array().into_iter().flatten().filter_map(|one| one.get("body"));
    old.chain(new).map(|body| Violation {
        directive: text(body, &["effective-directive", "violated-directive", "effectiveDirective"]),
        blocked: address(&text(body, &["blocked-uri", "blockedURL"])),
        document: address(&text(body, &["document-uri", "documentURL"])),
    })
}

fn text(body: &Value, names: &[&str]) -> String {
    let found = names.iter().find_map(|name| body.get(name)?.as_str()).unwrap_or("");
    found.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Strips the query, which may contain order keys, so that it does not reach the log.
fn address(text: &str) -> String {
    text.split(['?', '#']).next().unwrap_or("").to_owned()
}

impl CspReports {
    fn may_write(&self, now: Instant) -> bool {
        let mut budget = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match budget.as_mut() {
            Some((since, lines)) if now.duration_since(*since) < Duration::from_mins(1) => {
                *lines += 1;
                *lines <= LINES_A_MINUTE
            }
            _ => {
                *budget = Some((now, 1));
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_forms_of_reports_are_read_and_queries_are_left_out() {
        let old = json!({"csp-report": {"violated-directive": "script-src", "blocked-uri": "https://x.example/a.js?k=1",
            "document-uri": "https://shop.example/checkout/order-received/7/?key=secret"}});
        let found: Vec<_> = violations(&old).collect();
        assert_eq!(found[0].document, "https://shop.example/checkout/order-received/7/");
        assert_eq!(found[0].blocked, "https://x.example/a.js");
        let new = json!([{"type": "csp-violation", "body": {"effectiveDirective": "img-src", "blockedURL": "inline"}}]);
        assert_eq!(violations(&new).next().unwrap().directive, "img-src");
        for odd in [json!(null), json!(1), json!([1, {"body": 3}]), json!({"csp-report": []})] {
            assert!(violations(&odd).all(|one| one.directive.is_empty()));
        }
    }

    #[test]
    fn long_texts_are_cut_and_lines_cannot_be_forged() {
        let report = json!({"csp-report": {"violated-directive": format!("a\nb{}", "x".repeat(900))}});
        let directive = violations(&report).next().unwrap().directive;
        assert_eq!(directive.chars().count(), MAX_CHARS);
        assert!(directive.starts_with("a b"));
    }

    #[tokio::test]
    async fn a_large_report_is_refused_and_anything_else_is_taken() {
        let reports = CspReports::default();
        assert_eq!(
            csp_report(State(reports.clone()), Body::from(vec![b' '; MAX_BYTES + 1])).await,
            StatusCode::PAYLOAD_TOO_LARGE
        );
        assert_eq!(csp_report(State(reports.clone()), Body::from("nonsense")).await, StatusCode::NO_CONTENT);
    }

    #[test]
    fn a_flood_of_reports_does_not_fill_the_log() {
        let reports = CspReports::default();
        let start = Instant::now();
        let written = (0..100).filter(|_| reports.may_write(start)).count();
        assert_eq!(written, LINES_A_MINUTE as usize);
        assert!(reports.may_write(start + Duration::from_secs(61)));
    }
}
