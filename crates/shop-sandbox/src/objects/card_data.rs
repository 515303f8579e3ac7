//! Card data typed by the shopper. The number is looked up among the test cards and not stored.

use super::Details;
use crate::cards::{TestCard, by_name, by_number, luhn};
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;

/// Lengths of card numbers (ISO/IEC 7812-1 allows up to 19; the shortest in use has 12).
const NUMBER_DIGITS: std::ops::RangeInclusive<usize> = 12..=19;
/// Maximum validity of a card.
const MAX_VALIDITY_YEARS: u16 = 50;

/// Parses and validates the parameters below `card`. `today`: current year and month.
pub(super) fn card(form: &Form, today: (u16, u8)) -> ApiResult<Details> {
    let wallet = match form.filled("wallet[type]") {
        None => None,
        Some(kind @ ("apple_pay" | "google_pay" | "link")) => Some(kind.to_owned()),
        Some(other) => {
            return Err(ApiError::param(
                "card[wallet][type]",
                "invalid_wallet_type",
                format!("No such wallet: {other}"),
            ));
        }
    };
    if let Some(token) = form.filled("token") {
        let name = token.strip_prefix("tok_").unwrap_or_default();
        let found = by_name(name).ok_or_else(|| ApiError::not_found("token", "card[token]", token))?;
        return Ok(Details::Card { name: found.name.to_owned(), month: 12, year: today.0 + 5, cvc: true, wallet });
    }
    let found = number(form.filled("number").ok_or_else(|| ApiError::missing("card[number]"))?)?;
    let (month, year) = expiry(form, today)?;
    let cvc = security_code(form, found)?;
    Ok(Details::Card { name: found.name.to_owned(), month, year, cvc, wallet })
}

fn number(typed: &str) -> ApiResult<&'static TestCard> {
    let digits: String = typed.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let wrong = |code, message| Err(ApiError::card(code, "number", message));
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || !NUMBER_DIGITS.contains(&digits.len()) {
        return wrong("invalid_number", "The card number is not a valid credit card number.");
    }
    if !luhn(&digits) {
        return wrong("incorrect_number", "Your card number is incorrect.");
    }
    by_number(&digits).ok_or_else(|| {
        ApiError::card(
            "card_declined",
            "number",
            "Your card was declined. This provider only takes test cards; never type a real card number here.",
        )
        .declined("test_mode_live_card")
    })
}

fn expiry(form: &Form, (this_year, this_month): (u16, u8)) -> ApiResult<(u8, u16)> {
    let wrong_month =
        || ApiError::card("invalid_expiry_month", "exp_month", "Your card's expiration month is invalid.");
    let wrong_year = || ApiError::card("invalid_expiry_year", "exp_year", "Your card's expiration year is invalid.");
    let month = form.required("exp_month").map_err(|_| ApiError::missing("card[exp_month]"))?;
    let year = form.required("exp_year").map_err(|_| ApiError::missing("card[exp_year]"))?;
    let month = month.parse::<u8>().ok().filter(|month| (1..=12).contains(month)).ok_or_else(wrong_month)?;
    let year = year.parse::<u16>().map_err(|_| wrong_year())?;
    let year = if year < 100 { 2000 + year } else { year };
    if year < this_year || year > this_year + MAX_VALIDITY_YEARS {
        return Err(wrong_year());
    }
    if year == this_year && month < this_month {
        return Err(wrong_month());
    }
    Ok((month, year))
}

/// Whether a security code was given: three digits, or four for American Express.
fn security_code(form: &Form, card: &TestCard) -> ApiResult<bool> {
    let Some(code) = form.filled("cvc") else { return Ok(false) };
    let digits = if card.brand == "amex" { 3..=4 } else { 3..=3 };
    if !digits.contains(&code.len()) || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ApiError::card("invalid_cvc", "cvc", "Your card's security code is invalid."));
    }
    Ok(true)
}
