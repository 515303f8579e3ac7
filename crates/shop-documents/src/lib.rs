//! Papers about orders as PDF, and tables as files. Pure: data in, bytes out, the same bytes for the same data.
//!
//! [`layout`] places text on pages, [`pdf`] writes them; each paper has a file of its own. Words are in [`words`].

mod fonts;
mod invoice;
mod layout;
mod offer;
mod pdf;
mod price_list;
pub mod sheet;
mod slip;
mod summary;
mod words;

pub use invoice::invoice;
pub use offer::offer;
pub use price_list::price_list;
pub use slip::packing_slip;
pub use summary::order_summary;

/// Why a paper could not be made: a fault of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// A font of this crate cannot be read.
    #[error("a built-in font cannot be read")]
    Font,
    /// The PDF could not be written.
    #[error("the PDF could not be written: {0}")]
    Pdf(String),
}
