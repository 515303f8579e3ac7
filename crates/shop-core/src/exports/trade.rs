//! Trade buyers: sub-accounts, bulk orders, purchase lists, quotes, registration, VAT.

use super::Integer;
use crate::base::Cents;
pub use crate::base::{FieldError, Lang};
use crate::trade;
pub use crate::trade::account::CreateAnswer;
pub use crate::trade::bulk_order::{BulkEvent, BulkOrder};
pub use crate::trade::custom_field::CustomField;
pub use crate::trade::product_string::ProductLine;
pub use crate::trade::purchase_list::{CartToListButton, CartToListEvent, CartToListState, SaveListOutcome};
pub use crate::trade::quote::{InquiryForm, InquiryOutcome, QuoteButton, QuoteClick, QuoteForm};
pub use crate::trade::registration::{RegistrationForm, RegistrationRules};
pub use crate::trade::registration_field::RoleField;
pub use crate::trade::search_answer::FoundProduct;
pub use crate::trade::subaccount::SubaccountForm;

exports! { $ for_each_trade_export;
    /// Returns all errors of the form for a new sub-account in page order; empty: it can be sent.
    subaccountErrors = fn subaccount_errors(form: SubaccountForm) -> [Vec<FieldError>] { trade::subaccount::errors(&form) }

    /// Formats lines as a product string, without those that have no product or quantity.
    formatProductString = fn format_product_string(lines: [Vec<ProductLine>]) -> String { trade::product_string::format(&lines) }

    /// Applies an event to the bulk order form.
    bulkOrder = fn bulk_order(form: BulkOrder, event: BulkEvent) -> BulkOrder { trade::bulk_order::step(form, event) }

    /// Formats the price of a found product.
    foundPrice = fn found_price(product: FoundProduct, lang: Lang) -> String { product.price(lang) }

    /// Formats an amount for the call that returns it in words.
    sentSum = fn sent_sum(cents: Integer) -> String { trade::search_answer::sum_text(Cents(cents.0)) }

    /// Returns the registration form's custom fields, with those of other roles and countries hidden.
    registrationFields = fn registration_fields(form: RegistrationForm, fields: [Vec<RoleField>], rules: RegistrationRules) -> [Vec<CustomField>] {
        trade::registration::fields(&form, &fields, &rules)
    }

    /// Returns the errors of a registration: the country where it is shown, then the custom fields in page order.
    registrationErrors = fn registration_errors(form: RegistrationForm, fields: [Vec<RoleField>], rules: RegistrationRules) -> [Vec<FieldError>] {
        trade::registration::errors(&form, &fields, &rules)
    }

    /// Validates a new inquiry and returns the outcome.
    inquiryOutcome = fn inquiry_outcome(form: InquiryForm) -> InquiryOutcome { trade::quote::inquiry_outcome(&form) }

    /// Returns the quote button after a click.
    quoteClick = fn quote_click(button: QuoteButton, form: QuoteForm) -> QuoteClick { trade::quote::click(button, &form) }

    /// Validates a new purchase list and returns the outcome; `prompted` is null if the prompt was cancelled.
    saveList = fn save_list(products: String, prompted: [Option<String>]) -> SaveListOutcome {
        trade::purchase_list::save_outcome(&products, prompted.as_deref())
    }

    /// Applies an event to the button "add cart to purchase list".
    cartToList = fn cart_to_list(button: CartToListButton, event: CartToListEvent) -> CartToListState {
        trade::purchase_list::cart_to_list(button, &event)
    }

    /// Returns the URL that downloads a purchase list.
    listDownloadAddress = fn list_download_address(endpoint: String, list: Integer, token: String) -> String {
        trade::purchase_list::download_address(&endpoint, list.0, &token)
    }

    /// Parses the response to a new sub-account.
    subaccountAnswer = fn subaccount_answer(answer: String) -> CreateAnswer { trade::account::read_create_answer(&answer) }
}
