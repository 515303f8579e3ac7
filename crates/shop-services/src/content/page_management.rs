//! Listing, loading, saving and deleting pages.

use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::base::search_text::SearchText;
use shop_core::content::page::{CheckedPage, PageForm, PageKind, PageStatus, check};
use shop_core::platform::messages::codes;

use crate::content::rich_text::clean_with_embeds;
use crate::platform::context::Context;
use crate::ports::{PageRecord, PageStore, SavedPage, StoreError};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageFilter {
    pub kind: Option<PageKind>,
    pub status: Option<PageStatus>,
    /// Words of title or slug, ignoring accents and case.
    pub search: String,
    pub offset: usize,
    pub limit: usize,
}

/// A part of the list of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRows {
    /// Rows, most recently changed first.
    pub rows: Vec<PageRecord>,
    pub total: usize,
}

/// Why a page was not saved or deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageRefusal {
    Fields(Vec<FieldError>),
    /// Somebody else saved it meanwhile ([`codes::PAGE_CHANGED`]).
    Conflict,
    /// There is no such page ([`codes::PAGE_GONE`]).
    Gone,
    /// The home page cannot be deleted ([`codes::PAGE_HOME_STAYS`]).
    HomeStays,
}

impl PageRefusal {
    /// The errors by field; those about the whole page have an empty field.
    pub fn errors(self) -> Vec<FieldError> {
        match self {
            Self::Fields(errors) => errors,
            Self::Conflict => vec![FieldError::new("", codes::PAGE_CHANGED)],
            Self::Gone => vec![FieldError::new("", codes::PAGE_GONE)],
            Self::HomeStays => vec![FieldError::new("", codes::PAGE_HOME_STAYS)],
        }
    }
}

/// The merchant's pages.
#[derive(Clone)]
pub struct Content {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn PageStore>,
}

impl Content {
    /// Lists pages for the back office, drafts included.
    pub async fn list_pages(&self, filter: &PageFilter) -> Result<PageRows, StoreError> {
        let search = SearchText::new(&filter.search);
        let passes = |record: &PageRecord| {
            let page = &record.page;
            filter.kind.is_none_or(|kind| page.kind == kind)
                && filter.status.is_none_or(|status| page.status == status)
                && search.matches(&[page.title.as_str(), &page.title_en, &page.slug].join(" "))
        };
        let mut rows: Vec<PageRecord> = self.store.load_pages().await?.into_iter().filter(passes).collect();
        rows.sort_by_key(|record| std::cmp::Reverse((record.updated_at, record.id)));
        let total = rows.len();
        Ok(PageRows { rows: rows.into_iter().skip(filter.offset).take(filter.limit).collect(), total })
    }

    pub async fn page(&self, id: i64) -> Result<Option<PageRecord>, StoreError> {
        Ok(self.store.load_pages().await?.into_iter().find(|record| record.id == id))
    }

    /// Saves a page; `of` is the id and the version that was loaded, `None` for a new page. A page published without a time is
    /// visible from now on.
    pub async fn save_page(
        &self,
        of: Option<(i64, i64)>,
        form: &PageForm,
    ) -> Result<Result<PageRecord, PageRefusal>, StoreError> {
        let mut page = match check(form) {
            Ok(checked) => stored(checked),
            Err(errors) => return Ok(Err(PageRefusal::Fields(errors))),
        };
        let now = self.context.now();
        if page.status == PageStatus::Published {
            page.published_at.get_or_insert(now);
        }
        let saved = match of {
            None => self.store.add_page(&page, now).await?,
            Some((id, version)) => self.store.change_page(id, version, &page, now).await?,
        };
        self.context.settings_changed();
        Ok(match saved {
            SavedPage::Saved(record) => Ok(*record),
            SavedPage::Conflict => Err(PageRefusal::Conflict),
            SavedPage::Gone => Err(PageRefusal::Gone),
            SavedPage::SlugTaken => {
                let error = FieldError::new("slug", codes::PAGE_SLUG_TAKEN).with("slug", &page.slug);
                Err(PageRefusal::Fields(vec![error]))
            }
        })
    }

    /// Deletes a page. The home page cannot be deleted, because the shop needs one.
    pub async fn delete_page(&self, id: i64) -> Result<Result<(), PageRefusal>, StoreError> {
        let Some(record) = self.page(id).await? else { return Ok(Err(PageRefusal::Gone)) };
        if record.page.kind == PageKind::Home {
            return Ok(Err(PageRefusal::HomeStays));
        }
        let deleted = self.store.delete_page(id).await?;
        self.context.settings_changed();
        Ok(if deleted { Ok(()) } else { Err(PageRefusal::Gone) })
    }

    /// Adds the initial pages of a new shop. They are validated like any other; an invalid one is a bug.
    pub async fn add_first_pages(&self, forms: &[PageForm]) -> Result<bool, StoreError> {
        let now = self.context.now();
        let mut pages = Vec::with_capacity(forms.len());
        for form in forms {
            let checked = check(form).map_err(|errors| StoreError::Refused(format!("first pages: {errors:?}")))?;
            pages.push(PageForm { published_at: form.published_at.or(Some(now)), ..stored(checked) });
        }
        let added = self.store.add_first_pages(&pages, now).await?;
        self.context.settings_changed();
        Ok(added)
    }
}

/// A page as stored, after sanitising.
fn stored(page: CheckedPage) -> PageForm {
    let page = page.into_fields();
    PageForm { body: clean_with_embeds(&page.body), body_en: clean_with_embeds(&page.body_en), ..page }
}
