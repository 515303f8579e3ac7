//! What every use case stands on: time, chance, settings, messages that go out, set-up and health.

pub mod apply;
pub mod boundary;
pub mod clock;
pub mod context;
pub mod dashboard;
pub mod health;
pub mod mail_keys;
pub mod outbox;
pub mod random;
pub mod settings;
pub mod settings_service;
