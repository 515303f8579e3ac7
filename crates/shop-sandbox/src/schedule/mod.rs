//! Scheduled changes such as settlement and expiry, and calendar dates.

pub(crate) mod clock;
pub(crate) mod due;
pub(crate) mod settle;
