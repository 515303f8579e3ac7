//! The payment sandbox of this process, on a port of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use shop_services::ports::Gateway;

use super::{ProviderError, ProviderKind};
use crate::config::Config;

/// Starts it.
pub(super) async fn start(
    _config: &Config,
    _shop_url: &str,
    _shop_here: SocketAddr,
) -> Result<(ProviderKind, Option<Arc<dyn Gateway>>), ProviderError> {
    Ok((ProviderKind::None, None))
}
