//! Sanitises HTML that people wrote: one function with one allowlist, for products, categories, pages, ingredients, and whatever
//! else was typed with tags.
//!
//! It is called where a text is displayed, not where it is stored. So a text is safe however it got there (form, CSV file, `shop
//! apply`, a restored backup, an older version of the shop), a stricter list applies to all texts at once, an import takes no
//! longer, and a start processes no texts. Guests' pages are cached as a whole; for everything else (carts, the store API) the
//! most recent results are cached here. Text from the editor is also stored sanitised, so that the merchant sees the result.

mod embeds;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

use ammonia::{Builder, UrlRelative};
use hashlink::LinkedHashMap;
use shop_core::base::text::{decode_entities, escape_html};

pub use embeds::{Piece, clean_with_embeds, pieces};

/// Allowed elements. `div` only so that the contents of adjacent ones do not run together.
const TAGS: &str = "a abbr b blockquote br caption cite code col colgroup dd del div dl dt em figcaption figure h2 h3 h4 h5 \
    h6 hr i img ins kbd li mark ol p pre q s small strong sub sup table tbody td tfoot th thead tr u ul";
/// Block elements: a text without any is wrapped in a paragraph.
const BLOCKS: &str = "blockquote div dl figure h2 h3 h4 h5 h6 hr ol p pre table ul";
/// Elements that are removed with their content, which is no text for people.
const REMOVED_WITH_CONTENT: &str = "applet audio button canvas embed frameset iframe math noembed noframes noscript object option \
    script select style svg template textarea title video xmp";
/// Allowed attributes by element. No `id` and no `name`, which could shadow the page's own objects; no `class` and no `style`,
/// which could disguise elements.
const ATTRIBUTES: [(&str, &[&str]); 8] = [
    ("a", &["href", "title"]),
    ("abbr", &["title"]),
    ("img", &["alt", "height", "src", "width"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("ol", &["reversed", "start"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
];
/// Allowed URL schemes of links.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];
/// Maximum length of a parsed text in bytes: some hundred pages. Longer texts are displayed without tags.
const MAX_BYTES: usize = 1 << 19;
/// Maximum distance between two tags in bytes: ten pages in one paragraph.
const MAX_RUN_BYTES: usize = 1 << 15;
/// Maximum number of inspected open elements. A table of 10,000 cells takes a tenth of it.
const MAX_OPEN_CHECKS: usize = 500_000;
/// Maximum number of passes until a text must be stable: one more than most need.
const MAX_PASSES: usize = 4;
/// Size limit of the result cache in bytes.
const MAX_CACHE_BYTES: usize = 8 << 20;

static RULES: LazyLock<Builder<'static>> = LazyLock::new(rules);
static CACHE: LazyLock<Mutex<ResultCache>> = LazyLock::new(Mutex::default);

/// Reduces HTML to harmless elements and attributes: headings, paragraphs, lists, tables, links to pages, mail addresses and
/// telephone numbers, and the shop's own pictures. Other elements are removed and their text stays; scripts, styles, frames and
/// foreign markup are removed with their content. The function is idempotent.
///
/// ```
/// use shop_services::content::rich_text::clean;
///
/// assert_eq!(clean("<p onclick=x>Ciao <font>mondo</font><script>x()</script>"), "<p>Ciao mondo</p>");
/// ```
pub fn clean(html: &str) -> String {
    if !html.contains(['<', '>', '&', '\0', '\r', '\u{a0}']) {
        return html.to_owned();
    }
    if let Some(known) = cache().find(html) {
        return known;
    }
    let cleaned = sanitise_until_stable(html).unwrap_or_else(|| escape_html(&crate::catalogue::plain_text(html)));
    cache().insert(html, &cleaned);
    cleaned
}

/// Sanitises until parsing and serialising no longer change the result, so that markup made to change at its second parse
/// (mutation XSS) has no effect. `None` if it is a parser bomb, or does not become stable.
fn sanitise_until_stable(html: &str) -> Option<String> {
    if html.len() > MAX_BYTES || is_bomb(html) {
        return None;
    }
    let mut cleaned = RULES.clean(html).to_string();
    for _ in 0..MAX_PASSES {
        let again = RULES.clean(&cleaned).to_string();
        if again == cleaned {
            return Some(cleaned);
        }
        cleaned = again;
    }
    None
}

/// Like [`clean`], with a paragraph around a text that has no block elements.
pub fn paragraphs(html: &str) -> String {
    let cleaned = clean(html);
    let has_block = cleaned.split('<').skip(1).any(|tag| {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        BLOCKS.split(' ').any(|block| block == name)
    });
    if cleaned.is_empty() || has_block { cleaned } else { format!("<p>{cleaned}</p>") }
}

/// Extracts the text in one line, without tags and entities: for descriptions in search results and excerpts. The result is not
/// HTML.
///
/// ```
/// use shop_services::content::rich_text::words;
///
/// assert_eq!(words("<p>Pane &amp; olio</p><script>x()</script><p>sale</p>"), "Pane & olio sale");
/// ```
pub fn words(html: &str) -> String {
    let plain = crate::catalogue::plain_text(&clean(html));
    decode_entities(&plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn rules() -> Builder<'static> {
    let mut rules = Builder::empty();
    let attributes = ATTRIBUTES.map(|(tag, names)| (tag, names.iter().copied().collect::<HashSet<_>>()));
    rules
        .tags(TAGS.split(' ').collect())
        .clean_content_tags(REMOVED_WITH_CONTENT.split(' ').collect())
        .tag_attributes(HashMap::from(attributes))
        .tag_attribute_values(HashMap::from([("a", HashMap::from([("target", HashSet::from(["_blank"]))]))]))
        .set_tag_attribute_value("img", "loading", "lazy")
        .generic_attributes(HashSet::from(["lang"]))
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener"))
        .attribute_filter(|tag, attribute, value| {
            let stays = match (tag, attribute) {
                ("a", "href") => is_safe_link(value),
                ("img", "src") => is_own_picture(value),
                ("img", "width" | "height") | (_, "span" | "start" | "colspan" | "rowspan") => is_small_number(value),
                _ => true,
            };
            stays.then_some(Cow::Borrowed(value))
        });
    rules
}

/// Browsers differ in how they treat control characters, spaces and backslashes in a URL: such URLs are rejected.
fn is_plain(address: &str) -> bool {
    !address.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
}

/// A path on the shop's own site, or an absolute URL; the sanitiser's rules check its scheme too.
fn is_safe_link(href: &str) -> bool {
    let here = (href.starts_with('/') && !href.starts_with("//")) || href.starts_with('#');
    let scheme = href.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    is_plain(href) && (here || scheme.is_some_and(|scheme| SCHEMES.contains(&scheme.as_str())))
}

/// Foreign pictures would reveal to their host who reads the page, and the page's CSP blocks them; other URLs of the shop are no
/// pictures (`/?add-to-cart=7`).
fn is_own_picture(src: &str) -> bool {
    is_plain(src) && src.starts_with("/pictures/") && !src.contains("..") && !src.contains(['%', '?'])
}

fn is_small_number(text: &str) -> bool {
    (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text costs more to parse than any text for people, judging by its tags alone: an HTML parser inspects all open
/// elements for each tag, and all attributes of a tag for each further one.
fn is_bomb(html: &str) -> bool {
    let mut open: HashMap<String, usize> = HashMap::new();
    let (mut count, mut looks) = (0_usize, 0_usize);
    for tag in html.split('<').skip(1) {
        if tag.len() > MAX_RUN_BYTES {
            return true;
        }
        let name = tag.trim_start_matches('/').split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        // These have no end tag, or are closed implicitly.
        if matches!(name, "" | "br" | "img" | "hr" | "col" | "p" | "li" | "td" | "th" | "tr" | "dt" | "dd") {
            continue;
        }
        let name = name.to_ascii_lowercase();
        if !tag.starts_with('/') {
            *open.entry(name).or_default() += 1;
            count += 1;
        } else if let Some(same) = open.get_mut(&name).filter(|same| **same > 0) {
            *same -= 1;
            count -= 1;
        }
        looks += count;
        if looks > MAX_OPEN_CHECKS {
            return true;
        }
    }
    false
}

/// Cached results up to a total size; the least recently used is evicted first.
#[derive(Default)]
struct ResultCache {
    texts: LinkedHashMap<Box<str>, Box<str>>,
    bytes: usize,
}

impl ResultCache {
    fn find(&mut self, html: &str) -> Option<String> {
        self.texts.to_back(html).map(|cleaned| cleaned.to_string())
    }

    fn insert(&mut self, html: &str, cleaned: &str) {
        let size = html.len() + cleaned.len();
        // A very large text would evict many others.
        if size > MAX_CACHE_BYTES / 16 {
            return;
        }
        self.bytes += size;
        if let Some(before) = self.texts.insert(html.into(), cleaned.into()) {
            self.bytes -= html.len() + before.len();
        }
        while self.bytes > MAX_CACHE_BYTES
            && let Some((text, answer)) = self.texts.pop_front()
        {
            self.bytes -= text.len() + answer.len();
        }
    }
}

fn cache() -> std::sync::MutexGuard<'static, ResultCache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
