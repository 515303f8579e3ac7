//! Conversations with buyers: reads, answers, closes and reopens them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use shop_core::base::{Cents, CompanyId, ConversationId, Lang};
use shop_core::trade::attachment::{ACCEPTED_ENDINGS, MAX_FILE_MB, MAX_FILES};
use shop_core::trade::conversation::{ConversationState, MessageAuthor, QUOTE, QuotedCart, QuotedLine};
use shop_core::trade::offer_form::{OfferLineForm, lines_of_quote};
use shop_services::Context;
use shop_services::ports::{Conversation, ConversationFile, ConversationFilter, ConversationMessage};
use shop_services::trade::conversations::{ConversationRefusal, SentMessage, StaffConversations, StaffThread};
use utoipa::{IntoParams, ToSchema};

use crate::admin::accounts::auth::Staff;
use crate::admin::platform::upload::FileForm;
use crate::admin::problem::{Body, Id, Ids, Problem, QueryParams, Refusal};
use crate::admin::query::{PER_PAGE, page_count, page_number, parse_choice, parse_optional_choice, search_text};
use crate::app::forms::posted_form::PostedForm;
use crate::page_data::trade::conversation::choices;
use crate::platform::config::Config;
use crate::trade::attachments::{Folder, download};

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct ConversationsQuery {
    /// The conversation's number, or text contained in the title, name, e-mail or company.
    search: Option<String>,
    /// `open` or `closed`; any if empty.
    #[param(pattern = "^(open|closed)?$")]
    state: Option<String>,
    /// One of the types named by the list; any if empty.
    kind: Option<String>,
    /// Id of a company; any if omitted.
    company: Option<i64>,
    /// Counted from 1.
    #[serde(default, deserialize_with = "page_number")]
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::admin) struct MessagesQuery {
    /// Id of a message; returns those before it. Defaults to the newest.
    before: Option<i64>,
}

/// A page of conversations, unread ones first, then by newest message.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ConversationList {
    conversations: Vec<ConversationRow>,
    total: u64,
    page: u64,
    pages: u64,
    /// Unread conversations, regardless of the filter.
    unread: u64,
    /// Configured inquiry types in Italian, and `quote`.
    kinds: Vec<String>,
}

/// A conversation in a list.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ConversationRow {
    id: i64,
    /// `quote`, or a type that the merchant configured.
    kind: String,
    title: String,
    /// Vendor that it is addressed to; empty for the shop.
    vendor: String,
    /// `open` or `closed`.
    state: String,
    /// Whether it has an unread message.
    unread: bool,
    company_id: Option<i64>,
    /// Name of the company; may be empty.
    company: String,
    customer_id: Option<i64>,
    /// Name of the person who started it.
    name: String,
    email: String,
    last_message_at: i64,
}

/// A conversation with its messages.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ConversationDetail {
    #[serde(flatten)]
    row: ConversationRow,
    /// Messages, oldest first.
    messages: Vec<MessageRow>,
    /// Whether there are earlier messages.
    has_earlier: bool,
    /// Cart that a quote was requested for; `null` if it is no quote request.
    quoted: Option<QuotedRow>,
    /// Message templates, filled in for this conversation.
    ready: Vec<ReadyAnswer>,
    /// Limits for files attached to an answer.
    file_limits: FileLimits,
}

/// Limits for files attached to a message.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct FileLimits {
    /// Accepted file name endings, in the format of a file input.
    endings: String,
    maximum: usize,
    /// Largest size of a file in megabytes.
    maximum_mb: usize,
}

#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct MessageRow {
    id: i64,
    /// `buyer` or `shop`.
    author: String,
    /// Name of the author; empty if the account was deleted.
    name: String,
    body: String,
    created_at: i64,
    files: Vec<FileRow>,
}

/// A file attached to a message.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct FileRow {
    id: i64,
    name: String,
    kind: String,
    size_bytes: u64,
}

/// Snapshot of the cart that a quote was requested for.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct QuotedRow {
    lines: Vec<QuotedLineRow>,
    /// Lines in the format of the offer form.
    offer_lines: Vec<OfferLineForm>,
    total_cents: Cents,
    /// Whether prices include VAT.
    with_tax: bool,
}

/// A line of the cart.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct QuotedLineRow {
    product_id: i64,
    variation_id: Option<i64>,
    name: String,
    sku: String,
    /// Chosen options as a text.
    choices: String,
    quantity: i64,
    unit_price_cents: Cents,
    total_cents: Cents,
}

/// A message template, filled in.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct ReadyAnswer {
    name: String,
    /// Text with name and number filled in.
    text: String,
}

/// Number of unread conversations.
#[derive(Serialize, ToSchema)]
pub(in crate::admin) struct UnreadCount {
    unread: u64,
}

/// Whether a conversation is open.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::admin) struct StateChange {
    /// `open` or `closed`.
    #[schema(pattern = "^(open|closed)$")]
    state: String,
}

/// An answer: a text of at most 5,000 characters, up to 5 files of at most 5 MB each, or both.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only describes the form")]
pub(in crate::admin) struct AnswerForm {
    message: Option<String>,
    #[schema(value_type = Option<String>, format = Binary)]
    files: Option<Vec<u8>>,
}

#[utoipa::path(get, path = "/api/admin/conversations", params(ConversationsQuery),
    responses((status = 200, body = ConversationList), (status = 422, body = Problem)))]
pub(in crate::admin) async fn list(
    State(context): State<Arc<Context>>,
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    QueryParams(query): QueryParams<ConversationsQuery>,
) -> Result<Json<ConversationList>, Refusal> {
    let page = query.page.unwrap_or(1);
    let by_state = parse_optional_choice("state", query.state.as_deref(), ConversationState::parse)?;
    let filter = ConversationFilter {
        search: search_text(query.search),
        state: by_state,
        kind: query.kind.unwrap_or_default(),
        company_id: query.company.map(CompanyId),
        offset: (page - 1).saturating_mul(PER_PAGE),
        limit: PER_PAGE,
    };
    let desk = &staff_conversations;
    let (found, total) = desk.inbox(&filter).await?;
    let settings = context.settings().await?;
    let kinds = settings.conversations.inquiry_types(Lang::It).into_iter().map(|(name, _)| name);
    Ok(Json(ConversationList {
        conversations: found.into_iter().map(row).collect(),
        total,
        page,
        pages: page_count(total),
        unread: desk.unread().await?,
        kinds: std::iter::once(QUOTE.to_owned()).chain(kinds).collect(),
    }))
}

/// Counts the unread conversations.
#[utoipa::path(get, path = "/api/admin/conversations/unread", responses((status = 200, body = UnreadCount)))]
pub(in crate::admin) async fn unread(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
) -> Result<Json<UnreadCount>, Refusal> {
    Ok(Json(UnreadCount { unread: staff_conversations.unread().await? }))
}

/// Returns a conversation with its newest messages and marks it as read.
#[utoipa::path(get, path = "/api/admin/conversations/{id}", params(("id" = i64, Path), MessagesQuery),
    responses((status = 200, body = ConversationDetail)))]
pub(in crate::admin) async fn detail(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    Id(id): Id,
    QueryParams(query): QueryParams<MessagesQuery>,
) -> Result<Json<ConversationDetail>, Refusal> {
    load_detail(&staff_conversations, id, query.before).await
}

/// Answers a conversation and e-mails the buyer.
#[utoipa::path(post, path = "/api/admin/conversations/{id}/answers",
    request_body(content = AnswerForm, content_type = "multipart/form-data"), params(("id" = i64, Path)),
    responses((status = 200, body = ConversationDetail)))]
pub(in crate::admin) async fn answer(
    State(staff_conversations): State<StaffConversations>,
    State(config): State<Arc<Config>>,
    staff: Staff,
    Id(id): Id,
    FileForm(form): FileForm,
) -> Result<Json<ConversationDetail>, Refusal> {
    let posted = PostedForm::of(form, true).await;
    let posted = posted.map_err(|error| Refusal::unreadable(error.status(), &error.body_text()))?;
    if posted.pairs.0.iter().any(|(name, _)| name != "message") {
        return Err(Refusal::unreadable(StatusCode::UNPROCESSABLE_ENTITY, "unknown field"));
    }
    let folder = Folder::of(&config);
    let message = posted.pairs.get("message").unwrap_or_default();
    let sent = SentMessage { message, files: &posted.files, folder: &folder };
    match staff_conversations.answer(ConversationId(id), &staff.person, &sent).await? {
        Ok(()) => load_detail(&staff_conversations, id, None).await,
        Err(ConversationRefusal::Fields(errors)) => Err(Refusal::fields(errors)),
        Err(_) => Err(Refusal::not_found()),
    }
}

/// Closes or reopens a conversation.
#[utoipa::path(post, path = "/api/admin/conversations/{id}/state", request_body = StateChange,
    params(("id" = i64, Path)), responses((status = 204)))]
pub(in crate::admin) async fn set_state(
    State(staff_conversations): State<StaffConversations>,
    _staff: Staff,
    Id(id): Id,
    Body(change): Body<StateChange>,
) -> Result<StatusCode, Refusal> {
    let new_state = parse_choice("state", &change.state, ConversationState::parse)?;
    if staff_conversations.set_state(ConversationId(id), new_state).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Refusal::not_found())
    }
}

/// Returns a file of a conversation as a download.
#[utoipa::path(get, path = "/api/admin/conversations/{id}/files/{file}",
    params(("id" = i64, Path), ("file" = i64, Path)),
    responses((status = 200, content_type = "*/*", body = [u8])))]
pub(in crate::admin) async fn file(
    State(staff_conversations): State<StaffConversations>,
    State(config): State<Arc<Config>>,
    _staff: Staff,
    Ids(id, file): Ids,
) -> Result<Response, Refusal> {
    let found = staff_conversations.file(ConversationId(id), file).await?.ok_or_else(Refusal::not_found)?;
    Ok(download(&config, &found).await)
}

async fn load_detail(
    staff_conversations: &StaffConversations,
    id: i64,
    before: Option<i64>,
) -> Result<Json<ConversationDetail>, Refusal> {
    let found = staff_conversations.thread(ConversationId(id), before).await?;
    let StaffThread { thread, ready } = found.ok_or_else(Refusal::not_found)?;
    let quoted = thread.conversation.quoted.as_ref().map(quoted_row);
    Ok(Json(ConversationDetail {
        row: row(thread.conversation),
        messages: thread.messages.into_iter().map(message_row).collect(),
        has_earlier: thread.has_earlier,
        quoted,
        ready: ready.into_iter().map(|(name, text)| ReadyAnswer { name, text }).collect(),
        file_limits: FileLimits { endings: ACCEPTED_ENDINGS.into(), maximum: MAX_FILES, maximum_mb: MAX_FILE_MB },
    }))
}

fn row(one: Conversation) -> ConversationRow {
    ConversationRow {
        id: one.id.0,
        kind: one.kind.as_str().to_owned(),
        title: one.title,
        vendor: one.vendor,
        state: one.state.as_str().to_owned(),
        unread: one.unread,
        company_id: one.company_id.map(|id| id.0),
        company: one.company,
        customer_id: one.customer_id.map(|id| id.0),
        name: one.name,
        email: one.email,
        last_message_at: one.last_message_at,
    }
}

fn message_row((message, files): (ConversationMessage, Vec<ConversationFile>)) -> MessageRow {
    let author = match message.author {
        MessageAuthor::Buyer => "buyer",
        MessageAuthor::Shop => "shop",
    };
    let file = |one: ConversationFile| FileRow {
        id: one.id,
        name: one.name,
        kind: one.kind.as_str().to_owned(),
        size_bytes: one.size_bytes,
    };
    MessageRow {
        id: message.id,
        author: author.to_owned(),
        name: message.author_name,
        body: message.body,
        created_at: message.created_at,
        files: files.into_iter().map(file).collect(),
    }
}

fn quoted_row(cart: &QuotedCart) -> QuotedRow {
    let line = |one: &QuotedLine| QuotedLineRow {
        product_id: one.product_id.0,
        variation_id: one.variation_id.map(|id| id.0),
        name: one.name.clone(),
        sku: one.sku.clone(),
        choices: choices(one),
        quantity: one.quantity,
        unit_price_cents: one.unit_price_cents,
        total_cents: one.total_cents(),
    };
    QuotedRow {
        lines: cart.lines.iter().map(line).collect(),
        offer_lines: lines_of_quote(cart),
        total_cents: cart.total_cents(),
        with_tax: cart.with_tax,
    }
}
