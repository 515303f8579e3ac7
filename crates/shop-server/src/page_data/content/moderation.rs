//! Who looks at a page where readers write reviews or comments, and what of their texts all these pages show alike.

use shop_core::base::text::escape_html;
use shop_core::base::{FieldError, Lang};
use shop_core::platform::messages::sentence;
use shop_core::platform::words::site_texts;
use shop_core::view::Notice;
use shop_services::catalogue::reviews::public_name;
use shop_services::ports::{Customer, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::state::AppState;
use crate::app::visitor::session::Session;

/// What readers write and the merchant judges.
pub(crate) trait Moderated: Sized {
    /// Action of the nonce of the form that writes one.
    const FORM_NONCE: &'static str;
    /// Action of the mark by which a writer sees the own one that waits. Who has the mark is shown that one alone.
    const WAITING_NONCE: &'static str;

    /// One of them, whatever its status.
    fn find(state: &AppState, id: i64) -> impl Future<Output = Result<Option<Self>, StoreError>> + Send;

    /// Whether its writer is shown that it waits.
    fn waits(&self) -> bool;
}

/// Who looks at a page.
#[derive(Debug, Default)]
pub(crate) struct Reader<T> {
    /// The logged-in customer.
    pub customer: Option<Customer>,
    /// The own text that waits, shown after it was sent.
    pub waiting: Option<T>,
}

impl<T: Moderated> Reader<T> {
    /// Reads the session, and the mark of a text in the address (`unapproved` and `moderation-hash`, as the platform writes them).
    pub(crate) async fn of(state: &AppState, session: &Session, query: &Pairs) -> Result<Self, StoreError> {
        let customer = match session.customer_id {
            Some(id) => state.shop.logins.customer(id).await?,
            None => None,
        };
        let marked = query.get("unapproved").and_then(|id| id.parse::<i64>().ok());
        let mark = query.get("moderation-hash").unwrap_or_default();
        let now = state.shop.context.now();
        let valid = |id: &i64| state.secrets.nonce_is_valid(mark, T::WAITING_NONCE, &id.to_string(), now);
        let waiting = match marked.filter(valid) {
            Some(id) => T::find(state, id).await?,
            None => None,
        };
        Ok(Self { customer, waiting: waiting.filter(T::waits) })
    }

    /// Whether the page is not the one that all guests get.
    pub(crate) fn is_somebody(&self) -> bool {
        self.customer.is_some() || self.waiting.is_some()
    }

    /// Whether the shop knows who would write.
    pub(crate) fn is_known(&self) -> bool {
        self.customer.is_some()
    }

    /// The name that a known writer signs with; empty: a guest.
    pub(crate) fn writer(&self) -> String {
        self.customer.as_ref().map(public_name).unwrap_or_default()
    }

    /// The nonce of the form that writes a text.
    pub(crate) fn nonce(&self, state: &AppState) -> String {
        state.secrets.nonce(T::FORM_NONCE, &self.nonce_owner(), state.shop.context.now())
    }

    /// Whether the fields of a form have its nonce.
    pub(crate) fn has_nonce(&self, state: &AppState, fields: &Pairs) -> bool {
        let nonce = fields.get("nonce").unwrap_or_default();
        state.secrets.nonce_is_valid(nonce, T::FORM_NONCE, &self.nonce_owner(), state.shop.context.now())
    }

    /// What the nonce is bound to: the account. Guests share one, as their page is kept for all of them; that the form comes from
    /// the shop's own page is told by the browser besides.
    fn nonce_owner(&self) -> String {
        self.customer.as_ref().map(|customer| format!("customer-{}", customer.id.0)).unwrap_or_default()
    }
}

/// The address under `path` where the writer sees the own text that waits.
pub(crate) fn waiting_address<T: Moderated>(state: &AppState, path: &str, id: i64) -> String {
    let mark = state.secrets.nonce(T::WAITING_NONCE, &id.to_string(), state.shop.context.now());
    format!("{path}?unapproved={id}&moderation-hash={mark}#comment-{id}")
}

/// A refusal with the name that its field has on the wire.
pub(crate) fn refusal_notice(error: &FieldError, lang: Lang) -> Notice {
    let field = match error.field.as_str() {
        "text" => "comment",
        "name" => "author",
        other => other,
    };
    Notice { kind: "error".into(), text: sentence(error, lang), field: field.to_owned(), link: None }
}

/// The name that a text is signed with; who wrote it may be forgotten.
pub(crate) fn writer_name(name: &str, lang: Lang) -> &str {
    if name.is_empty() { site_texts::nameless_writer(lang) } else { name }
}

/// A text with its paragraphs and lines, escaped.
pub(crate) fn html_of(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let mut out = String::new();
    for paragraph in text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
        out.push_str("<p>");
        out.push_str(&escape_html(paragraph).replace('\n', "<br>"));
        out.push_str("</p>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_lines_and_nothing_of_it_is_a_tag() {
        for (text, html) in [
            ("Buono", "<p>Buono</p>"),
            ("Uno\r\ndue\n\n\n<script>x</script>", "<p>Uno<br>due</p><p>&lt;script&gt;x&lt;/script&gt;</p>"),
            (" \n\n ", ""),
        ] {
            assert_eq!(html_of(text), html);
        }
    }
}
