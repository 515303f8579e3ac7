//! Conversion of conversation rows to the types of the ports.

use sea_orm::FromQueryResult;
use shop_core::trade::conversation::ConversationKind;
use shop_services::ports::{Conversation, ConversationFile, ConversationMessage};

use crate::entity::{conversation_files, conversation_messages, conversations, record_from};

/// A conversation with the name of its company.
#[derive(FromQueryResult)]
pub(super) struct ConversationRow {
    #[sea_orm(nested)]
    conversation: conversations::Model,
    company_name: Option<String>,
}

impl From<ConversationRow> for Conversation {
    fn from(ConversationRow { conversation: row, company_name }: ConversationRow) -> Self {
        Self {
            id: row.id.0,
            kind: ConversationKind::parse(row.kind),
            title: row.title,
            vendor: row.vendor,
            state: row.state.0,
            company_id: row.company_id.map(|id| id.0),
            company: company_name.unwrap_or_default(),
            customer_id: row.customer_id.map(|id| id.0),
            name: row.name,
            email: row.email,
            lang: row.lang.0,
            access_key: row.access_key,
            quoted: row.quoted.map(|cart| cart.0),
            unread: row.unread,
            last_message_id: row.last_message_id,
            last_shop_message_id: row.last_shop_message_id,
            last_message_at: row.last_message_at,
            created_at: row.created_at,
        }
    }
}

record_from! {
    |row: conversation_messages::Model| ConversationMessage {
        id, author, customer_id, author_name, body, created_at,
    }
}

record_from! { |row: conversation_files::Model| ConversationFile { id, message_id, name, kind, size_bytes, file } }
