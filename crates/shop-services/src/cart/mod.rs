//! The cart: what a session holds, and what it comes to.

mod adopt;
mod changes;
mod coupons;
mod credits;
mod customer;
mod express;
mod gate;
mod judge;
mod lines;
mod offers;
mod opening;
mod page_pricing;
mod priced_line;
mod pricing;
mod purchases;
mod recurring;
mod service;
mod stored;

pub use coupons::{CartCoupons, CouponDenial, CouponDone};
pub use customer::{AddressChange, AddressRefusal};
pub use express::{ExpressCarts, cart_rates, cart_sheet, exact, sheet_item};
pub use gate::{CartGate, OpenGate};
pub(crate) use judge::CouponJudge;
pub use lines::{AddItem, CartRefusal};
pub use page_pricing::shown_title;
pub use priced_line::{PricedLine, chosen_words, min_age_years, stock_item};
pub use pricing::{CartView, PricedPackage, price};
pub use purchases::{StockNow, day_text, first_payment, priced, terms_of};
pub use recurring::{Recurring, RecurringWords, recurring_terms};
pub use service::{Carts, OpenCart, customer_key, is_customer_key};
