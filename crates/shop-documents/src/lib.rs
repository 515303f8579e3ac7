//! Documents about orders as PDF, and tables as files. Pure: data in, bytes out, the same bytes for the same data.
//!
//! [`layout`] lays out text on pages, [`pdf`] writes them; each document has a file of its own. Shared formatting is in
//! [`words`].

mod fonts;
mod invoice;
mod layout;
mod offer;
mod packing_slip;
mod pdf;
mod price_list;
pub mod spreadsheet;
mod summary;
mod words;

pub use invoice::invoice;
pub use offer::offer;
pub use packing_slip::packing_slip;
pub use price_list::price_list;
pub use summary::order_summary;

/// Why a document could not be rendered: a bug of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A font of this crate cannot be read.
    #[error("a built-in font cannot be read")]
    Font,
    /// The PDF could not be written.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
}
