//! The merchant's pages and posts, and the product blocks on them.

use shop_core::content::block::{Block, BlockProducts};
use shop_core::content::page::{PageForm, PageKind, path};
use shop_core::platform::words::site_texts;
use shop_core::view::{BlockView, BlogPage, CommentsView, ContentPage, ContentPart, Head, Link, Page, PostTeaser};
use shop_services::content::pages::{PageMatch, block_query, fill};
use shop_services::content::rich_text::{clean, words};
use shop_services::ports::PageRecord;

use crate::page_data::catalogue::card::cards;
use crate::page_data::context::Context;
use crate::page_data::privacy::consent::parts;
use crate::page_data::words::{marked, own_lang};
use crate::render::{PageContent, PageFailure};

/// Posts per page of the blog.
const POSTS_PER_PAGE: usize = 10;
/// Length of an excerpt, in characters.
const EXCERPT_CHARS: usize = 220;

/// Returns the English text when there is one for an English page, or the Italian.
pub(crate) fn writing<'a>(context: &Context, it: &'a str, en: &'a str) -> &'a str {
    context.lang.select(it, en)
}

/// Returns links to the selected pages, in their order.
pub(crate) fn page_links(context: &Context, chosen: impl Fn(&PageForm) -> bool) -> Vec<Link> {
    let mut records: Vec<&PageRecord> = context.pages.all().iter().filter(|record| chosen(&record.page)).collect();
    records.retain(|record| {
        record.page.kind != PageKind::Home
            && context.pages.at(record.page.kind, &record.page.slug, context.now) == Some(PageMatch::Here(record))
    });
    records.into_iter().map(|record| page_link(context, &record.page)).collect()
}

fn page_link(context: &Context, page: &PageForm) -> Link {
    Link { label: writing(context, &page.title, &page.title_en).to_owned(), path: path(page.kind, &page.slug) }
}

/// Returns the footer's links: to orders, to the pages marked for it, and to the blog while it has posts.
pub(crate) fn footer_links(context: &Context) -> Vec<Link> {
    let link = |label: &str, path: &str| Link { label: label.into(), path: path.into() };
    let mut links = vec![
        link(site_texts::find_your_order(context.lang), "/ordine/"),
        // In these words, on every page, at all times (Codice del consumo, art. 54-bis).
        link(site_texts::withdraw_here(context.lang), "/recesso/"),
    ];
    links.extend(page_links(context, |page| page.in_footer));
    if context.pages.shown(PageKind::Post, context.now).next().is_some() {
        links.push(blog_link(context));
    }
    links
}

fn blog_link(context: &Context) -> Link {
    Link { label: site_texts::our_blog(context.lang).into(), path: "/blog/".into() }
}

/// Returns a page's text in the visitor's language as HTML.
pub(crate) fn body(context: &Context, page: &PageForm) -> String {
    let filled = fill(writing(context, &page.body, &page.body_en), &context.settings, context.lang);
    marked(context.lang, !page.body_en.is_empty(), clean(&filled.replace("{consent}", "")))
}

/// Returns the same in parts, with third-party content that waits for consent.
fn body_parts(context: &Context, page: &PageForm) -> Vec<ContentPart> {
    let filled = fill(writing(context, &page.body, &page.body_en), &context.settings, context.lang);
    let in_its_language = |part| match part {
        ContentPart::Html { html } => ContentPart::Html { html: marked(context.lang, !page.body_en.is_empty(), html) },
        other => other,
    };
    parts(&filled, &context.settings, context.lang).into_iter().map(in_its_language).collect()
}

/// Builds the head tags of a page.
pub(crate) fn page_head(context: &Context, page: &PageForm, address: &str) -> Head {
    let title = writing(context, &page.title, &page.title_en);
    let seo = writing(context, &page.seo_title, &page.seo_title_en);
    let description = writing(context, &page.seo_description, &page.seo_description_en);
    let body = body(context, page);
    let about = if description.is_empty() { body.as_str() } else { description };
    context.head(if seo.is_empty() { title } else { seo }, about, address)
}

/// Builds the page or post at an address, or redirects if it has moved.
pub(crate) fn page_content(
    context: &Context,
    kind: PageKind,
    slug: &str,
    address: &str,
) -> Result<PageContent, PageFailure> {
    let record = match context.pages.at(kind, slug, context.now) {
        Some(PageMatch::Here(record)) => record,
        Some(PageMatch::Moved(record)) => {
            let location = path(record.page.kind, &record.page.slug);
            return Err(PageFailure::Redirect { location, permanent: true });
        }
        None => return Ok(context.not_found(address)),
    };
    Ok(content_of(context, record, address, None))
}

/// Builds a page or post with its comments; the address may select a page of them.
pub(crate) fn content_of(
    context: &Context,
    record: &PageRecord,
    address: &str,
    comments: Option<CommentsView>,
) -> PageContent {
    let page = &record.page;
    let mut way = vec![context.home_link()];
    if page.kind == PageKind::Post {
        way.push(blog_link(context));
    }
    way.push(page_link(context, page));
    let shown = ContentPage {
        title: writing(context, &page.title, &page.title_en).to_owned(),
        title_lang: own_lang(context.lang, !page.title_en.is_empty()),
        parts: body_parts(context, page),
        date: page
            .published_at
            .filter(|_| page.kind == PageKind::Post)
            .map(|at| shop_core::base::format::date(at, context.lang)),
        breadcrumbs: way.clone(),
        blocks: blocks(context, &page.blocks),
        comments,
    };
    let mut head = page_head(context, page, &path(page.kind, &page.slug));
    // The same content under another address: another position of the form, or other comments.
    head.noindex = address.contains('?');
    context.page(address, head, Page::Content(Box::new(shown)), &way)
}

pub(crate) fn blog_content(context: &Context, number: usize, address: &str) -> PageContent {
    let posts = context.pages.posts(context.now);
    let pages = posts.len().div_ceil(POSTS_PER_PAGE);
    if number > pages {
        return context.not_found(address);
    }
    let way = [context.home_link(), blog_link(context)];
    let count = |n: usize| i64::try_from(n).unwrap_or(0);
    let shown = BlogPage {
        title: blog_link(context).label,
        posts: posts
            .iter()
            .skip((number - 1) * POSTS_PER_PAGE)
            .take(POSTS_PER_PAGE)
            .map(|r| teaser(context, r))
            .collect(),
        breadcrumbs: way.to_vec(),
        page: count(number),
        pages: count(pages),
        page_path_template: "/blog/page/{page}/".into(),
        first_page_path: "/blog/".into(),
    };
    let about = site_texts::blog_hint(context.lang);
    let mut head = context.head(&shown.title, about, address);
    head.noindex = number > 1;
    context.page(address, head, Page::Blog(shown), &way)
}

fn teaser(context: &Context, record: &PageRecord) -> PostTeaser {
    let page = &record.page;
    // In the excerpt, a heading would run into the sentence before it.
    let body = body(context, page);
    let words = words(body.split("<h").next().unwrap_or_default());
    let excerpt = if words.chars().count() > EXCERPT_CHARS {
        let cut: String = words.chars().take(EXCERPT_CHARS).collect();
        format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
    } else {
        words
    };
    let Link { label: title, path } = page_link(context, page);
    let date = page.published_at.map(|at| shop_core::base::format::date(at, context.lang)).unwrap_or_default();
    PostTeaser {
        title,
        title_lang: own_lang(context.lang, !page.title_en.is_empty()),
        path,
        date,
        excerpt_lang: own_lang(context.lang, !page.body_en.is_empty() || excerpt.is_empty()),
        excerpt,
    }
}

/// Builds blocks with their products; empty blocks are left out.
pub(crate) fn blocks(context: &Context, blocks: &[Block]) -> Vec<BlockView> {
    blocks
        .iter()
        .filter_map(|block| {
            let query = block_query(block, &context.catalogue)?;
            let cards = cards(context, &query);
            (!cards.is_empty()).then(|| BlockView {
                title: writing(context, &block.title, &block.title_en).to_owned(),
                columns: i64::from(block.columns),
                cards,
                more_path: more_path(context, &block.shows),
            })
        })
        .collect()
}

/// Returns the address that lists all products of a block.
fn more_path(context: &Context, shows: &BlockProducts) -> Option<String> {
    let list = |name: &str, values: &[String]| {
        let query = serde_urlencoded::to_string([(name, values.join(","))]).unwrap_or_default();
        format!("/negozio/?{query}")
    };
    Some(match shows {
        BlockProducts::Handpicked { .. } => return None,
        BlockProducts::BestSellers => "/negozio/?orderby=popularity".into(),
        BlockProducts::Newest => "/negozio/?orderby=date".into(),
        BlockProducts::OnSale => "/negozio/?on_sale=1".into(),
        BlockProducts::TopRated => "/negozio/?orderby=rating".into(),
        BlockProducts::Category { slugs } => match slugs.as_slice() {
            [slug] => context.category_path(context.catalogue.terms().category(slug)?),
            slugs => list("product_cat", slugs),
        },
        BlockProducts::Tag { slugs } => match slugs.as_slice() {
            [slug] => format!("/tag-prodotto/{}/", context.catalogue.terms().tag(slug)?.slug),
            slugs => list("product_tag", slugs),
        },
        BlockProducts::Attribute { taxonomy, terms } => {
            list(&format!("filter_{}", taxonomy.trim_start_matches("pa_")), terms)
        }
    })
}
