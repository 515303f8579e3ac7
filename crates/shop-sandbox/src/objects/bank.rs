//! Bank accounts for debits, and the test accounts among them.

use shop_core::payments::method::PaymentMethod;

use super::method::{DebitFailure, last4};
use super::{DebitOutcome, Details};
use crate::http::error::{ApiError, ApiResult};
use crate::http::form::Form;

/// Endings of test account numbers with the outcome of their debits. All other debits succeed.
pub(crate) static TEST_ACCOUNTS: &[(&str, DebitOutcome, &str)] = &[
    ("3001", DebitOutcome::Fails(DebitFailure::AccountClosed), "Rifiutato: conto inesistente"),
    ("1116", DebitOutcome::Fails(DebitFailure::AccountClosed), "Rifiutato: conto inesistente"),
    ("1113", DebitOutcome::Fails(DebitFailure::AccountClosed), "Rifiutato: conto chiuso"),
    ("2227", DebitOutcome::Fails(DebitFailure::InsufficientFunds), "Rifiutato: fondi insufficienti"),
    ("3335", DebitOutcome::Fails(DebitFailure::NotAuthorized), "Rifiutato: addebito non autorizzato"),
    ("3003", DebitOutcome::SucceedsLate, "Riuscito, molto più tardi"),
    ("3004", DebitOutcome::FailsLate(DebitFailure::InsufficientFunds), "Rifiutato, molto più tardi"),
    ("3002", DebitOutcome::Disputed, "Riuscito, poi contestato"),
    ("0259", DebitOutcome::Disputed, "Riuscito, poi contestato"),
    ("0009", DebitOutcome::Silent, "Resta in elaborazione"),
];

fn debit_outcome(number: &str) -> DebitOutcome {
    TEST_ACCOUNTS
        .iter()
        .find(|(end, ..)| number.ends_with(end))
        .map_or(DebitOutcome::Succeeds, |(_, course, _)| *course)
}

/// Parses and validates the parameters below the type's name.
pub(super) fn account(form: &Form, kind: PaymentMethod) -> ApiResult<Details> {
    let name = kind.as_str();
    if kind == PaymentMethod::SepaDebit {
        let typed = form.filled("iban").ok_or_else(|| ApiError::missing("sepa_debit[iban]"))?;
        let iban: String = typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
        if !is_iban(&iban) {
            return Err(ApiError::param(
                "sepa_debit[iban]",
                "invalid_bank_account_iban",
                "The IBAN you provided is invalid.",
            ));
        }
        let part = |range: std::ops::Range<usize>| iban.get(range).unwrap_or_default().to_owned();
        return Ok(Details::Account {
            last4: last4(&iban).to_owned(),
            country: part(0..2),
            bank: part(4..12),
            course: debit_outcome(&iban),
        });
    }
    // Name and length of the bank's number, and the country.
    let (bank, bank_digits, country) = match kind {
        PaymentMethod::UsBankAccount => ("routing_number", 9..=9, "US"),
        PaymentMethod::AcssDebit => ("institution_number", 3..=3, "CA"),
        PaymentMethod::BacsDebit => ("sort_code", 6..=6, "GB"),
        _ => ("bsb_number", 6..=6, "AU"),
    };
    let digits = |field: &str, length: std::ops::RangeInclusive<usize>, code: &str| {
        let param = format!("{name}[{field}]");
        let typed = form.filled(field).ok_or_else(|| ApiError::missing(&param))?;
        let digits: String = typed.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let fits = length.contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if fits { Ok(digits) } else { Err(ApiError::param(&param, code, format!("The {field} is invalid."))) }
    };
    let bank = digits(bank, bank_digits, "routing_number_invalid")?;
    let number = digits("account_number", 4..=17, "account_number_invalid")?;
    Ok(Details::Account {
        last4: last4(&number).to_owned(),
        country: country.into(),
        bank,
        course: debit_outcome(&number),
    })
}

/// Whether the check digits are correct (ISO 13616: with the first four characters moved to the end and letters read as 10 to 35,
/// the number leaves 1 when divided by 97). Expects upper case without spaces.
fn is_iban(iban: &str) -> bool {
    let (Some(head), Some(tail)) = (iban.get(..4), iban.get(4..)) else { return false };
    let shape = (15..=34).contains(&iban.len())
        && head.bytes().take(2).all(|byte| byte.is_ascii_uppercase())
        && head.bytes().skip(2).all(|byte| byte.is_ascii_digit())
        && tail.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let rest = tail
        .chars()
        .chain(head.chars())
        .filter_map(|c| c.to_digit(36))
        .fold(0_u32, |rest, value| if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 });
    shape && rest == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iban_with_a_wrong_digit_length_or_country_is_none() {
        for iban in ["", "DE89", "DE89370400440532013001", "1E89370400440532013000", "DE8937040044053201300É", "IT60X"]
        {
            assert!(!is_iban(iban), "{iban}");
        }
        assert!(is_iban("DE89370400440532013000") && is_iban("IT60X0542811101000000123456"));
    }

    #[test]
    fn the_published_test_ibans_check_and_go_their_ways() {
        for (iban, want) in [
            ("DE89370400440532013000", DebitOutcome::Succeeds),
            ("DE08370400440532013003", DebitOutcome::SucceedsLate),
            ("DE62370400440532013001", DebitOutcome::Fails(DebitFailure::AccountClosed)),
            ("DE78370400440532013004", DebitOutcome::FailsLate(DebitFailure::InsufficientFunds)),
            ("DE35370400440532013002", DebitOutcome::Disputed),
        ] {
            assert!(is_iban(iban), "{iban}");
            assert_eq!(debit_outcome(iban), want, "{iban}");
        }
    }
}
