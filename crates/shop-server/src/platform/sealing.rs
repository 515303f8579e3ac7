//! Encryption of secrets in the database: AES-256-GCM with a key from the environment, so that a copy of the database alone does
//! not reveal them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use shop_services::Random;

/// Length of the key in bytes.
const KEY_LEN: usize = 32;

/// Encrypts and decrypts strings.
pub(crate) struct Sealing(LessSafeKey);

impl std::fmt::Debug for Sealing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealing")
    }
}

impl Sealing {
    /// Creates a sealing from 64 hexadecimal digits; `None` when the key is invalid.
    pub(crate) fn new(hex_key: &str) -> Option<Self> {
        let key = hex::decode(hex_key).ok().filter(|key| key.len() == KEY_LEN)?;
        UnboundKey::new(&AES_256_GCM, &key).ok().map(LessSafeKey::new).map(Self)
    }

    /// Encrypts a string, with a different result each time. `purpose` is authenticated: decryption needs the same.
    pub(crate) fn seal(&self, purpose: &str, text: &str, random: &dyn Random) -> Option<String> {
        // 96 random bits are enough, because a shop encrypts a handful of strings with one key.
        let mut nonce = [0; NONCE_LEN];
        random.fill(&mut nonce);
        let mut bytes = text.as_bytes().to_vec();
        let aad = Aad::from(purpose.as_bytes());
        self.0.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut bytes).ok()?;
        Some(STANDARD_NO_PAD.encode([nonce.as_slice(), &bytes].concat()))
    }

    /// Decrypts a string; `None` when it was encrypted with another key or purpose, or is damaged.
    pub(crate) fn unseal(&self, purpose: &str, sealed: &str) -> Option<String> {
        let bytes = STANDARD_NO_PAD.decode(sealed).ok()?;
        let (nonce, bytes) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut bytes = bytes.to_vec();
        let aad = Aad::from(purpose.as_bytes());
        let text = self.0.open_in_place(Nonce::assume_unique_for_key(*nonce), aad, &mut bytes).ok()?;
        String::from_utf8(text.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use shop_services::SystemRandom;

    use super::*;

    const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    const OTHER: &str = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    #[test]
    fn a_sealed_text_opens_with_its_key_and_purpose_alone() {
        let sealing = Sealing::new(KEY).unwrap();
        let sealed = sealing.seal("keys", "sk_test_geheim", &SystemRandom).unwrap();
        assert!(!sealed.contains("geheim"));
        assert_eq!(sealing.unseal("keys", &sealed).as_deref(), Some("sk_test_geheim"));
        assert_eq!(sealing.unseal("mail", &sealed), None);
        assert_eq!(Sealing::new(OTHER).unwrap().unseal("keys", &sealed), None);
    }

    #[test]
    fn a_text_is_sealed_differently_each_time() {
        let sealing = Sealing::new(KEY).unwrap();
        let seal = || sealing.seal("keys", "sk_test_geheim", &SystemRandom).unwrap();
        assert_ne!(seal(), seal());
    }

    #[test]
    fn what_was_changed_does_not_open() {
        let sealing = Sealing::new(KEY).unwrap();
        let sealed = sealing.seal("keys", "sk_test_geheim", &SystemRandom).unwrap();
        for at in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[at] = if bytes[at] == b'A' { b'Q' } else { b'A' };
            assert_eq!(sealing.unseal("keys", &String::from_utf8(bytes).unwrap()), None, "{at}");
        }
        for broken in ["", "A", "%", &sealed[..20]] {
            assert_eq!(sealing.unseal("keys", broken), None, "{broken}");
        }
    }

    #[test]
    fn a_key_has_64_hexadecimal_digits() {
        for wrong in ["", "00", &KEY[..62], &KEY.replace('0', "g"), &format!("{KEY}00")] {
            assert!(Sealing::new(wrong).is_none(), "{wrong}");
        }
    }
}
