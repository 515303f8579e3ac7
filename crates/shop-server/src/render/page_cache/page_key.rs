//! What a cached page is found by.

use shop_core::base::Lang;

/// Names a guest page: address, language, and the state of the shop it was made from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    /// Path, and the query fields that the page reads, in one order.
    address: String,
    lang: Lang,
    versions: Versions,
    /// Of whose terms the prices and products are; 0: everybody's.
    terms: u64,
    /// With the banner that asks for consent to cookies.
    banner: bool,
    /// What stands around it.
    around: Around,
}

/// What stands around the pages of a visitor and not of all: what he has closed is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Around {
    /// The notice of the whole shop.
    pub notice: bool,
    /// The banner at the foot.
    pub foot_banner: bool,
}

/// The state of the shop that pages are made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Versions {
    /// Grows with every change of the catalogue, stock included.
    pub catalogue: u64,
    /// Grows with every change of the shop's settings.
    pub settings: u64,
    /// When a scheduled price began or ended last, in seconds since 1970 UTC: nothing is written then.
    pub prices: u64,
}

impl Versions {
    /// Whether pages of this state replace those of another.
    pub(crate) fn replaces(self, other: Self) -> bool {
        self != other
            && self.catalogue >= other.catalogue
            && self.settings >= other.settings
            // A schedule may be taken back with a change of the catalogue.
            && (self.prices >= other.prices || self.catalogue > other.catalogue)
    }
}

impl PageKey {
    /// The key of an address. Of the query, only `known` fields count and only when they are not empty: tracking
    /// parameters neither make a new page nor appear in one. `known` may end in `*` for names with a common start
    /// (`filter_*`). Fields keep their values' order and are sorted by name.
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
        // Stable: the values of a field that occurs twice stay in their order.
        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
        let query = serde_urlencoded::to_string(&fields).unwrap_or_default();
        let address = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
        Self { address, lang, versions, terms: 0, banner: false, around: Around::default() }
    }

    /// The same address for who buys on terms of his own.
    #[must_use]
    pub fn on_terms(self, terms: u64) -> Self {
        Self { terms, ..self }
    }

    /// The same address with or without the banner that asks for consent to cookies.
    #[must_use]
    pub(crate) fn with_banner(self, banner: bool) -> Self {
        Self { banner, ..self }
    }

    /// The same address with what stands around it.
    #[must_use]
    pub(crate) fn with_around(self, around: Around) -> Self {
        Self { around, ..self }
    }

    /// Whether the page is made on everybody's terms.
    pub(crate) fn is_everybodys(&self) -> bool {
        self.terms == 0
    }

    /// Path and query to make the page from: whoever reads the request's own address instead would put one visitor's
    /// parameters into everybody's page.
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
