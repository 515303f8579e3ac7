//! Browsing: amounts, messages, the variation form, quantities, reviews. Every visitor loads this table.

pub use crate::cart::grouped::{GroupedChildForm, GroupedChoice};
pub use crate::catalogue::quantity::{ClampedQuantity, QuantityBounds};
pub use crate::catalogue::variation::{VariationForm, VariationIndex};
pub use crate::catalogue::variation_form::{VariationChoice, VariationFormState};
pub use crate::comment::CommentForm;
pub use crate::review::{ReviewForm, ReviewRules};
pub use crate::{Cents, FieldError, Lang};
use crate::{cart, catalogue, comment, format, messages, review};
use super::{Integer, MessageParams};

exports! { $ for_each_browse_export;
    /// An amount of money: "72,00 €".
    formatPrice = fn format_price(cents: Cents, lang: Lang) -> String { format::price(cents, lang) }

    /// An amount as the store API writes it, minor units as text: "7200" is "72,00 €". Other text is left as it is.
    formatMinor = fn format_minor(minor: String, lang: Lang) -> String {
        minor.parse().map_or(minor, |cents| format::price(Cents(cents), lang))
    }

    /// A whole number with thousands separators: "12.345".
    formatInteger = fn format_integer(value: Integer, lang: Lang) -> String { format::integer(value.0, lang) }

    /// A decimal text in the language's notation: "0.5" is "0,5".
    formatDecimal = fn format_decimal(text: String, lang: Lang) -> String { format::decimal(&text, lang) }

    /// The sentence of a message code with its placeholders filled; the code itself when there is no such message.
    messageText = fn message_text(code: String, params: MessageParams, lang: Lang) -> String {
        messages::text(&code, &params.0, lang)
    }

    /// The variation form after the page has loaded.
    variationFormState = fn variation_form_state(form: VariationForm) -> VariationFormState {
        VariationIndex::new(form).start()
    }

    /// The variation form after an option is chosen; an empty option takes the choice back. Builds the index anew: a page
    /// that stays open uses `VariationMatcher`.
    chooseOption = fn choose_option(form: VariationForm, before: VariationChoice, attribute: String, option: String) -> VariationFormState {
        VariationIndex::new(form).choose(before, &attribute, &option)
    }

    /// The variation form after its reset link is followed.
    resetOptions = fn reset_options(form: VariationForm, before: VariationChoice) -> VariationFormState {
        VariationIndex::new(form).reset(before)
    }

    /// The variation form after a quantity is typed.
    setVariationQuantity = fn set_variation_quantity(form: VariationForm, before: VariationChoice, typed: String) -> VariationFormState {
        VariationIndex::new(form).set_quantity(before, &typed)
    }

    /// What a typed quantity comes to in the cart.
    clampQuantity = fn clamp_quantity(typed: String, bounds: QuantityBounds) -> ClampedQuantity {
        catalogue::quantity::clamp(&typed, &bounds)
    }

    /// The refusals of a review.
    checkReview = fn check_review(form: ReviewForm, rules: ReviewRules) -> [Vec<FieldError>] { review::errors(&form, &rules) }

    /// The refusals of a comment.
    checkComment = fn check_comment(form: CommentForm) -> [Vec<FieldError>] { comment::errors(&form) }

    /// What a grouped product's form comes to.
    groupedChoice = fn grouped_choice(children: [Vec<GroupedChildForm>]) -> GroupedChoice { cart::grouped::choose(&children) }
}
