//! The newsletter pages.

use serde::Serialize;

use super::Notice;

/// Action on a newsletter page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum NewsletterStep {
    #[default]
    Subscribe,
    /// Confirm a subscription.
    Confirm,
    /// End a subscription.
    Leave,
    /// No action: the page only shows a message.
    Message,
}

/// The newsletter pages, `/newsletter/` and below.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct NewsletterPage {
    /// Action of the page.
    pub step: NewsletterStep,
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Label of the button; empty: there is none.
    pub button: String,
    /// Submitted e-mail address.
    pub email: String,
    /// Key from the link; empty: none is needed.
    pub key: String,
    /// Errors of the submitted form, by field.
    pub errors: Vec<Notice>,
}
