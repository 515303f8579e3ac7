//! Creates coupons in bulk and returns their codes as CSV.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use shop_core::base::Lang;
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::bulk::BulkForm;
use shop_core::cart::coupon::check::{CouponForm, last_day};
use shop_core::cart::coupon::offer::label;
use shop_core::platform::words::file_texts;
use shop_services::Context;
use shop_services::cart::coupon_management::Coupons;
use utoipa::ToSchema;

use crate::admin::accounts::auth::Staff;
use crate::admin::problem::{Body, Refusal};
use crate::platform::csv;

/// A batch of equal coupons, each with a random code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct BulkCoupons {
    count: String,
    /// Prefix of the codes; may be empty.
    #[serde(default)]
    prefix: String,
    /// Number of random characters after the prefix.
    length: String,
    /// Terms of all the coupons; its code stays empty.
    coupon: CouponForm,
}

/// Creates a batch of coupons and returns their codes as CSV.
#[utoipa::path(post, path = "/api/admin/coupons/bulk", request_body = BulkCoupons,
    responses((status = 201, body = String, content_type = "text/csv")))]
pub(in crate::admin) async fn bulk(
    State(context): State<Arc<Context>>,
    State(coupons): State<Coupons>,
    _staff: Staff,
    Body(body): Body<BulkCoupons>,
) -> Result<Response, Refusal> {
    let form = BulkForm { count: body.count, prefix: body.prefix, length: body.length };
    let (coupon, codes) = coupons.add_bulk_coupons(&body.coupon, &form).await?;
    let lang = context.settings().await?.lang();
    let mut response = csv::answer("coupon.csv", file(&coupon, &codes, lang));
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// Writes the CSV with one row per code.
fn file(coupon: &Coupon, codes: &[String], lang: Lang) -> String {
    let (gives, end) = (label(coupon, lang), last_day(coupon.expires_at));
    let limit = coupon.usage_limit.map(|limit| limit.to_string()).unwrap_or_default();
    csv::file(
        file_texts::coupons(lang),
        codes.iter().map(|code| vec![code.clone(), gives.clone(), end.clone(), limit.clone()]),
    )
}

#[cfg(test)]
mod tests {
    use shop_core::cart::coupon::CouponKind;

    use super::*;

    #[test]
    fn no_cell_of_the_file_is_run_as_a_formula() {
        let coupon = Coupon { kind: CouponKind::FixedCart, amount_hundredths: 500, ..Coupon::default() };
        let text = file(&coupon, &["-abc".into(), "estate".into()], Lang::It);
        assert!(text.starts_with("\u{feff}codice;"), "{text}");
        assert!(text.contains("\r\n'-abc;5,00\u{a0}€ di sconto;;\r\n"), "{text}");
        assert!(text.contains("\r\nestate;"), "{text}");
    }
}
