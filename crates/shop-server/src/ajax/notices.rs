//! Notices as HTML, with the CSS classes that clients look for.

use maud::{Markup, html};

/// Formats a success notice.
pub(super) fn success(text: &str) -> Markup {
    html! { div class="woocommerce-message" role="alert" { (text) } }
}

/// Formats errors, each with the field that it concerns (may be empty).
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
