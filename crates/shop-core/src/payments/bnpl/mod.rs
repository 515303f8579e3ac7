//! Buy now, pay later: the instalments of a price, and the position of the widget that shows them.

pub mod offer;
pub mod parts;
pub mod widget;
