//! What a wallet tells of its payer: names, telephone numbers and countries are one line each, and a normal form stays.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::payments::error::{PaymentError, payment_error_message};
use shop_core::payments::express::payer::{payer_phone, request_country, split_name};
use shop_core::checkout::address;
use shop_core::base::Lang;

fuzz_target!(|text: &str| {
    for billing in [true, false] {
        let name = split_name(text, billing);
        assert!(!name.first_name.contains([' ', '\r', '\n']) && !name.last_name.contains(['\r', '\n']), "{text:?}");
        let told = address::one_line(text);
        let mut words = name.first_name.split(' ').chain(name.last_name.split(' ')).filter(|word| !word.is_empty());
        assert!(told.split_whitespace().all(|word| words.next() == Some(word)), "{text:?}");
    }
    let phone = payer_phone(text);
    assert_eq!(payer_phone(&phone), phone, "{text:?}");
    let country = request_country(text);
    assert_eq!(request_country(&country), country, "{text:?}");
    let error = PaymentError { code: text.into(), ..PaymentError::default() };
    let _ = payment_error_message(&error, Lang::It);
});
