//! The merchant's form for an offer, and its validation.

use serde::{Deserialize, Serialize};

use super::conversation::{QuotedCart, QuotedLine};
use super::offer::{OfferContent, OfferGoods, OfferLine};
use crate::base::calendar::{day_named, end_of_day, local_day, name_of_day};
use crate::base::time::UnixSeconds;
use crate::base::{Cents, CompanyId, CustomerId, FieldError, ProductId};
use crate::catalogue::quantity::MAX_QUANTITY;
use crate::platform::messages::codes;

/// Longest title, in characters.
pub const MAX_TITLE_CHARS: usize = 120;
/// Longest notes, in characters.
pub const MAX_NOTES_CHARS: usize = 2000;
/// Longest line of text, in characters.
pub const MAX_TEXT_CHARS: usize = 300;
/// Maximum number of lines: all of them go into one cart.
pub const MAX_LINES: usize = 100;
/// Highest unit price: a million euros.
pub const MAX_PRICE: Cents = Cents(100_000_000);

/// Name and value of a choice, as a tuple type for the API description.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it describes")]
struct Pair(String, String);

/// A line as submitted: goods if there is a product, else text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct OfferLineForm {
    /// Product or variation; `null`: the line is text.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub product_id: Option<ProductId>,
    /// Values of the attributes that the variation leaves open: key and value.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Pair>))]
    pub variation: Vec<(String, String)>,
    /// Choices besides the variation: name and value, in the format of cart lines.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Pair>))]
    pub choices: Vec<(String, String)>,
    pub quantity: String,
    /// Unit price in euros, with comma or point; with or without tax as product prices are entered.
    pub price: String,
    pub text: String,
}

/// An offer as submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct OfferForm {
    /// Title of the offer.
    pub title: String,
    /// The company that the offer is for.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub company_id: Option<CompanyId>,
    /// The one account of the company that sees it, besides the main account; `null`: all of its accounts.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub customer_id: Option<CustomerId>,
    /// The conversation in which it was requested.
    pub conversation_id: Option<i64>,
    /// Last valid day in Rome: "2026-12-31"; empty: it does not expire.
    pub last_day: String,
    /// Whether it is for a single order; otherwise it can be ordered until it expires.
    pub once: bool,
    /// Lines, in order.
    pub lines: Vec<OfferLineForm>,
    /// The merchant's note to the buyer.
    pub notes: String,
}

/// A checked offer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewOffer {
    /// Title of the offer.
    pub title: String,
    /// The company that the offer is for.
    pub company_id: CompanyId,
    /// The one account of the company that sees it, besides the main account.
    pub customer_id: Option<CustomerId>,
    /// The conversation in which it was requested.
    pub conversation_id: Option<i64>,
    /// First second at which it is no longer valid.
    pub valid_until: Option<UnixSeconds>,
    /// Whether it is for a single order.
    pub once: bool,
    /// Lines and notes.
    pub content: OfferContent,
}

/// Validates an offer. All errors are returned together, in the order of the form. Whether the company and the products exist is
/// checked later. Errors of lines are named by index: `lines.0.price`.
///
/// ```
/// use shop_core::trade::offer_form::{OfferForm, OfferLineForm, check};
/// let line = OfferLineForm { product_id: Some(7.into()), quantity: "12".into(), price: "9,90".into(), ..OfferLineForm::default() };
/// let form = OfferForm { title: "Olio".into(), company_id: Some(3.into()), lines: vec![line], ..OfferForm::default() };
/// assert_eq!(check(&form, 0).unwrap().content.goods().next().unwrap().1.price_cents.0, 990);
/// assert_eq!(check(&OfferForm { title: " ".into(), ..form }, 0).unwrap_err()[0].field, "title");
/// ```
///
/// # Errors
/// One error for each invalid field.
pub fn check(form: &OfferForm, now: UnixSeconds) -> Result<NewOffer, Vec<FieldError>> {
    let mut errors = Vec::new();
    let title = text("title", &form.title, MAX_TITLE_CHARS, &mut errors);
    if title.is_empty() {
        errors.push(FieldError::new("title", codes::MERCHANT_REQUIRED));
    }
    if form.company_id.is_none() {
        errors.push(FieldError::new("company_id", codes::MERCHANT_REQUIRED));
    }
    let valid_until = last_day("last_day", &form.last_day, now, &mut errors);
    if form.lines.len() > MAX_LINES {
        errors.push(FieldError::new("lines", codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINES));
        return Err(errors);
    }
    let lines: Vec<OfferLine> =
        form.lines.iter().enumerate().map(|(at, typed)| line(&format!("lines.{at}"), typed, &mut errors)).collect();
    if !lines.iter().any(|line| line.goods().is_some()) {
        errors.push(FieldError::new("lines", codes::OFFER_WITHOUT_GOODS));
    }
    let notes = text("notes", &form.notes, MAX_NOTES_CHARS, &mut errors);
    match form.company_id {
        Some(company_id) if errors.is_empty() => Ok(NewOffer {
            title,
            company_id,
            customer_id: form.customer_id,
            conversation_id: form.conversation_id,
            valid_until,
            once: form.once,
            content: OfferContent { lines, notes },
        }),
        _ => Err(errors),
    }
}

/// Parses the lines of a form that is still being edited. Goods that do not parse yet become lines of text, so that each line
/// keeps its index.
///
/// # Errors
/// There are more lines than an offer may have.
pub fn readable_goods(form: &OfferForm) -> Result<Vec<OfferLine>, FieldError> {
    if form.lines.len() > MAX_LINES {
        return Err(FieldError::new("lines", codes::MERCHANT_TOO_MANY).with("maximum", MAX_LINES));
    }
    let read = |typed: &OfferLineForm| {
        let mut errors = Vec::new();
        let line = line("", typed, &mut errors);
        if errors.is_empty() { line } else { OfferLine::Text { text: String::new() } }
    };
    Ok(form.lines.iter().map(read).collect())
}

/// Builds the form for editing an offer.
pub fn form_of(offer: &NewOffer) -> OfferForm {
    OfferForm {
        title: offer.title.clone(),
        company_id: Some(offer.company_id),
        customer_id: offer.customer_id,
        conversation_id: offer.conversation_id,
        last_day: offer.valid_until.map(|end| name_of_day(local_day(end - 1))).unwrap_or_default(),
        once: offer.once,
        lines: offer.content.lines.iter().map(typed).collect(),
        notes: offer.content.notes.clone(),
    }
}

/// Builds the lines of an offer that answers a quote request: the requested goods at the prices of that time.
pub fn lines_of_quote(quoted: &QuotedCart) -> Vec<OfferLineForm> {
    let line = |line: &QuotedLine| OfferLineForm {
        product_id: Some(line.variation_id.unwrap_or(line.product_id)),
        variation: line.variation.clone(),
        choices: line.purchase_choices.clone(),
        quantity: line.quantity.to_string(),
        price: line.entered_price_cents.map(Cents::to_decimal).unwrap_or_default(),
        text: String::new(),
    };
    quoted.lines.iter().map(line).collect()
}

fn typed(line: &OfferLine) -> OfferLineForm {
    match line {
        OfferLine::Text { text } => OfferLineForm { text: text.clone(), ..OfferLineForm::default() },
        OfferLine::Goods(goods) => OfferLineForm {
            product_id: Some(goods.product_id),
            variation: goods.variation.clone(),
            choices: goods.choices.clone(),
            quantity: goods.quantity.to_string(),
            price: goods.price_cents.to_decimal(),
            text: String::new(),
        },
    }
}

fn line(place: &str, typed: &OfferLineForm, errors: &mut Vec<FieldError>) -> OfferLine {
    let field = |name: &str| format!("{place}.{name}");
    let Some(product_id) = typed.product_id else {
        let text = text(&field("text"), &typed.text, MAX_TEXT_CHARS, errors);
        if text.is_empty() {
            errors.push(FieldError::new(field("text"), codes::MERCHANT_REQUIRED));
        }
        return OfferLine::Text { text };
    };
    let quantity = typed.quantity.trim().parse::<i64>().ok().filter(|pieces| (1..=MAX_QUANTITY).contains(pieces));
    if quantity.is_none() {
        let refused = FieldError::new(field("quantity"), codes::MERCHANT_NUMBER_INVALID);
        errors.push(refused.with("minimum", 1).with("maximum", MAX_QUANTITY));
    }
    let price = Cents::parse(typed.price.trim()).filter(|price| (Cents::ZERO..=MAX_PRICE).contains(price));
    if price.is_none() {
        errors.push(FieldError::new(field("price"), codes::MERCHANT_AMOUNT_INVALID));
    }
    OfferLine::Goods(OfferGoods {
        product_id,
        variation: typed.variation.clone(),
        choices: typed.choices.clone(),
        quantity: quantity.and_then(|pieces| u32::try_from(pieces).ok()).unwrap_or(1),
        price_cents: price.unwrap_or_default(),
    })
}

fn text(field: &str, typed: &str, maximum: usize, errors: &mut Vec<FieldError>) -> String {
    let text = typed.trim();
    if text.chars().count() > maximum {
        errors.push(FieldError::new(field, codes::MERCHANT_TOO_LONG).with("maximum", maximum));
    }
    text.to_owned()
}

/// Parses the last valid day and returns its end in Rome, which must not have passed; empty: none.
fn last_day(field: &str, typed: &str, now: UnixSeconds, errors: &mut Vec<FieldError>) -> Option<UnixSeconds> {
    let typed = typed.trim();
    if typed.is_empty() {
        return None;
    }
    let end = day_named(typed).map(end_of_day);
    match end {
        None => errors.push(FieldError::new(field, codes::MERCHANT_DAY_INVALID)),
        Some(end) if end <= now => errors.push(FieldError::new(field, codes::MERCHANT_DAY_PAST)),
        Some(_) => {}
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of 1 December 2026 in Rome.
    const NOW: UnixSeconds = 1_796_122_800;

    fn goods(quantity: &str, price: &str) -> OfferLineForm {
        OfferLineForm {
            product_id: Some(ProductId(7)),
            quantity: quantity.into(),
            price: price.into(),
            ..OfferLineForm::default()
        }
    }

    fn words(text: &str) -> OfferLineForm {
        OfferLineForm { text: text.into(), ..OfferLineForm::default() }
    }

    fn form() -> OfferForm {
        OfferForm {
            title: "Cena di Natale".into(),
            company_id: Some(CompanyId(3)),
            last_day: "2026-12-24".into(),
            once: true,
            lines: vec![goods("12", "9.90"), words("Consegna compresa")],
            notes: "A presto".into(),
            ..OfferForm::default()
        }
    }

    #[test]
    fn what_is_typed_comes_back_as_it_was_typed() {
        let offer = check(&form(), NOW).unwrap();
        assert_eq!(form_of(&offer), form());
        assert_eq!(check(&form_of(&offer), NOW).unwrap(), offer);
    }

    #[test]
    fn an_offer_holds_to_the_end_of_its_last_day_in_rome() {
        let offer = check(&form(), NOW).unwrap();
        assert_eq!(offer.valid_until.map(local_day), day_named("2026-12-25"));
        let today = OfferForm { last_day: "2026-12-01".into(), ..form() };
        assert!(check(&today, NOW).is_ok());
        assert_eq!(check(&OfferForm { last_day: String::new(), ..form() }, NOW).unwrap().valid_until, None);
    }

    #[test]
    fn what_cannot_be_offered_is_refused_by_field() {
        let lines = |lines: Vec<OfferLineForm>| OfferForm { lines, ..form() };
        let cases: [(&str, OfferForm); 17] = [
            ("title", OfferForm { title: "  ".into(), ..form() }),
            ("title", OfferForm { title: "x".repeat(121), ..form() }),
            ("company_id", OfferForm { company_id: None, ..form() }),
            ("last_day", OfferForm { last_day: "2026-11-30".into(), ..form() }),
            ("last_day", OfferForm { last_day: "domani".into(), ..form() }),
            ("notes", OfferForm { notes: "x".repeat(2001), ..form() }),
            ("lines", lines(vec![])),
            ("lines", lines(vec![words("Solo parole")])),
            ("lines", lines(vec![goods("1", "1"); 101])),
            ("lines.0.quantity", lines(vec![goods("0", "1")])),
            ("lines.0.quantity", lines(vec![goods("10000", "1")])),
            ("lines.0.quantity", lines(vec![goods("1,5", "1")])),
            ("lines.0.price", lines(vec![goods("1", "")])),
            ("lines.0.price", lines(vec![goods("1", "-1")])),
            ("lines.0.price", lines(vec![goods("1", "1000000,01")])),
            ("lines.1.text", lines(vec![goods("1", "1"), words(" ")])),
            ("lines.1.text", lines(vec![goods("1", "1"), words(&"x".repeat(301))])),
        ];
        for (field, typed) in cases {
            let errors = check(&typed, NOW).unwrap_err();
            assert_eq!(errors.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), [field], "{typed:?}");
        }
    }

    #[test]
    fn a_quote_request_is_answered_with_what_was_asked_for() {
        let flavour = vec![("pa_gusto".to_owned(), "limone".to_owned())];
        let jar = QuotedLine {
            product_id: ProductId(7),
            variation_id: Some(ProductId(9)),
            quantity: 12,
            unit_price_cents: Cents(900),
            entered_price_cents: Some(Cents(990)),
            variation: flavour.clone(),
            ..QuotedLine::default()
        };
        let unpriced = QuotedLine { product_id: ProductId(8), quantity: 1, ..QuotedLine::default() };
        let lines = lines_of_quote(&QuotedCart { lines: vec![jar, unpriced], ..QuotedCart::default() });
        let requested = OfferLineForm { product_id: Some(ProductId(9)), variation: flavour, ..goods("12", "9.90") };
        assert_eq!(lines, [requested, OfferLineForm { product_id: Some(ProductId(8)), ..goods("1", "") }]);
    }

    #[test]
    fn something_may_be_given_for_nothing() {
        let gift = OfferForm { lines: vec![goods("1", "0")], ..form() };
        assert_eq!(
            check(&gift, NOW).unwrap().content.goods().next().map(|(_, one)| one.price_cents),
            Some(Cents::ZERO)
        );
    }

    #[test]
    fn all_that_is_wrong_is_told_together() {
        let typed = OfferForm { title: String::new(), lines: vec![goods("0", "x"), words("")], ..form() };
        let errors = check(&typed, NOW).unwrap_err();
        let fields: Vec<&str> = errors.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["title", "lines.0.quantity", "lines.0.price", "lines.1.text"]);
    }
}
