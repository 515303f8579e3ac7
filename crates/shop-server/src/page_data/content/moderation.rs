//! Common parts of moderated texts (reviews and comments): their visitor, nonces and messages.

use std::sync::Arc;

use shop_core::base::text::escape_html;
use shop_core::base::{FieldError, Lang};
use shop_core::platform::messages::sentence;
use shop_core::platform::words::site_texts;
use shop_core::view::Notice;
use shop_services::catalogue::reviews::public_name;
use shop_services::ports::{Customer, StoreError};

use crate::app::forms::form_fields::Pairs;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;

/// A text that visitors write and the merchant moderates.
pub(crate) trait Moderated: Sized {
    /// Nonce action of the form.
    const FORM_NONCE: &'static str;
    /// Nonce action of the link by which the author of a pending text sees it. It reveals that text alone.
    const WAITING_NONCE: &'static str;

    /// Finds a text, whatever its status.
    fn find(storefront: &Arc<Storefront>, id: i64) -> impl Future<Output = Result<Option<Self>, StoreError>> + Send;

    /// Tells whether the author sees the text as pending.
    fn waits(&self) -> bool;
}

/// Visitor of a page with moderated texts.
#[derive(Debug, Default)]
pub(crate) struct Reader<T> {
    /// The logged-in customer.
    pub customer: Option<Customer>,
    /// The visitor's own pending text, shown after it was sent.
    pub waiting: Option<T>,
}

impl<T: Moderated> Reader<T> {
    /// Loads the visitor from the session, and the pending text from the query (`unapproved` and `moderation-hash`, as in
    /// WordPress).
    pub(crate) async fn of(storefront: &Arc<Storefront>, session: &Session, query: &Pairs) -> Result<Self, StoreError> {
        let customer = match session.customer_id {
            Some(id) => storefront.logins.customer(id).await?,
            None => None,
        };
        let marked = query.get("unapproved").and_then(|id| id.parse::<i64>().ok());
        let mark = query.get("moderation-hash").unwrap_or_default();
        let now = storefront.web.context.now();
        let valid = |id: &i64| storefront.web.secrets.nonce_is_valid(mark, T::WAITING_NONCE, &id.to_string(), now);
        let waiting = match marked.filter(valid) {
            Some(id) => T::find(storefront, id).await?,
            None => None,
        };
        Ok(Self { customer, waiting: waiting.filter(T::waits) })
    }

    /// Tells whether the visitor needs a page of his own.
    pub(crate) fn is_somebody(&self) -> bool {
        self.customer.is_some() || self.waiting.is_some()
    }

    /// Tells whether the author is a logged-in customer.
    pub(crate) fn is_known(&self) -> bool {
        self.customer.is_some()
    }

    /// Returns the public name of a logged-in author; empty for a guest.
    pub(crate) fn writer(&self) -> String {
        self.customer.as_ref().map(public_name).unwrap_or_default()
    }

    /// Returns the nonce of the form.
    pub(crate) fn nonce(&self, storefront: &Arc<Storefront>) -> String {
        storefront.web.secrets.nonce(T::FORM_NONCE, &self.nonce_owner(), storefront.web.context.now())
    }

    /// Tells whether a submitted form contains its nonce.
    pub(crate) fn has_nonce(&self, storefront: &Arc<Storefront>, fields: &Pairs) -> bool {
        let nonce = fields.get("nonce").unwrap_or_default();
        storefront.web.secrets.nonce_is_valid(nonce, T::FORM_NONCE, &self.nonce_owner(), storefront.web.context.now())
    }

    /// Subject of the nonce: the account. Guests share one, because their page is cached; CSRF protection then rests on the
    /// Origin and Sec-Fetch-Site headers.
    fn nonce_owner(&self) -> String {
        self.customer.as_ref().map(|customer| format!("customer-{}", customer.id.0)).unwrap_or_default()
    }
}

/// Returns the address under `path` where the author sees the pending text.
pub(crate) fn pending_address<T: Moderated>(storefront: &Arc<Storefront>, path: &str, id: i64) -> String {
    let mark = storefront.web.secrets.nonce(T::WAITING_NONCE, &id.to_string(), storefront.web.context.now());
    format!("{path}?unapproved={id}&moderation-hash={mark}#comment-{id}")
}

/// Converts an error to a notice with the wire name of its field.
pub(crate) fn error_notice(error: &FieldError, lang: Lang) -> Notice {
    let field = match error.field.as_str() {
        "text" => "comment",
        "name" => "author",
        other => other,
    };
    Notice { kind: "error".into(), text: sentence(error, lang), field: field.to_owned(), link: None }
}

/// Returns the author's name, or a placeholder when the author was erased.
pub(crate) fn writer_name(name: &str, lang: Lang) -> &str {
    if name.is_empty() { site_texts::nameless_writer(lang) } else { name }
}

/// Formats a text as escaped HTML with its paragraphs and line breaks.
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
