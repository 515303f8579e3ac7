//! Pages and posts.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::{PageForm, PageKind, PageStatus};

use crate::entity::{Stored, documents};

/// The JSON of a row: the form, and the addresses that the page had before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageDocument {
    pub page: PageForm,
    #[serde(default)]
    pub former_slugs: Vec<String>,
}

documents! { PageDocument, }

/// A row of `pages`.
#[sea_orm::model]
#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "pages")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: Stored<PageKind>,
    pub slug: String,
    pub status: Stored<PageStatus>,
    pub published_at: Option<UnixSeconds>,
    pub details: Stored<PageDocument>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}
