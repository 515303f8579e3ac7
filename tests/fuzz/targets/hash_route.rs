//! The hashes by which a payment is confirmed: a return path never leaves the shop, and what is read is what is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shop_core::payments::redirect::same_origin_path;
use shop_core::payments::route::{PaymentRoute, build_hash, parse_hash};

const SHOP: &str = "https://shop.example";

fuzz_target!(|input: (u8, &str)| {
    let start = ["", "#wc-stripe-confirm-pi:", "#wc-stripe-voucher-", "#wc-stripe-wallet-", "#confirm-pi-"]
        [usize::from(input.0 % 5)];
    let hash = format!("{start}{}", input.1);
    let Some(route) = parse_hash(&hash, SHOP) else { return };
    let path = match &route {
        PaymentRoute::Confirm { .. } => &None,
        PaymentRoute::Voucher { return_path, .. }
        | PaymentRoute::Wallet { return_path, .. }
        | PaymentRoute::Legacy { return_path, .. } => return_path,
    };
    if let Some(path) = path {
        assert!(path.starts_with('/') && !path.starts_with("//"), "{hash:?}");
        assert_eq!(same_origin_path(SHOP, path).as_ref(), Some(path), "{hash:?}");
    }
    let written = build_hash(&route);
    // Percent-encoding makes it longer, and beyond the greatest length nothing is read.
    if written.len() <= 8_192 {
        assert_eq!(parse_hash(&written, SHOP), Some(route), "{hash:?}");
    }
});
