//! Pages and posts.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use shop_core::base::time::UnixSeconds;
use shop_core::content::page::{PageForm, PageKind, PageStatus};

use crate::entity::{PartlyColumns, Rest, Stored};

/// The JSON of a row: the form, and the page's former addresses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageDocument {
    pub page: PageForm,
    #[serde(default)]
    pub former_slugs: Vec<String>,
}

impl PartlyColumns for PageDocument {
    const COLUMNS: &'static [&'static str] = &["/page/kind", "/page/slug", "/page/status", "/page/published_at"];
}

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
    pub details: Stored<Rest<PageDocument>>,
    pub version: i64,
    pub created_at: UnixSeconds,
    pub updated_at: UnixSeconds,
}

impl ActiveModelBehavior for ActiveModel {}

impl From<Model> for PageDocument {
    fn from(row: Model) -> Self {
        let Self { page, former_slugs } = row.details.0.0;
        let page = PageForm {
            kind: row.kind.0,
            slug: row.slug,
            status: row.status.0,
            published_at: row.published_at,
            ..page
        };
        Self { page, former_slugs }
    }
}
