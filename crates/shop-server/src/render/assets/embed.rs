//! The web bundles: embedded in release binaries; builds with debug assertions read them from their folders, so that a changed
//! bundle needs no compilation. `scripts/build` fills the folders; `build.rs` creates them when they are missing.

use std::borrow::Cow;

/// The storefront for browsers.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist"]
pub(crate) struct Storefront;

/// The storefront for the page renderer.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist-ssr"]
pub(crate) struct Renderer;

/// The back office.
#[derive(rust_embed::Embed)]
#[folder = "../../web/dist-admin"]
pub(crate) struct BackOffice;

/// A file of a bundle: its path and bytes.
pub(crate) type Embedded = (String, Cow<'static, [u8]>);

/// Returns all files of a folder.
pub(crate) fn files<T: rust_embed::Embed>() -> Vec<Embedded> {
    T::iter().filter_map(|path| T::get(&path).map(|file| (path.into_owned(), file.data))).collect()
}
