//! Being built.

pub mod render;
