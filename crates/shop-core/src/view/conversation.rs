//! Conversations of buyers with the shop, as pages show them.

use serde::Serialize;

use super::parts::Notice;
use crate::trade::quote::QuoteForm;

/// `/my-account/conversation/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationList {
    /// This page's conversations, the one with the newest message first.
    pub conversations: Vec<ConversationRow>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// The form of a new inquiry.
    pub inquiry: InquiryFormView,
}

/// A conversation in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationRow {
    pub id: i64,
    /// What it is about.
    pub title: String,
    /// Its type in words.
    pub kind: String,
    /// It is closed.
    pub closed: bool,
    /// It has an answer that the person has not read.
    pub unread: bool,
    /// When the newest message was written: "25 novembre 2026, ore 14:30".
    pub date: String,
    pub path: String,
}

/// The form of a new inquiry: as it opens, or as it was sent and refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InquiryFormView {
    /// It is shown; else only its button is.
    pub open: bool,
    /// What it is about.
    pub title: String,
    /// What is asked.
    pub message: String,
    pub kind: String,
    pub kinds: Vec<InquiryChoice>,
    pub vendor: String,
    /// Vendors; empty: the shop sells alone, and nobody is asked for one.
    pub vendors: Vec<InquiryChoice>,
    /// Which files may be sent with it.
    pub files: AttachmentLimits,
}

/// A value to choose and what it is called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InquiryChoice {
    /// What the form sends.
    pub value: String,
    pub label: String,
}

/// Which files may be sent with a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttachmentLimits {
    /// Endings, as a file field names them.
    pub endings: String,
    /// Most files of a message.
    pub maximum: i64,
    /// Most megabytes of one.
    pub maximum_mb: i64,
}

impl AttachmentLimits {
    /// Those of every message.
    pub fn of_messages() -> Self {
        use crate::trade::attachment::{ACCEPTED_ENDINGS, MAX_FILE_MB, MAX_FILES};
        Self {
            endings: ACCEPTED_ENDINGS.into(),
            maximum: i64::try_from(MAX_FILES).unwrap_or(i64::MAX),
            maximum_mb: i64::try_from(MAX_FILE_MB).unwrap_or(i64::MAX),
        }
    }
}

/// `/my-account/conversation/{id}/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationThread {
    pub id: i64,
    /// What it is about.
    pub title: String,
    /// Its type in words.
    pub kind: String,
    /// It is closed: a message opens it again.
    pub closed: bool,
    /// Messages, oldest first.
    pub messages: Vec<ThreadMessage>,
    /// Page with the messages before these; empty: there are none.
    pub earlier_path: String,
    /// The cart that a quote was asked for; empty: it is no quote.
    pub quoted: Vec<QuotedLineView>,
    /// What those lines cost together.
    pub quoted_total_cents: i64,
    /// Whether those prices are with VAT.
    pub quoted_with_tax: bool,
    /// Key of the link by which who has no login reads it; empty: it is read by a login.
    pub key: String,
    /// Message just sent and refused; empty otherwise.
    pub message: String,
    /// Which files may be sent.
    pub files: AttachmentLimits,
    /// Where the form is sent to.
    pub path: String,
}

/// A message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ThreadMessage {
    pub id: i64,
    /// The shop wrote it.
    pub from_shop: bool,
    /// Who wrote it.
    pub author: String,
    /// When: "25 novembre 2026, ore 14:30".
    pub date: String,
    /// Plain text; may be empty when there are files.
    pub body: String,
    pub files: Vec<ThreadFile>,
}

/// A file of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ThreadFile {
    /// As it was called.
    pub name: String,
    /// Where it is downloaded.
    pub path: String,
}

/// A line of the cart that a quote was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuotedLineView {
    pub name: String,
    /// What was chosen of it: "Formato: 35 g"; may be empty.
    pub choices: String,
    pub quantity: i64,
    /// Price of a piece then.
    pub unit_price_cents: i64,
    /// What they cost together.
    pub total_cents: i64,
}

/// Asking for a quote of the cart: as it opens, or as it was sent and refused.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuoteRequestView {
    /// Token of the call.
    pub token: String,
    /// Words of the button that shows the fields.
    pub request_label: String,
    /// Words of the button that sends them.
    pub send_label: String,
    /// The fields are shown; else only the button is.
    pub open: bool,
    /// The fields, with the vendor of each item of the cart.
    pub form: QuoteForm,
    /// Why the form just sent without scripts was refused.
    pub errors: Vec<Notice>,
}
