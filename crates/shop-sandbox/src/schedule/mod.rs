//! What happens by itself after a while, and the sandbox's calendar.

pub(crate) mod clock;
pub(crate) mod due;
pub(crate) mod settle;
