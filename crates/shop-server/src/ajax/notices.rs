//! Messages as HTML, in the classes that clients look for.

use maud::{Markup, html};

/// Something that was done.
pub(super) fn success(text: &str) -> Markup {
    html! { div class="woocommerce-message" role="alert" { (text) } }
}

/// Errors, each with the field that it concerns (may be empty).
pub(super) fn errors(rows: &[(String, String)]) -> Markup {
    html! {
        @if !rows.is_empty() {
            ul class="woocommerce-error" role="alert" {
                @for (field, text) in rows {
                    @if field.is_empty() { li { (text) } }
                    @else { li data-id=(field) { a href={ "#" (field) } { (text) } } }
                }
            }
        }
    }
}
