//! The cart: what a session holds, and what it comes to.

mod changes;
mod content;
mod coupons;
mod credits;
mod customer;
mod express;
mod gate;
mod lines;
mod offers;
mod opening;
mod priced_line;
mod pricing;
mod purchases;
mod recurring;
mod service;

pub use content::{CartContent, CartLine, OrderedContent, StoredNotice, line_key};
pub use coupons::{CouponDenial, CouponDone};
pub use customer::{AddressChange, AddressRefusal};
pub use express::{cart_rates, cart_sheet, exact, sheet_item};
pub use gate::{CartGate, OpenGate};
pub use lines::{AddItem, CartRefusal};
pub use priced_line::{PricedLine, chosen_words, min_age_years, stock_item};
pub use pricing::{CartView, PricedPackage, price};
pub use purchases::{StockNow, day_text, first_payment, priced, terms_of};
pub use recurring::{Recurring, RecurringWords, recurring_terms};
pub use service::{OpenCart, customer_key, is_customer_key};
