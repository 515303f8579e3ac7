//! Content of a page that a loader returns.

use shop_core::base::Lang;
use shop_core::view::{Page, PageData};

/// A page before rendering.
#[derive(Clone, Debug)]
pub struct PageContent {
    /// Frame, head and content.
    pub data: PageData,
    /// JSON-LD documents for search engines, serialised ([`super::json_ld`]).
    pub json_ld: Vec<String>,
}

impl From<PageData> for PageContent {
    fn from(data: PageData) -> Self {
        Self { data, json_ld: Vec::new() }
    }
}

/// Outcome of a loader that returns no page. A page that is not found is content: [`Page::NotFound`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageFailure {
    /// The page has moved, permanently or temporarily.
    Redirect {
        /// Path or full address.
        location: String,
        permanent: bool,
    },
    /// The database is unavailable, which may pass. The message goes to the log, not to the shopper.
    Away(String),
    /// The data could not be loaded. The message goes to the log, not to the shopper.
    Unavailable(String),
}

/// Returns the wire name of a page's kind.
pub fn kind_of(page: &Page) -> &'static str {
    match page {
        Page::Home(_) => "home",
        Page::Listing(_) => "listing",
        Page::Product(_) => "product",
        Page::Cart(_) => "cart",
        Page::Checkout(_) => "checkout",
        Page::OrderReceived(_) => "order_received",
        Page::OrderPay(_) => "order_pay",
        Page::FindOrder(_) => "find_order",
        Page::Newsletter(_) => "newsletter",
        Page::Withdrawal(_) => "withdrawal",
        Page::Account(_) => "account",
        Page::Content(_) => "content",
        Page::Blog(_) => "blog",
        Page::Text(_) => "text",
        Page::NotFound(_) => "not_found",
        Page::Error(_) => "error",
    }
}

/// Returns the HTTP status of a page.
pub(crate) fn status_of(page: &Page) -> axum::http::StatusCode {
    match page {
        Page::NotFound(_) => axum::http::StatusCode::NOT_FOUND,
        Page::Error(_) => axum::http::StatusCode::INTERNAL_SERVER_ERROR,
        _ => axum::http::StatusCode::OK,
    }
}

/// Returns the code of a language in HTML and HTTP.
pub(crate) fn lang_code(lang: Lang) -> &'static str {
    match lang {
        Lang::It => "it",
        Lang::En => "en",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shop_core::view::TextPage;

    #[test]
    fn a_kind_is_named_as_on_the_wire() {
        for page in [
            Page::Home(shop_core::view::HomePage::default()),
            Page::Listing(Box::default()),
            Page::Product(Box::default()),
            Page::OrderReceived(Box::default()),
            Page::OrderPay(Box::default()),
            Page::FindOrder(shop_core::view::FindOrderPage::default()),
            Page::Newsletter(shop_core::view::NewsletterPage::default()),
            Page::Withdrawal(Box::default()),
            Page::Content(Box::default()),
            Page::Blog(shop_core::view::BlogPage::default()),
            Page::Text(TextPage::default()),
            Page::NotFound(TextPage::default()),
            Page::Error(TextPage::default()),
        ] {
            assert_eq!(serde_json::to_value(&page).unwrap()["kind"], kind_of(&page));
        }
    }
}
