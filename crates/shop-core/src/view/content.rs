//! Pages and posts that the merchant writes, and the blocks of products on them.

use serde::Serialize;

use super::{Breadcrumb, CommentsView, ContentPart, ProductCard};
use crate::base::Lang;

/// A block of products, ready to show. One without products is left out.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BlockView {
    pub title: String,
    /// Columns on a wide window, 1 to 6.
    pub columns: i64,
    pub cards: Vec<ProductCard>,
    /// Address of the whole list, where there is one.
    pub more_path: Option<String>,
}

/// A page or a post.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ContentPage {
    pub title: String,
    /// Language of the heading where it is not that of the page: it has no translation.
    pub title_lang: Option<Lang>,
    /// Its text, part by part.
    pub parts: Vec<ContentPart>,
    /// Day of a post, in words; `None`: a page.
    pub date: Option<String>,
    /// The way here.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// Rows of products under the text.
    pub blocks: Vec<BlockView>,
    /// Comments; nothing: the page has none.
    pub comments: Option<CommentsView>,
}

/// A post in the list of posts.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PostTeaser {
    pub title: String,
    /// Language of the title where it is not that of the page.
    pub title_lang: Option<Lang>,
    pub path: String,
    /// Day, in words.
    pub date: String,
    /// Its beginning, plain text.
    pub excerpt: String,
    /// Its language where it is not that of the page.
    pub excerpt_lang: Option<Lang>,
}

/// `/blog/`
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BlogPage {
    pub title: String,
    /// Posts of this page, newest first.
    pub posts: Vec<PostTeaser>,
    /// The way here.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// This page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// Address of page `n` is this with `{page}` replaced; page 1 is `first_page_path`.
    pub page_path_template: String,
    /// Address of page 1.
    pub first_page_path: String,
}
