//! The pages of the newsletter.

use serde::Serialize;

use super::Notice;

/// What a page of the newsletter asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum NewsletterStep {
    #[default]
    Subscribe,
    /// To confirm a subscription.
    Confirm,
    /// To end it.
    Leave,
    /// Nothing: something is said.
    Told,
}

/// `/newsletter/` and below.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct NewsletterPage {
    /// What it asks.
    pub step: NewsletterStep,
    pub title: String,
    /// What it says.
    pub text: String,
    /// Words of the button; empty: there is none.
    pub button: String,
    /// Address as typed.
    pub email: String,
    /// Key of the link; empty: none is needed.
    pub key: String,
    /// What was wrong with the form, with the name of the field.
    pub errors: Vec<Notice>,
}
