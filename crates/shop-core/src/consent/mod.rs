//! Consent to cookies: what a visitor allowed, when the banner shows, what is stored, cleaned and recorded (storefront
//! spec, sections 3, 4 and 9; Garante per la protezione dei dati personali, guidelines of 10 June 2021).
//!
//! A state machine without side effects: a state, an event and the settings give a new state and the effects. Blocked
//! scripts are released in the browser by [`ConsentState::allows`], so that pages stay cacheable.

mod cleanup;
mod record;
mod state;
mod step;
mod visitor;

pub use cleanup::{CookieData, cleanup};
pub use record::{ConsentRecord, ConsentTrackForm};
pub use state::{BannerStatus, Category, Choice, ConsentSettings, ConsentState, ConsentType};
pub use step::{ConsentEvent, ConsentStep, step};
pub use visitor::{ConsentVisitor, is_bot};

/// The page is loaded anew so long after something was revoked, in milliseconds (storefront spec, section 9).
pub const RELOAD_AFTER_MS: i64 = 500;

/// Cookies without consent are cleaned so often, in milliseconds (storefront spec, section 9).
pub const CLEAN_EVERY_MS: i64 = 1_000;

/// Scrolling more pixels than this dismisses the banner where consent is opt-out (storefront spec, section 9).
pub const SCROLL_PIXELS: i64 = 400;
