//! Buying now and paying later: the parts of a price, and where the widget that shows them stands.

pub mod offer;
pub mod parts;
pub mod widget;
