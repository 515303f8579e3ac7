//! Compares the validation of identifiers with the results of other software: see `tests/vectors`.

use serde_json::{Value, json};
use shop_core::host::call;

const CODICE_FISCALE: &str = include_str!("../../../../tests/vectors/codice_fiscale.json");
const FORM_RULES: &str = include_str!("../../../../tests/vectors/form_rules.json");
const POSTCODES: &str = include_str!("../../../../tests/vectors/postcodes.json");
const VAT_NUMBERS: &str = include_str!("../../../../tests/vectors/vat_numbers.json");

fn ask(name: &str, args: &Value) -> Value {
    serde_json::from_str(&call(name, &args.to_string()).unwrap()).unwrap()
}

/// Checks each case of an array, and reports all failing ones.
fn all_agree(file: &str, array: &str, count: usize, judge: impl Fn(&Value) -> bool) {
    let file: Value = serde_json::from_str(file).unwrap();
    let cases = file[array].as_array().unwrap();
    assert_eq!(cases.len(), count, "{array}");
    let failing: Vec<String> = cases.iter().filter(|case| !judge(case)).map(ToString::to_string).collect();
    assert!(failing.is_empty(), "{array}, {} of {count} differ:\n{}", failing.len(), failing.join("\n"));
}

#[test]
fn vat_numbers_are_judged_as_by_others() {
    all_agree(VAT_NUMBERS, "cases", 400, |case| {
        let answer = ask("checkVatNumber", &json!([case["country"], case["input"]]));
        answer["valid"] == case["valid"] && answer["compact"] == case["compact"]
    });
}

#[test]
fn tax_codes_are_judged_and_read_as_by_others() {
    all_agree(CODICE_FISCALE, "cases", 90, |case| {
        let answer = ask("checkTaxCode", &json!([case["input"]]));
        let read = ["gender", "birth_mmdd"].iter().all(|key| case[key].is_null() || answer[key] == case[key]);
        answer["valid"] == case["valid"] && answer["compact"] == case["compact"] && read
    });
}

#[test]
fn postcodes_are_judged_and_laid_out_as_by_others() {
    all_agree(POSTCODES, "cases", 200, |case| {
        let answer = ask("checkPostcode", &json!([case["country"], case["postcode"]]));
        answer["valid"] == case["valid"] && answer["normal"] == case["normal"]
    });
}

#[test]
fn e_mail_addresses_and_telephone_numbers_are_judged_as_by_others() {
    for (array, kind, count) in
        [("checkout_email", "checkout", 60), ("capture_email", "capture", 45), ("quote_email", "quote", 45)]
    {
        all_agree(FORM_RULES, array, count, |case| ask("checkEmail", &json!([kind, case["value"]])) == case["valid"]);
    }
    all_agree(FORM_RULES, "phone", 50, |case| ask("checkPhone", &json!([case["value"]])) == case["valid"]);
}

#[test]
fn sub_accounts_are_judged_by_the_written_rule() {
    for (array, field, count) in [("subaccount_username", "username", 90), ("subaccount_password", "password", 70)] {
        all_agree(FORM_RULES, array, count, |case| {
            let mut form = json!({ "username": "cucina.rossi", "email": "cucina@esempio.it", "password": "abcdefg1" });
            form[field] = case["value"].clone();
            ask("subaccountErrors", &json!([form])).as_array().unwrap().is_empty() == case["valid"]
        });
    }
}
