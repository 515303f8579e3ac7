//! The web bundles: inside the binary of a release, read from their folders by builds with debug assertions, which so need
//! not be compiled again when they change. `scripts/build` fills the folders; `build.rs` makes them when they are missing.

use std::borrow::Cow;

/// The storefront as browsers get it.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist"]
pub(crate) struct Storefront;

/// The storefront as the page renderer runs it.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist-ssr"]
pub(crate) struct Renderer;

/// The back office.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist-admin"]
pub(crate) struct BackOffice;

/// A file before it is served: its path in the bundle and its bytes.
pub(crate) type Embedded = (String, Cow<'static, [u8]>);

/// All files of a folder.
pub(crate) fn files<T: rust_embed::Embed>() -> Vec<Embedded> {
    T::iter().filter_map(|path| T::get(&path).map(|file| (path.into_owned(), file.data))).collect()
}
