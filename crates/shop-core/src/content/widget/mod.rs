//! The small parts that every page has: notices, chat, searchable selects, the button to the top (storefront specification, sections 2, 4, 8
//! and 9). Their sentences are in [`crate::platform::messages`].

pub mod chat;
pub mod notice;
pub mod scroll_top;
pub mod select;
pub mod timings;
