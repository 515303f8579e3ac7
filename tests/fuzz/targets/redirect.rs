//! Addresses that a browser is sent to: only paths of the shop, as a browser would read them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::payments::redirect::{same_origin_path, without_secrets};

const SHOP: &str = "https://shop.example";

fuzz_target!(|input: (bool, &str)| {
    let target = if input.0 { format!("{SHOP}{}", input.1) } else { input.1.to_owned() };
    if let Some(path) = same_origin_path(SHOP, &target) {
        assert!(path.starts_with('/') && !path.starts_with("//"), "{target:?}");
        assert!(!path.contains(['\\', '\r', '\n', '\t', '\0']), "{target:?}");
        assert_eq!(same_origin_path(SHOP, &path).as_ref(), Some(&path), "{target:?}");
        assert_eq!(same_origin_path(SHOP, &format!("{SHOP}{path}")).as_ref(), Some(&path), "{target:?}");
    }
    let shown = without_secrets(input.1);
    assert!(!shown.contains('#') && !shown.contains("client_secret=x"), "{shown:?}");
    assert_eq!(without_secrets(&shown), shown);
});
