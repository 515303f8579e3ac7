//! Signing key of the installation, and what it signs: session cookies, cart tokens, nonces.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use shop_core::base::CustomerId;
use shop_services::Random;
use shop_services::ports::{SettingsStore, StoreError};

/// Nonces are valid for one to two of these ticks of twelve hours.
const NONCE_TICK_S: i64 = 12 * 3600;
/// Lifetime of a cart token.
pub const CART_TOKEN_S: i64 = 48 * 3600;

/// Returns the number of the current tick; nonces created now are valid until the end of the next one.
pub fn nonce_tick(now: i64) -> i64 {
    now.div_euclid(NONCE_TICK_S)
}

/// The installation's signing key.
#[derive(Clone)]
pub struct Secrets {
    key: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets")
    }
}

#[derive(Serialize, Deserialize)]
struct TokenClaims {
    user_id: String,
    exp: i64,
    iss: String,
}

impl Secrets {
    /// Loads the key; creates and stores one when there is none.
    pub async fn load<S: SettingsStore + ?Sized>(store: &S, random: &dyn Random) -> Result<Self, StoreError> {
        let text = store.setting_or_insert("signing_key", &random.hex(32)).await?;
        let bytes = hex::decode(text.trim()).unwrap_or_default();
        let key = <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| StoreError::Inconsistent {
            table: "settings".into(),
            row: "signing_key".into(),
            reason: "must be 64 hexadecimal digits".into(),
        })?;
        Ok(Self { key })
    }

    fn mac(&self, purpose: &str, text: &str) -> String {
        let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(&self.key) else { return String::new() };
        mac.update(purpose.as_bytes());
        mac.update(b"\0");
        mac.update(text.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }

    fn same(a: &str, b: &str) -> bool {
        !a.is_empty() && a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
    }

    /// Creates the value of a session cookie: key, expiry, signature.
    pub fn session_cookie(&self, session_key: &str, expires_at: i64) -> String {
        let body = format!("{session_key}|{expires_at}");
        let mac = self.mac("session", &body);
        format!("{body}|{mac}")
    }

    /// Returns the session key of a valid, unexpired cookie.
    pub fn read_session_cookie(&self, value: &str, now: i64) -> Option<String> {
        let (body, mac) = value.rsplit_once('|')?;
        let (key, expires_at) = body.split_once('|')?;
        let alive = expires_at.parse::<i64>().ok()? > now;
        (alive && Self::same(mac, &self.mac("session", body))).then(|| key.to_owned())
    }

    /// Creates a cart token: a JSON web token (HS256) with the session key.
    pub fn cart_token(&self, session_key: &str, now: i64) -> String {
        let claims = TokenClaims { user_id: session_key.to_owned(), exp: now + CART_TOKEN_S, iss: "store-api".into() };
        let header = URL_SAFE_NO_PAD.encode(br#"{"alg":"HS256","typ":"JWT"}"#);
        let payload = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&claims).unwrap_or_default());
        let body = format!("{header}.{payload}");
        let signature = self.token_signature(&body);
        format!("{body}.{signature}")
    }

    fn token_signature(&self, body: &str) -> String {
        let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(&self.key) else { return String::new() };
        mac.update(b"cart-token\0");
        mac.update(body.as_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }

    /// Returns the session key of a valid cart token.
    pub fn read_cart_token(&self, token: &str, now: i64) -> Option<String> {
        let (body, signature) = token.rsplit_once('.')?;
        if !Self::same(signature, &self.token_signature(body)) {
            return None;
        }
        let payload = URL_SAFE_NO_PAD.decode(body.split_once('.')?.1).ok()?;
        let claims: TokenClaims = serde_json::from_slice(&payload).ok()?;
        (claims.exp > now && claims.iss == "store-api" && !claims.user_id.is_empty()).then_some(claims.user_id)
    }

    /// Creates a nonce for an action of a session (`""`: any guest), valid for twelve to twenty-four hours.
    pub fn nonce(&self, action: &str, session_key: &str, now: i64) -> String {
        self.nonce_at(action, session_key, nonce_tick(now))
    }

    fn nonce_at(&self, action: &str, session_key: &str, tick: i64) -> String {
        let mut mac = self.mac("nonce", &format!("{tick}|{action}|{session_key}"));
        mac.truncate(20);
        mac
    }

    /// Tells whether a nonce is valid for the action and not expired.
    pub fn nonce_is_valid(&self, nonce: &str, action: &str, session_key: &str, now: i64) -> bool {
        let tick = nonce_tick(now);
        [tick, tick - 1].iter().any(|t| Self::same(nonce, &self.nonce_at(action, session_key, *t)))
    }

    /// Returns a mark that distinguishes accounts in the browser without identifying them.
    pub fn account_mark(&self, id: CustomerId) -> String {
        let mut mark = self.mac("account", &id.0.to_string());
        mark.truncate(16);
        mark
    }

    /// Hash under which a login token is stored, so that a stolen database opens no session.
    pub fn token_hash(&self, token: &str) -> String {
        self.mac("login", token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_S: i64 = 3600;

    fn secrets() -> Secrets {
        Secrets { key: [7; 32] }
    }

    #[test]
    fn a_changed_or_dead_session_cookie_is_refused() {
        let secrets = secrets();
        let cookie = secrets.session_cookie("t_abc", 100);
        assert_eq!(secrets.read_session_cookie(&cookie, 99).as_deref(), Some("t_abc"));
        assert_eq!(secrets.read_session_cookie(&cookie, 100), None);
        assert_eq!(secrets.read_session_cookie(&cookie.replace("t_abc", "t_abd"), 99), None);
        for junk in ["", "|", "||", "t_abc|100|", "t_abc|x|00"] {
            assert_eq!(secrets.read_session_cookie(junk, 0), None, "{junk}");
        }
    }

    #[test]
    fn a_cart_token_opens_only_its_own_session_while_it_lives() {
        let secrets = secrets();
        let token = secrets.cart_token("t_abc", 0);
        assert_eq!(secrets.read_cart_token(&token, 48 * HOUR_S - 1).as_deref(), Some("t_abc"));
        assert_eq!(secrets.read_cart_token(&token, 48 * HOUR_S), None);
        assert_eq!(secrets.read_cart_token("not.a.token", 0), None);
        let other = Secrets { key: [8; 32] };
        assert_eq!(other.read_cart_token(&token, 0), None);
    }

    #[test]
    fn a_nonce_is_bound_to_action_session_and_time() {
        let secrets = secrets();
        let nonce = secrets.nonce("checkout", "t_a", 0);
        // Valid for the rest of its half day and the whole next one.
        assert!(secrets.nonce_is_valid(&nonce, "checkout", "t_a", 24 * HOUR_S - 1));
        assert!(!secrets.nonce_is_valid(&nonce, "checkout", "t_a", 24 * HOUR_S));
        let late = secrets.nonce("checkout", "t_a", 12 * HOUR_S - 1);
        assert!(secrets.nonce_is_valid(&late, "checkout", "t_a", 24 * HOUR_S - 1));
        assert!(!secrets.nonce_is_valid(&late, "checkout", "t_a", 24 * HOUR_S));
        assert!(!secrets.nonce_is_valid(&nonce, "checkout", "t_b", 0));
        assert!(!secrets.nonce_is_valid(&nonce, "cart", "t_a", 0));
        assert!(!secrets.nonce_is_valid("", "checkout", "t_a", 0));
    }
}
