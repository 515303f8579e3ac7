//! The published pages.

use shop_core::base::time::UnixSeconds;
use shop_core::content::page::{PageKind, PageStatus};

use crate::ports::PageRecord;

/// All pages as last loaded.
#[derive(Clone, Debug, Default)]
pub struct Pages(Vec<PageRecord>);

/// Result of looking up a slug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageMatch<'a> {
    /// The page with this slug.
    Here(&'a PageRecord),
    /// A page that had this slug before.
    Moved(&'a PageRecord),
}

impl Pages {
    pub fn new(mut records: Vec<PageRecord>) -> Self {
        records.sort_by_key(|record| (record.page.position, record.id));
        Self(records)
    }

    /// All pages, drafts included, in the order of their links.
    pub fn all(&self) -> &[PageRecord] {
        &self.0
    }

    /// Pages of a kind that are published now.
    pub fn shown(&self, kind: PageKind, now: UnixSeconds) -> impl Iterator<Item = &PageRecord> {
        self.0.iter().filter(move |record| record.page.kind == kind && is_shown(record, now))
    }

    /// The published home page, if any.
    pub fn home(&self, now: UnixSeconds) -> Option<&PageRecord> {
        self.shown(PageKind::Home, now).next()
    }

    /// Published posts, newest first.
    pub fn posts(&self, now: UnixSeconds) -> Vec<&PageRecord> {
        let mut posts: Vec<&PageRecord> = self.shown(PageKind::Post, now).collect();
        posts.sort_by_key(|record| std::cmp::Reverse((record.page.published_at, record.id)));
        posts
    }

    /// Finds the published page for a slug. A current slug precedes a former one.
    pub fn at(&self, kind: PageKind, slug: &str, now: UnixSeconds) -> Option<PageMatch<'_>> {
        let here = self.shown(kind, now).find(|record| record.page.slug == slug).map(PageMatch::Here);
        here.or_else(|| {
            let moved = |record: &&PageRecord| record.former_slugs.iter().any(|former| former == slug);
            self.shown(kind, now).find(moved).map(PageMatch::Moved)
        })
    }

    /// Number of published pages: it grows when a scheduled page's time comes, without a write.
    pub fn count_published(&self, now: UnixSeconds) -> usize {
        self.0.iter().filter(|record| is_shown(record, now)).count()
    }
}

/// Published, and its time has come.
fn is_shown(record: &PageRecord, now: UnixSeconds) -> bool {
    record.page.status == PageStatus::Published && record.page.published_at.is_none_or(|at| at <= now)
}

#[cfg(test)]
mod tests {
    use shop_core::content::page::PageForm;

    use super::*;

    fn record(id: i64, kind: PageKind, slug: &str, published_at: Option<i64>) -> PageRecord {
        PageRecord {
            id,
            version: 1,
            page: PageForm {
                kind,
                slug: slug.into(),
                status: PageStatus::Published,
                published_at,
                ..PageForm::default()
            },
            former_slugs: Vec::new(),
            created_at: 0,
            updated_at: 0,
        }
    }

    #[test]
    fn a_post_is_shown_from_its_time_on_and_the_newest_first() {
        let pages = Pages::new(vec![
            record(1, PageKind::Post, "uno", Some(10)),
            record(2, PageKind::Post, "due", Some(20)),
            record(3, PageKind::Page, "tre", None),
        ]);
        let posts = |now| pages.posts(now).iter().map(|record| record.id).collect::<Vec<_>>();
        assert_eq!((posts(9), posts(10), posts(20)), (vec![], vec![1], vec![2, 1]));
        assert_eq!((pages.count_published(9), pages.count_published(20)), (1, 3));
    }

    #[test]
    fn drafts_and_pages_of_another_kind_are_not_found() {
        let mut draft = record(1, PageKind::Page, "bozza", None);
        draft.page.status = PageStatus::Draft;
        let pages = Pages::new(vec![draft, record(2, PageKind::Post, "olio", Some(0))]);
        assert_eq!(pages.at(PageKind::Page, "bozza", 5), None);
        assert_eq!(pages.at(PageKind::Page, "olio", 5), None);
        assert!(pages.at(PageKind::Post, "olio", 5).is_some());
    }

    #[test]
    fn a_former_address_leads_on_unless_another_page_took_it() {
        let mut moved = record(1, PageKind::Page, "consegne", None);
        moved.former_slugs = vec!["spedizioni".into()];
        let alone = Pages::new(vec![moved.clone()]);
        assert_eq!(alone.at(PageKind::Page, "spedizioni", 0), Some(PageMatch::Moved(&moved)));
        let other = record(2, PageKind::Page, "spedizioni", None);
        let both = Pages::new(vec![moved, other.clone()]);
        assert_eq!(both.at(PageKind::Page, "spedizioni", 0), Some(PageMatch::Here(&other)));
    }
}
