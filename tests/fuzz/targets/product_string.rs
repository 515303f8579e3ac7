//! Bulk orders as text: what is read is what counts, and it is written as it is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::trade::product_string::{format, parse};
use shop_core::trade::purchase_list::{SaveList, save};

fuzz_target!(|input: (&str, Option<&str>)| {
    let lines = parse(input.0);
    assert!(lines.iter().all(|line| line.counts()), "{:?}", input.0);
    assert_eq!(parse(&format(&lines)), lines, "{:?}", input.0);
    if let SaveList::Save(list) = save(input.0, input.1) {
        assert_eq!(list.product_string(), format(&lines));
        assert!(!list.title().is_empty() && !list.title().contains(['\r', '\n']), "{:?}", input.1);
    }
});
