//! Rules of the invoice request.

use super::*;

const VAT: &str = "00743110157";
const PERSON: &str = "RSSMRA80B29H501Q";

fn form(buyer: InvoiceBuyer, vat_number: &str, tax_code: &str, sdi_code: &str, pec: &str) -> InvoiceForm {
    InvoiceForm {
        requested: true,
        buyer,
        vat_number: vat_number.into(),
        tax_code: tax_code.into(),
        sdi_code: sdi_code.into(),
        pec: pec.into(),
    }
}

fn field_errors(form: &InvoiceForm, country: &str) -> Vec<(String, String)> {
    errors(form, country).into_iter().map(|error| (error.field, error.code.into_owned())).collect()
}

fn pair(field: &str, code: &str) -> (String, String) {
    (field.into(), code.into())
}

#[test]
fn an_italian_business_gives_one_of_its_numbers_and_one_way_of_delivery() {
    let business = |vat: &str, code: &str, sdi: &str, pec: &str| form(InvoiceBuyer::Business, vat, code, sdi, pec);
    for good in [
        business(VAT, "", "M5UXCR1", ""),
        business("IT 00743110157", "", "", "x@pec.it"),
        business("", "98085020067", "0000000", "x@pec.it"),
        business(VAT, PERSON, "m5uxcr1", "x@pec.it"),
    ] {
        assert_eq!(field_errors(&good, "IT"), [], "{good:?}");
    }
    let (number, delivery) = (pair("vat_number", "vat_or_tax_code_required"), pair("sdi_code", "sdi_or_pec_required"));
    assert_eq!(field_errors(&business("", "", "", ""), "IT"), [number.clone(), delivery.clone()]);
    assert_eq!(field_errors(&business(VAT, "", " ", " "), "it"), [delivery]);
    assert_eq!(field_errors(&business(" ", "", "M5UXCR1", ""), "IT"), [number]);
    assert_eq!(field_errors(&business(VAT, "", "0000000", ""), "IT"), [pair("pec", "pec_required")]);
}

#[test]
fn what_is_filled_in_is_judged_even_where_another_field_would_do() {
    let both = form(InvoiceBuyer::Business, "00743110158", PERSON, "M5", "no");
    let codes: Vec<(String, String)> = field_errors(&both, "IT");
    assert_eq!(
        codes,
        [pair("vat_number", "vat_check_digits"), pair("sdi_code", "sdi_invalid"), pair("pec", "pec_invalid"),]
    );
    let code = form(InvoiceBuyer::Business, VAT, "RSSMRA80B29H501R", "M5UXCR1", "");
    assert_eq!(field_errors(&code, "IT"), [pair("tax_code", "tax_code_control")]);
    let foreign = form(InvoiceBuyer::Business, "DE136695976", "", "M5UXCR1", "");
    assert_eq!(field_errors(&foreign, "IT"), [pair("vat_number", "vat_other_country")]);
}

#[test]
fn a_consumer_gives_the_tax_code_only() {
    let consumer = |code: &str| form(InvoiceBuyer::Consumer, "", code, "", "");
    assert_eq!(field_errors(&consumer(PERSON), "IT"), []);
    assert_eq!(field_errors(&consumer(""), "IT"), [pair("tax_code", "tax_code_required")]);
    assert_eq!(field_errors(&consumer("x"), "IT"), [pair("tax_code", "tax_code_shape")]);
}

#[test]
fn a_public_body_gives_the_code_of_its_office() {
    let body = |sdi: &str| form(InvoiceBuyer::PublicBody, "", "98085020067", sdi, "x@pec.it");
    assert_eq!(field_errors(&body("UF5H3A"), "IT"), []);
    assert_eq!(field_errors(&body(""), "IT"), [pair("sdi_code", "sdi_public_body")]);
}

#[test]
fn abroad_a_business_gives_its_vat_number_where_there_are_such() {
    let business = |vat: &str| form(InvoiceBuyer::Business, vat, "", "", "");
    assert_eq!(field_errors(&business("DE136695976"), "DE"), []);
    assert_eq!(field_errors(&business(""), "DE"), [pair("vat_number", "vat_required")]);
    assert_eq!(field_errors(&business(""), "US"), [], "no numbers there");
    assert_eq!(request(&business(" 12-3456789"), "US").unwrap().unwrap().vat_number(), Some("12-3456789"));
    assert_eq!(field_errors(&business(&"1".repeat(201)), "US"), [pair("vat_number", "field_too_long")]);
    assert_eq!(field_errors(&form(InvoiceBuyer::Consumer, "", "", "", ""), "DE"), []);
    let sdi = form(InvoiceBuyer::Business, "DE136695976", "", "M5UXCR1", "");
    assert_eq!(field_errors(&sdi, "DE"), [pair("sdi_code", "sdi_abroad")]);
}

#[test]
fn without_a_request_nothing_is_read() {
    let silent = InvoiceForm { requested: false, ..form(InvoiceBuyer::Business, "x", "x", "x", "x") };
    assert_eq!(field_errors(&silent, "IT"), []);
    assert_eq!(request(&silent, "IT"), Ok(None));
}

#[test]
fn a_request_holds_normal_forms() {
    let typed = form(InvoiceBuyer::Business, "00743 110 157", "rssmra 80b29 h501q", "", " x@pec.it ");
    let made = request(&typed, "IT").unwrap().unwrap();
    assert_eq!(
        (made.buyer(), made.vat_number(), made.tax_code()),
        (InvoiceBuyer::Business, Some("IT00743110157"), Some(PERSON))
    );
    assert_eq!((made.recipient().code(), made.recipient().pec()), ("0000000", Some("x@pec.it")));
    assert_eq!(request(&form(InvoiceBuyer::Business, "", "", "", ""), "IT").unwrap_err().len(), 2);
}
