//! Cookies as a browser sends them: everything is read, what is written comes back, and no value breaks out of its line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::privacy::consent::{ConsentEvent, ConsentSettings, ConsentState, ConsentVisitor, step};
use shop_core::privacy::cookies::{decode, encode};

fuzz_target!(|header: &str| {
    assert_eq!(decode(&encode(header)), header);
    let _ = decode(header);
    let settings = ConsentSettings::default();
    let visitor = ConsentVisitor { cookies: header.into(), now: 1_772_704_710, ..ConsentVisitor::default() };
    for event in [ConsentEvent::PageLoaded, ConsentEvent::AcceptAll, ConsentEvent::Close] {
        let out = step(ConsentState::from_cookies(header, &settings), &event, &settings, &visitor);
        for cookie in &out.cookies {
            assert!(cookie.text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '), "{header:?}: {cookie:?}");
        }
    }
});
