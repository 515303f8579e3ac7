//! Cookie consent: a visitor's choices, when the banner is shown, and what is stored, cleaned up and recorded (storefront spec,
//! sections 3, 4 and 9; Garante per la protezione dei dati personali, guidelines of 10 June 2021).
//!
//! A state machine without side effects: a state, an event and the settings give a new state and the effects. The browser
//! releases blocked scripts according to [`ConsentState::allows`], so that pages stay cacheable.

mod cleanup;
mod record;
mod service;
mod state;
mod step;
mod timings;
mod visitor;

pub use cleanup::{CookieData, cleanup};
pub use record::{ConsentKind, ConsentRecord, ConsentTrackForm, proof_cookies};
pub use service::{ConsentService, ContentOwner, check_services, content_owner, cookie_data};
pub use state::{BannerStatus, Category, Choice, ConsentSettings, ConsentState, ConsentType};
pub use step::{ConsentEvent, ConsentStep, ServiceBox, step};
pub use timings::{ConsentTimings, TIMINGS};
pub use visitor::{ConsentVisitor, is_bot};
