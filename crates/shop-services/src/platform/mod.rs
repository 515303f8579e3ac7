//! Shared basis of all use cases: clock, random numbers, settings, outgoing e-mail, setup and health.

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
