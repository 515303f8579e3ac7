//! Content security policy: what a page may load and do.

use std::borrow::Cow;
use std::fmt::Write;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use shop_services::Random;

/// Nonce of one response, created by [`super::headers`], which also adds it to the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CspNonce(String);

impl CspNonce {
    /// Creates a nonce of 128 random bits.
    pub fn new(random: &dyn Random) -> Self {
        let mut bytes = [0; 16];
        random.fill(&mut bytes);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The value of `nonce="…"`: letters, digits, `-` and `_`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<S: Sync> FromRequestParts<S> for CspNonce {
    type Rejection = std::convert::Infallible;

    /// Extracts the request's nonce. Without the headers middleware it is empty, so no script runs.
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// Additions of one response to the shop's policy; a handler inserts them into the response's extensions. Sources are written as
/// in a policy (`'self'`, `https://js.stripe.com`); they come from the program, never from a visitor.
#[derive(Clone, Debug, Default)]
pub struct CspAdditions {
    pub script_src: Vec<Cow<'static, str>>,
    pub connect_src: Vec<Cow<'static, str>>,
    pub img_src: Vec<Cow<'static, str>>,
    /// Allowed frames in the page; none when empty.
    pub frame_src: Vec<Cow<'static, str>>,
    /// Allowed targets of forms.
    pub form_action: Vec<Cow<'static, str>>,
    /// Pages that may embed this one in a frame; none when empty.
    pub frame_ancestors: Vec<Cow<'static, str>>,
}

impl CspAdditions {
    /// Additions for the analytics service and the tag manager.
    pub(crate) fn tags() -> Self {
        let everywhere = ["https://*.google-analytics.com", "https://*.googletagmanager.com"].map(Cow::from);
        let mut connect_src = everywhere.to_vec();
        connect_src.push("https://*.analytics.google.com".into());
        Self {
            script_src: vec!["https://www.googletagmanager.com".into()],
            img_src: everywhere.to_vec(),
            connect_src,
            ..Self::default()
        }
    }

    /// Merges further additions.
    #[must_use]
    pub(crate) fn and(mut self, more: Self) -> Self {
        self.script_src.extend(more.script_src);
        self.connect_src.extend(more.connect_src);
        self.img_src.extend(more.img_src);
        self.frame_src.extend(more.frame_src);
        self.form_action.extend(more.form_action);
        self.frame_ancestors.extend(more.frame_ancestors);
        self
    }
}

/// Builds the policy of a document. `upgrade`: the shop is reached over https, so all requests must use it.
pub(crate) fn policy(nonce: &CspNonce, additions: Option<&CspAdditions>, upgrade: bool) -> String {
    let none = CspAdditions::default();
    let more = additions.unwrap_or(&none);
    let nonce = nonce.as_str();
    let mut out = String::with_capacity(512);
    // No inline script and no eval; compiling WebAssembly counts as eval without this keyword.
    let _ = write!(out, "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'");
    sources(&mut out, &more.script_src);
    let _ = write!(out, "; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:");
    sources(&mut out, &more.img_src);
    out.push_str("; font-src 'self'; connect-src 'self'");
    sources(&mut out, &more.connect_src);
    if !more.frame_src.is_empty() {
        out.push_str("; frame-src");
        sources(&mut out, &more.frame_src);
    }
    out.push_str("; form-action 'self'");
    sources(&mut out, &more.form_action);
    out.push_str("; frame-ancestors");
    if more.frame_ancestors.is_empty() {
        out.push_str(" 'none'");
    }
    sources(&mut out, &more.frame_ancestors);
    out.push_str("; base-uri 'none'; object-src 'none'; manifest-src 'self'; report-uri /csp-report");
    if upgrade {
        out.push_str("; upgrade-insecure-requests");
    }
    out
}

fn sources(out: &mut String, sources: &[Cow<'static, str>]) {
    for source in sources {
        // A source with a separator would start another directive.
        if !source.contains([';', ',', ' ', '\r', '\n']) {
            out.push(' ');
            out.push_str(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_allowed_but_the_shops_own_files() {
        let nonce = CspNonce("N".into());
        assert_eq!(
            policy(&nonce, None, false),
            "default-src 'none'; script-src 'self' 'nonce-N' 'wasm-unsafe-eval'; style-src 'self' 'nonce-N'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; \
             base-uri 'none'; object-src 'none'; manifest-src 'self'; report-uri /csp-report"
        );
        assert!(policy(&nonce, None, true).ends_with("; upgrade-insecure-requests"));
    }

    #[test]
    fn a_page_that_needs_more_says_so_and_cannot_add_directives() {
        let additions = CspAdditions {
            script_src: vec!["https://js.stripe.com".into()],
            frame_src: vec!["'self'".into(), "x; script-src *".into()],
            frame_ancestors: vec!["'self'".into()],
            ..CspAdditions::default()
        };
        let policy = policy(&CspNonce("N".into()), Some(&additions), false);
        assert!(policy.contains("'wasm-unsafe-eval' https://js.stripe.com;"));
        assert!(policy.contains("; frame-src 'self';"));
        assert!(policy.contains("; frame-ancestors 'self';"));
    }

    #[test]
    fn nonces_are_new_and_need_no_escaping() {
        let (first, second) =
            (CspNonce::new(&shop_services::SystemRandom), CspNonce::new(&shop_services::SystemRandom));
        assert_ne!(first, second);
        assert_eq!(first.as_str().len(), 22);
        assert!(first.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
    }
}
