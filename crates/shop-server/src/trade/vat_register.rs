//! The configured VAT register: VIES, or a stub in this process.

use std::sync::Arc;
use std::time::Duration;

use shop_services::ports::VatRegister;
use shop_vies::{StandIn, Vies, ViesError, ViesOptions};

use crate::platform::config::Config;

/// Error of starting the register's client.
#[derive(Debug, thiserror::Error)]
pub enum VatRegisterError {
    /// The client cannot be created.
    #[error(transparent)]
    Vies(#[from] ViesError),
    /// No port is free for the stub.
    #[error("the stand-in for VIES cannot start: {0}")]
    StandIn(#[from] std::io::Error),
}

/// A started register.
pub struct Started {
    /// Client of the register.
    pub register: Arc<dyn VatRegister>,
    /// The stub, if it runs in this process.
    pub stand_in: Option<StandIn>,
}

/// Starts the register's client.
///
/// # Errors
/// See [`VatRegisterError`].
pub async fn start(config: &Config) -> Result<Started, VatRegisterError> {
    let stand_in = if config.vies_url.is_empty() { Some(StandIn::start().await?) } else { None };
    let base_url = stand_in.as_ref().map_or_else(|| config.vies_url.clone(), StandIn::url);
    let time_limit = Duration::from_millis(config.vies_time_limit_ms.into());
    Ok(Started { register: Arc::new(Vies::new(&ViesOptions { base_url, time_limit })?), stand_in })
}
