//! Online withdrawal from a contract (Codice del consumo, art. 52-59; Directive (EU) 2023/2673, in force since 19 June 2026): the
//! deadline, the lines and the required content of the declaration.

use super::OrderStatus;
use crate::accounts::email;
use crate::base::FieldError;
use crate::base::calendar::{end_of_day, is_working_day, local_day};
use crate::base::time::UnixSeconds;
use crate::catalogue::food::Label;
use crate::catalogue::product::Product;
use crate::catalogue::purchase::add_ons::{AddOnField, AddOnInput};
use crate::checkout::address::one_line;
use crate::platform::messages::codes;

/// Withdrawal period in days, counted from the day after the delivery (art. 52).
pub const WITHDRAWAL_DAYS: i64 = 14;
/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 120;

/// Whether an order can be withdrawn from now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Possible until the given time, or without a deadline while nothing has been delivered.
    Open(Option<UnixSeconds>),
    /// The period ended at this time.
    Ended(UnixSeconds),
    /// There is no contract to withdraw from: cancelled, failed, refunded.
    NoContract,
    /// The buyer is a company, and only consumers can withdraw (Codice del consumo, art. 45 and 52).
    Trade,
}

/// Returns the first second after the deadline of an order completed at the given time: the fourteenth day counts in full, and if
/// it is no working day the next working day applies (Regulation (EEC, Euratom) 1182/71, art. 3).
pub fn ends_at(completed_at: UnixSeconds) -> UnixSeconds {
    let mut last = local_day(completed_at).saturating_add(WITHDRAWAL_DAYS);
    while !is_working_day(last) {
        last += 1;
    }
    end_of_day(last)
}

/// Returns whether an order can be withdrawn from: from its placement until the period after its completion is over.
pub fn window(status: OrderStatus, completed_at: Option<UnixSeconds>, now: UnixSeconds) -> Window {
    match (status, completed_at) {
        // A completed order without a completion date was imported: the doubt is resolved in the buyer's favour.
        (OrderStatus::Pending | OrderStatus::OnHold | OrderStatus::Processing, _) | (OrderStatus::Completed, None) => {
            Window::Open(None)
        }
        (OrderStatus::Completed, Some(at)) => {
            let end = ends_at(at);
            if now < end { Window::Open(Some(end)) } else { Window::Ended(end) }
        }
        (OrderStatus::CheckoutDraft | OrderStatus::Cancelled | OrderStatus::Refunded | OrderStatus::Failed, _) => {
            Window::NoContract
        }
    }
}

/// Properties of a product that decide on withdrawal, known before it is bought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goods {
    /// Whether it deteriorates rapidly (art. 59, letter d).
    pub perishable: bool,
    /// Whether it is sealed, and for hygiene reasons not taken back once opened (letter e).
    pub sealed: bool,
    /// Whether it is a service for a specific date (letter n).
    pub dated: bool,
    /// Whether it is made to the buyer's specifications (letter c).
    pub personalised: Personal,
    /// Whether it is downloaded as files (letter o).
    pub files: bool,
}

/// Whether a product is made to a buyer's specifications.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Personal {
    #[default]
    Never,
    /// Only if the buyer enters some.
    OnWish,
    Always,
}

impl Goods {
    /// Returns the properties of a product, any of whose variations may be bought.
    pub fn from_product(product: &Product) -> Self {
        let is_text = |field: &&AddOnField| matches!(field.input, AddOnInput::Text { .. });
        let texts = product.purchase.add_ons.iter().filter(is_text);
        let personalised = texts.fold(Personal::Never, |found, field| match (found, field.required) {
            (Personal::Always, _) | (_, true) => Personal::Always,
            _ => Personal::OnWish,
        });
        Self {
            perishable: Label::new(product, None).perishable(),
            sealed: Label::new(product, None).text("sealed") == "1",
            dated: product.purchase.booking.is_some(),
            personalised,
            files: product.item.downloadable || product.variations.iter().any(|one| one.item.downloadable),
        }
    }

    /// Returns the message codes for the product page, which are those of the withdrawal itself.
    pub fn page_message_codes(&self) -> Vec<&'static str> {
        if self.dated {
            return vec![codes::WITHDRAWAL_DATED];
        }
        if self.perishable {
            return vec![codes::WITHDRAWAL_PERISHABLE];
        }
        if self.personalised == Personal::Always {
            return vec![codes::WITHDRAWAL_PERSONALISED];
        }
        if self.files {
            return vec![codes::WITHDRAWAL_FILES];
        }
        let mut out = vec![codes::WITHDRAWAL_OPEN];
        if self.sealed {
            out.push(codes::WITHDRAWAL_SEALED);
        }
        if self.personalised == Personal::OnWish {
            out.push(codes::WITHDRAWAL_IF_PERSONALISED);
        }
        out
    }
}

/// Reason why a line cannot be withdrawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// Goods liable to deteriorate rapidly (art. 59, letter d).
    Perishable,
    /// Leisure services for a specific date (art. 59, letter n).
    Dated,
    /// Goods made to the buyer's specifications (art. 59, letter c).
    Personalised,
    /// Digital content that the buyer has downloaded after consenting to it (art. 59, letter o).
    Fetched,
    /// A withdrawal was already declared.
    Declared,
}

impl Excluded {
    /// Returns the code of the message.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Perishable => codes::WITHDRAWAL_PERISHABLE,
            Self::Dated => codes::WITHDRAWAL_DATED,
            Self::Personalised => codes::WITHDRAWAL_PERSONALISED,
            Self::Fetched => codes::WITHDRAWAL_FETCHED,
            Self::Declared => codes::WITHDRAWAL_DECLARED,
        }
    }
}

/// A line of the order, with the properties that decide on withdrawal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WithdrawalLine {
    /// Index in the order, from 0.
    pub position: i64,
    /// Whether the goods deteriorate rapidly.
    pub perishable: bool,
    /// Whether it is a service for a specific date.
    pub dated: bool,
    /// Whether it is sealed, and not taken back once opened.
    pub sealed: bool,
    /// Whether it is made to the buyer's specifications.
    pub personalised: bool,
    /// Whether its files were downloaded with the buyer's consent.
    pub fetched: bool,
    /// Whether a withdrawal was already declared.
    pub declared: bool,
}

impl WithdrawalLine {
    /// Returns why it cannot be withdrawn from; `None`: it can.
    pub const fn excluded(&self) -> Option<Excluded> {
        if self.declared {
            Some(Excluded::Declared)
        } else if self.perishable {
            Some(Excluded::Perishable)
        } else if self.dated {
            Some(Excluded::Dated)
        } else if self.personalised {
            Some(Excluded::Personalised)
        } else if self.fetched {
            Some(Excluded::Fetched)
        } else {
            None
        }
    }

    /// Returns the message code for a condition of withdrawing from the line: sealed goods must be unopened.
    pub fn condition(&self) -> Option<&'static str> {
        (self.sealed && self.excluded().is_none()).then_some(codes::WITHDRAWAL_SEALED)
    }
}

/// The declaration as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WithdrawalForm {
    pub name: String,
    /// E-mail address for the acknowledgement.
    pub email: String,
    /// Indexes of the lines to withdraw from.
    pub lines: Vec<i64>,
}

/// A valid declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    name: String,
    email: String,
    lines: Vec<i64>,
}

impl Withdrawal {
    /// Returns the name of the buyer, on one line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the e-mail address for the acknowledgement.
    pub fn email(&self) -> &str {
        &self.email
    }

    /// Returns the indexes of the lines to withdraw from, ascending, at least one.
    pub fn lines(&self) -> &[i64] {
        &self.lines
    }
}

/// Validates a declaration against the order's lines. No reason is required (art. 52).
///
/// # Errors
/// Every invalid field: `withdrawal_name`, `withdrawal_email`, `withdrawal_lines`.
pub fn check(form: &WithdrawalForm, lines: &[WithdrawalLine]) -> Result<Withdrawal, Vec<FieldError>> {
    let mut errors = Vec::new();
    let name = one_line(&form.name);
    if name.is_empty() {
        errors.push(FieldError::new("withdrawal_name", codes::WITHDRAWAL_NAME_REQUIRED));
    } else if name.chars().count() > MAX_NAME_CHARS {
        errors.push(FieldError::new("withdrawal_name", codes::FIELD_TOO_LONG).with("max", MAX_NAME_CHARS));
    }
    let address = form.email.trim();
    if address.is_empty() {
        errors.push(FieldError::new("withdrawal_email", codes::WITHDRAWAL_EMAIL_REQUIRED));
    } else if !email::is_valid(address) {
        errors.push(FieldError::new("withdrawal_email", codes::INVALID_EMAIL).with("value", one_line(address)));
    }
    let mut chosen = form.lines.clone();
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() {
        errors.push(FieldError::new("withdrawal_lines", codes::WITHDRAWAL_LINES_REQUIRED));
    }
    let mut refused: Vec<&str> = chosen
        .iter()
        .filter_map(|position| match lines.iter().find(|line| line.position == *position) {
            None => Some(codes::WITHDRAWAL_LINE_UNKNOWN),
            Some(line) => line.excluded().map(Excluded::code),
        })
        .collect();
    refused.dedup();
    errors.extend(refused.into_iter().map(|code| FieldError::new("withdrawal_lines", code)));
    if errors.is_empty() { Ok(Withdrawal { name, email: address.to_owned(), lines: chosen }) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::seconds_of_day;

    fn at(day: &str, hour: i64) -> i64 {
        seconds_of_day(day).unwrap() + hour * 3600
    }

    #[test]
    fn an_order_is_withdrawn_from_since_its_placement_and_as_long_as_there_is_a_contract() {
        for status in [OrderStatus::Pending, OrderStatus::OnHold, OrderStatus::Processing] {
            assert_eq!(window(status, None, 0), Window::Open(None), "{status:?}");
            assert_eq!(
                window(status, Some(0), i64::MAX),
                Window::Open(None),
                "{status:?}: it is not completed any more"
            );
        }
        for status in [OrderStatus::Cancelled, OrderStatus::Failed, OrderStatus::Refunded, OrderStatus::CheckoutDraft] {
            assert_eq!(window(status, Some(0), 0), Window::NoContract, "{status:?}");
        }
    }

    #[test]
    fn the_fourteenth_day_counts_whole() {
        // Completed on Monday 2 November 2026; the last day is Monday 16 November, in Rome until 23:00 UTC.
        let done = at("2026-11-02", 9);
        let end = at("2026-11-16", 23);
        assert_eq!(window(OrderStatus::Completed, Some(done), end - 1), Window::Open(Some(end)));
        assert_eq!(window(OrderStatus::Completed, Some(done), end), Window::Ended(end));
    }

    #[test]
    fn a_last_day_that_is_no_working_day_is_followed_by_the_next_that_is() {
        // Saturday 21 November 2026: Monday 23.
        assert_eq!(ends_at(at("2026-11-07", 9)), at("2026-11-23", 23));
        // Christmas and St Stephen's 2026 are a Friday and a Saturday: Monday 28.
        assert_eq!(ends_at(at("2026-12-11", 9)), at("2026-12-28", 23));
        // Easter Monday, 29 March 2027, in summer time.
        assert_eq!(ends_at(at("2027-03-15", 9)), at("2027-03-30", 22));
    }

    #[test]
    fn the_day_of_completion_is_that_of_rome() {
        // 23:30 UTC on 1 November is 00:30 of 2 November in Rome.
        assert_eq!(ends_at(at("2026-11-01", 23) + 1800), at("2026-11-16", 23));
    }

    fn lines() -> Vec<WithdrawalLine> {
        vec![
            WithdrawalLine { position: 0, ..WithdrawalLine::default() },
            WithdrawalLine { position: 1, perishable: true, ..WithdrawalLine::default() },
            WithdrawalLine { position: 2, declared: true, ..WithdrawalLine::default() },
        ]
    }

    fn form(name: &str, email: &str, lines: &[i64]) -> WithdrawalForm {
        WithdrawalForm { name: name.into(), email: email.into(), lines: lines.to_vec() }
    }

    #[test]
    fn what_the_law_excepts_is_not_withdrawn_from() {
        let line = WithdrawalLine::default;
        for (line, why) in [
            (WithdrawalLine { dated: true, ..line() }, Excluded::Dated),
            (WithdrawalLine { personalised: true, ..line() }, Excluded::Personalised),
            (WithdrawalLine { fetched: true, sealed: true, ..line() }, Excluded::Fetched),
        ] {
            assert_eq!((line.excluded(), line.condition()), (Some(why), None));
        }
        let sealed = WithdrawalLine { sealed: true, ..line() };
        assert_eq!((sealed.excluded(), sealed.condition()), (None, Some(codes::WITHDRAWAL_SEALED)));
    }

    #[test]
    fn a_product_says_what_its_withdrawal_will_say() {
        let page_codes = |goods: Goods| goods.page_message_codes();
        let goods = Goods::default;
        assert_eq!(page_codes(goods()), [codes::WITHDRAWAL_OPEN]);
        assert_eq!(page_codes(Goods { perishable: true, sealed: true, ..goods() }), [codes::WITHDRAWAL_PERISHABLE]);
        assert_eq!(page_codes(Goods { sealed: true, ..goods() }), [codes::WITHDRAWAL_OPEN, codes::WITHDRAWAL_SEALED]);
        assert_eq!(page_codes(Goods { files: true, ..goods() }), [codes::WITHDRAWAL_FILES]);
        assert_eq!(page_codes(Goods { dated: true, ..goods() }), [codes::WITHDRAWAL_DATED]);
        let engraved = |personalised| page_codes(Goods { personalised, ..goods() });
        assert_eq!(engraved(Personal::OnWish), [codes::WITHDRAWAL_OPEN, codes::WITHDRAWAL_IF_PERSONALISED]);
        assert_eq!(engraved(Personal::Always), [codes::WITHDRAWAL_PERSONALISED]);
    }

    #[test]
    fn a_declaration_names_who_where_and_what() {
        let checked = check(&form("  Anna\nNeri ", " anna@esempio.it ", &[0, 0]), &lines()).unwrap();
        assert_eq!((checked.name(), checked.email(), checked.lines()), ("Anna Neri", "anna@esempio.it", &[0][..]));
    }

    #[test]
    fn each_wrong_field_is_named_with_its_reason() {
        let long = "x".repeat(MAX_NAME_CHARS + 1);
        for (form, expected) in [
            (
                form("", "", &[]),
                vec![
                    ("withdrawal_name", codes::WITHDRAWAL_NAME_REQUIRED),
                    ("withdrawal_email", codes::WITHDRAWAL_EMAIL_REQUIRED),
                    ("withdrawal_lines", codes::WITHDRAWAL_LINES_REQUIRED),
                ],
            ),
            (form(&long, "a@esempio.it", &[0]), vec![("withdrawal_name", codes::FIELD_TOO_LONG)]),
            (form("A", "a@", &[0]), vec![("withdrawal_email", codes::INVALID_EMAIL)]),
            (form("A", "a@esempio.it", &[0, 1]), vec![("withdrawal_lines", codes::WITHDRAWAL_PERISHABLE)]),
            (form("A", "a@esempio.it", &[2]), vec![("withdrawal_lines", codes::WITHDRAWAL_DECLARED)]),
            (form("A", "a@esempio.it", &[7, -1]), vec![("withdrawal_lines", codes::WITHDRAWAL_LINE_UNKNOWN)]),
        ] {
            let errors = check(&form, &lines()).unwrap_err();
            let found: Vec<_> = errors.iter().map(|e| (e.field.as_str(), e.code.as_ref())).collect();
            assert_eq!(found, expected);
        }
    }
}
