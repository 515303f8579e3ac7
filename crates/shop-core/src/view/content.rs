//! The merchant's pages and posts, and their product blocks.

use serde::Serialize;

use super::{Breadcrumb, CommentsView, ContentPart, ProductCard};
use crate::base::Lang;

/// A rendered product block. One without products is omitted.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BlockView {
    pub title: String,
    /// Number of columns on a wide window, 1 to 6.
    pub columns: i64,
    pub cards: Vec<ProductCard>,
    /// URL of the whole list, if there is one.
    pub more_path: Option<String>,
}

/// A page or a post.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct ContentPage {
    pub title: String,
    /// Language of the heading if it differs from the page's, because it is not translated.
    pub title_lang: Option<Lang>,
    /// Parts of its text, in order.
    pub parts: Vec<ContentPart>,
    /// Formatted date of a post; `None`: a page.
    pub date: Option<String>,
    /// Breadcrumbs, starting at the home page.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// Product blocks under the text.
    pub blocks: Vec<BlockView>,
    /// Comments; `None`: the page has none.
    pub comments: Option<CommentsView>,
}

/// A post in the list of posts.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct PostTeaser {
    pub title: String,
    /// Language of the title if it differs from the page's.
    pub title_lang: Option<Lang>,
    pub path: String,
    /// Date, formatted in the page's language.
    pub date: String,
    /// Beginning of the text, without markup.
    pub excerpt: String,
    /// Language of the excerpt if it differs from the page's.
    pub excerpt_lang: Option<Lang>,
}

/// The blog, `/blog/`.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
pub struct BlogPage {
    pub title: String,
    /// Posts of this page, newest first.
    pub posts: Vec<PostTeaser>,
    /// Breadcrumbs, starting at the home page.
    pub breadcrumbs: Vec<Breadcrumb>,
    /// Current page, from 1.
    pub page: i64,
    /// Number of pages.
    pub pages: i64,
    /// URL of the pages after the first, with `{page}`.
    pub page_path_template: String,
    /// URL of page 1.
    pub first_page_path: String,
}
