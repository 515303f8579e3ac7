//! What all rules share: messages, words, settings of the merchant and what he types.

pub mod merchant;
pub mod messages;
pub mod typed;
pub mod words;
