//! Keys of cached pages.

use shop_core::base::Lang;

/// Key of a guest page: address, language, and the version of the shop it was built from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// Path, and the query parameters that the page uses, in a canonical order.
    address: String,
    lang: Lang,
    versions: Versions,
    /// Trade terms that determine prices and products; 0 is the public.
    terms: u64,
    /// Whether the page has the cookie banner.
    banner: bool,
    /// Notices around the page.
    around: VisibleNotices,
}

/// Notices shown around a page; a visitor who closed one gets pages without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VisibleNotices {
    /// The store-wide notice.
    pub notice: bool,
    /// The banner in the footer.
    pub foot_banner: bool,
}

/// Version of the shop that pages are built from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Versions {
    /// Increases with every change of the catalogue, stock included.
    pub catalogue: u64,
    /// Increases with every change of the shop's settings.
    pub settings: u64,
    /// When a scheduled price last started or ended, in seconds since 1970 UTC: no row is written at that moment.
    pub prices: u64,
}

impl Versions {
    /// Tells whether pages of this version replace those of another.
    pub(crate) fn replaces(self, other: Self) -> bool {
        self != other
            && self.catalogue >= other.catalogue
            && self.settings >= other.settings
            // A schedule may be withdrawn with a change of the catalogue.
            && (self.prices >= other.prices || self.catalogue > other.catalogue)
    }
}

impl PageKey {
    /// Creates the key of an address. Of the query, only non-empty parameters in `known` count: tracking parameters neither
    /// create a new entry nor appear in a page. `known` may end in `*` for a common prefix (`filter_*`). Parameters are sorted by
    /// name and keep the order of their values.
    pub fn new(path: &str, query: Option<&str>, known: &[&str], lang: Lang, versions: Versions) -> Self {
        let is_known = |name: &str| {
            known.iter().any(|known| match known.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => *known == name,
            })
        };
        let fields: Vec<(String, String)> =
            query.and_then(|query| serde_urlencoded::from_str(query).ok()).unwrap_or_default();
        let mut fields: Vec<_> =
            fields.into_iter().filter(|(name, value)| !value.is_empty() && is_known(name)).collect();
        // A stable sort: values of a repeated parameter keep their order.
        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
        let query = serde_urlencoded::to_string(&fields).unwrap_or_default();
        let address = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        Self { address, lang, versions, terms: 0, banner: false, around: VisibleNotices::default() }
    }

    /// Returns the key for a buyer with trade terms.
    #[must_use]
    pub fn on_terms(self, terms: u64) -> Self {
        Self { terms, ..self }
    }

    /// Returns the key with or without the cookie banner.
    #[must_use]
    pub(crate) fn with_banner(self, banner: bool) -> Self {
        Self { banner, ..self }
    }

    /// Returns the key with the notices around the page.
    #[must_use]
    pub(crate) fn with_around(self, around: VisibleNotices) -> Self {
        Self { around, ..self }
    }

    /// Tells whether the page shows public prices.
    pub(crate) fn is_everybodys(&self) -> bool {
        self.terms == 0
    }

    /// Path and query to build the page from. Using the request's own address instead would put one visitor's parameters into
    /// everybody's page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Language of the page.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    pub(crate) fn versions(&self) -> Versions {
        self.versions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(query: &str) -> String {
        let known = ["orderby", "page", "filter_*"];
        PageKey::new("/negozio/", Some(query), &known, Lang::It, Versions::default()).address().to_owned()
    }

    #[test]
    fn only_what_the_page_reads_makes_a_page() {
        for (query, expected) in [
            ("", "/negozio/"),
            ("utm_source=x&gclid=1", "/negozio/"),
            ("page=2&orderby=price", "/negozio/?orderby=price&page=2"),
            ("orderby=price&fbclid=1&page=2", "/negozio/?orderby=price&page=2"),
            ("filter_formato=35-g&filtered=1", "/negozio/?filter_formato=35-g"),
            ("page=&orderby=", "/negozio/"),
            ("page=1&page=2", "/negozio/?page=1&page=2"),
            ("filter_a=caff%C3%A8+buono", "/negozio/?filter_a=caff%C3%A8+buono"),
        ] {
            assert_eq!(address(query), expected, "{query}");
        }
    }

    #[test]
    fn who_buys_on_other_terms_gets_another_page() {
        let key = || PageKey::new("/negozio/", None, &[], Lang::It, Versions::default());
        assert_eq!(key().on_terms(0), key());
        assert_ne!(key().on_terms(1), key());
        assert_ne!(key().on_terms(1), key().on_terms(2));
    }

    #[test]
    fn a_newer_state_replaces_an_older_one_and_never_the_reverse() {
        let state = |catalogue, settings| Versions { catalogue, settings, prices: 0 };
        assert!(state(2, 1).replaces(state(1, 1)));
        assert!(state(1, 2).replaces(state(1, 1)));
        for other in [state(1, 1), state(1, 0), state(0, 2)] {
            assert!(!other.replaces(state(1, 1)), "{other:?}");
        }
    }
}
