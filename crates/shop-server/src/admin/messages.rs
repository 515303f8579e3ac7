//! Back-office messages by code.

pub(super) use shop_core::platform::messages::answer as sentence;
pub(super) use shop_core::platform::messages::answers::*;
