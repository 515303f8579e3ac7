//! Small elements of every page: notices, chat, searchable selects, the back-to-top button (storefront specification, sections 2,
//! 4, 8 and 9). Their texts are in [`crate::platform::messages`].

pub mod chat;
pub mod notice;
pub mod scroll_top;
pub mod select;
pub mod timings;
