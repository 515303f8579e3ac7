//! Shared by all rules: messages, texts, and the merchant's settings and forms.

pub mod input;
pub mod merchant;
pub mod messages;
pub mod words;
