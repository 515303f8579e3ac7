//! Conversations of buyers with the shop, in pages.

use crate::base::Cents;
use serde::Serialize;

use super::parts::Notice;
use crate::trade::quote::QuoteForm;

/// The list of conversations, `/my-account/conversation/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationList {
    /// Conversations of this page, latest message first.
    pub conversations: Vec<ConversationRow>,
    /// Page, from 1.
    pub page: i64,
    pub pages: i64,
    /// Form for a new inquiry.
    pub inquiry: InquiryFormView,
}

/// A conversation in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationRow {
    pub id: i64,
    /// Subject of the conversation.
    pub title: String,
    /// Type as displayed.
    pub kind: String,
    /// Whether it is closed.
    pub closed: bool,
    /// Whether it has an unread reply.
    pub unread: bool,
    /// Formatted time of the latest message: "25 novembre 2026, ore 14:30".
    pub date: String,
    pub path: String,
}

/// The form for a new inquiry: initially, or after a rejected submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InquiryFormView {
    /// Whether the form is shown; else only its button.
    pub open: bool,
    /// Subject as submitted.
    pub title: String,
    /// Text as submitted.
    pub message: String,
    pub kind: String,
    pub kinds: Vec<InquiryChoice>,
    pub vendor: String,
    /// Vendors; empty: the shop has only one, and no field for it.
    pub vendors: Vec<InquiryChoice>,
    /// Limits for attached files.
    pub files: AttachmentLimits,
}

/// An option with its label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct InquiryChoice {
    /// Value that the form submits.
    pub value: String,
    pub label: String,
}

/// Limits for files attached to a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct AttachmentLimits {
    /// File extensions for the `accept` attribute.
    pub endings: String,
    /// Maximum number of files of a message.
    pub maximum: i64,
    /// Maximum size of a file in megabytes.
    pub maximum_mb: i64,
}

impl AttachmentLimits {
    /// Returns the limits for any message.
    pub fn for_messages() -> Self {
        use crate::trade::attachment::{ACCEPTED_ENDINGS, MAX_FILE_MB, MAX_FILES};
        Self {
            endings: ACCEPTED_ENDINGS.into(),
            maximum: i64::try_from(MAX_FILES).unwrap_or(i64::MAX),
            maximum_mb: i64::try_from(MAX_FILE_MB).unwrap_or(i64::MAX),
        }
    }
}

/// A conversation, `/my-account/conversation/{id}/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ConversationThread {
    pub id: i64,
    /// Subject of the conversation.
    pub title: String,
    /// Type as displayed.
    pub kind: String,
    /// Whether it is closed; a new message reopens it.
    pub closed: bool,
    /// Messages, oldest first.
    pub messages: Vec<ThreadMessage>,
    /// Page with earlier messages; empty: there are none.
    pub earlier_path: String,
    /// Cart of a quote request; empty: it is no quote request.
    pub quoted: Vec<QuotedLineView>,
    /// Sum of these lines.
    pub quoted_total_cents: Cents,
    /// Whether these prices include VAT.
    pub quoted_with_tax: bool,
    /// Key of the link for readers without an account; empty: the reader is logged in.
    pub key: String,
    /// Rejected message just submitted; empty otherwise.
    pub message: String,
    /// Limits for attached files.
    pub files: AttachmentLimits,
    /// URL that the form is submitted to.
    pub path: String,
}

/// A message of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ThreadMessage {
    pub id: i64,
    /// Whether the shop wrote it.
    pub from_shop: bool,
    /// Name of the author.
    pub author: String,
    /// Formatted time: "25 novembre 2026, ore 14:30".
    pub date: String,
    /// Plain text; may be empty if there are files.
    pub body: String,
    pub files: Vec<ThreadFile>,
}

/// A file attached to a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ThreadFile {
    /// Original name of the file.
    pub name: String,
    /// URL for downloading it.
    pub path: String,
}

/// A cart line of a quote request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuotedLineView {
    pub name: String,
    /// Chosen options: "Formato: 35 g"; may be empty.
    pub choices: String,
    pub quantity: i64,
    /// Unit price at that time.
    pub unit_price_cents: Cents,
    /// Total of the line.
    pub total_cents: Cents,
}

/// The form for a quote request: initially, or after a rejected submission.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct QuoteRequestView {
    /// Token for the call.
    pub token: String,
    /// Label of the button that shows the fields.
    pub request_label: String,
    /// Label of the button that submits them.
    pub send_label: String,
    /// Whether the fields are shown; else only the button.
    pub open: bool,
    /// Values of the fields, with the vendor of each cart item.
    pub form: QuoteForm,
    /// Errors of the form just submitted without scripts.
    pub errors: Vec<Notice>,
}
