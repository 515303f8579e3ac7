//! The sandbox provider: stateful, and compatible with the API that [`crate::stripe`] speaks.

pub mod elements;
