//! HTML fragments that classic clients insert: the mini-cart, the order review, the payment box.

use maud::{Markup, html};
use serde_json::{Value, json};
use shop_core::base::Cents;
use shop_core::base::format::price;
use shop_core::cart::tax::label;
use shop_core::catalogue::purchase::words::day;
use shop_core::platform::words::{order_texts, site_texts};
use shop_services::cart::{CartView, OpenCart, recurring_terms};
use shop_services::platform::settings::ShopSettings;

use crate::app::storefront::WebContext;

/// `{fragments, cart_hash}`.
pub(super) fn cart_fragments(open: &OpenCart, web: &WebContext) -> Value {
    let view = open.view();
    json!({
        "fragments": { "div.widget_shopping_cart_content": mini_cart(&view, web, &open.record.session_key).into_string() },
        "cart_hash": view.hash(),
    })
}

fn mini_cart(view: &CartView<'_>, web: &WebContext, session_key: &str) -> Markup {
    let path = |path: &str| view.settings.shop.page_path(view.lang, path);
    // The link works without scripts, and when the call fails.
    let nonce = web.secrets.nonce(crate::app::visitor::nonces::CART, session_key, web.context.now());
    html! {
        div class="widget_shopping_cart_content" {
            @if view.lines.is_empty() {
                p class="woocommerce-mini-cart__empty-message" { (site_texts::your_cart_is_empty(view.lang)) }
            } @else {
                ul class="woocommerce-mini-cart cart_list product_list_widget" {
                    @for line in &view.lines {
                        li class="woocommerce-mini-cart-item mini_cart_item" {
                            a class="remove remove_from_cart_button" href={ (path("/cart/")) "?remove_item=" (line.line.key) "&_wpnonce=" (nonce) }
                                data-cart_item_key=(line.line.key) data-product_id=(line.product.item.id)
                                aria-label=(site_texts::remove_item(view.lang, line.name)) { "×" }
                            a href=(web.context.addresses().page(&format!("/prodotto/{}/", line.product.slug))) { (line.name) }
                            @for (_, label, value) in &line.chosen { small { " " (label) ": " (value) } }
                            @for fact in &line.facts { small { " " (fact.label) ": " (fact.value) } }
                            span class="quantity" { (line.line.quantity) " × " (price(line.unit_price, view.lang)) }
                        }
                    }
                }
                p class="woocommerce-mini-cart__total total" {
                    strong { (site_texts::subtotal(view.lang)) ": " }
                    (price(view.displayed_subtotal(), view.lang))
                }
                p class="woocommerce-mini-cart__buttons buttons" {
                    a class="button wc-forward" href=(path("/cart/")) { (site_texts::view_cart(view.lang)) }
                    a class="button checkout wc-forward" href=(path("/checkout/")) { (site_texts::to_checkout(view.lang)) }
                }
            }
        }
    }
}

/// Renders the table of the order review.
pub(in crate::ajax) fn order_review(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        table class="shop_table woocommerce-checkout-review-order-table" {
            tbody { (review_lines(view)) }
            tfoot {
                tr class="cart-subtotal" {
                    th { (site_texts::subtotal(view.lang)) }
                    td { (money(view.displayed_subtotal())) }
                }
                (coupon_rows(view))
                (delivery_rows(view))
                (tax_rows(view))
                (rounding_row(view))
                (credit_rows(view))
                tr class="order-total" {
                    th { (site_texts::total(view.lang)) }
                    td { strong { (money(view.to_pay())) } }
                }
                (recurring_rows(view))
                (later_rows(view))
            }
        }
    }
}

fn review_lines(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        @for line in &view.lines {
            tr class="cart_item" {
                td class="product-name" {
                    (line.name) " × " (line.line.quantity)
                    @for (_, label, value) in &line.chosen { small { " " (label) ": " (value) } }
                    @for fact in &line.facts { small { " " (fact.label) ": " (fact.value) } }
                }
                td class="product-total" { (money(view.displayed_line(line))) }
            }
        }
    }
}

fn coupon_rows(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    let printed = view.printed_discounts();
    html! {
        @for ((coupon, _), off) in view.coupons.iter().zip(&printed.each) {
            tr class={ "cart-discount coupon-" (coupon.code) } {
                th { "Coupon: " (coupon.code) }
                td {
                    "-" (money(*off)) " "
                    a href={ (view.settings.shop.page_path(view.lang, "/checkout/")) "?remove_coupon=" (coupon.code) } class="woocommerce-remove-coupon" data-coupon=(coupon.code) {
                        (site_texts::remove_coupon(view.lang))
                    }
                }
            }
        }
    }
}

/// Renders the rounding difference when no discount absorbs it.
fn rounding_row(view: &CartView<'_>) -> Markup {
    let rounding = view.printed_discounts().rounding;
    html! {
        @if rounding != Cents::ZERO {
            tr class="rounding" {
                th { (order_texts::rounding(view.lang)) }
                td { (price(rounding, view.lang)) }
            }
        }
    }
}

/// Renders the shipping rates to choose from.
fn delivery_rows(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        @for package in &view.packages {
            tr class="woocommerce-shipping-totals shipping" {
                th { (site_texts::shipping(view.lang)) }
                td {
                    @if package.rates.is_empty() {
                        (site_texts::no_shipping(view.lang))
                    } @else {
                        ul id="shipping_method" class="woocommerce-shipping-methods" {
                            @for rate in &package.rates {
                                @let id = rate.method.rate_id();
                                li {
                                    input type="radio" name="shipping_method[0]" class="shipping_method" data-index="0"
                                        id={ "shipping_method_0_" (id) } value=(id) checked[rate.selected];
                                    label for={ "shipping_method_0_" (id) } {
                                        (view.lang.select(&rate.method.title, &rate.method.title_en))
                                        ": " (money(if view.shows_net() { rate.cost } else { rate.cost + rate.tax }))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn tax_rows(view: &CartView<'_>) -> Markup {
    let including = if view.shows_net() { "" } else { order_texts::including(view.lang) };
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        @for (index, tax) in &view.totals.tax_by_rate {
            @if let Some(rate) = view.settings.tax.rates.get(*index) {
                tr class="tax-rate" {
                    th { (including) @if !including.is_empty() { " " } (label(&rate.name, &rate.percent())) }
                    td { (money(*tax)) }
                }
            }
        }
    }
}

fn credit_rows(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        @for one in &view.credit.uses {
            tr class="cart-discount store-credit" {
                th { (site_texts::store_credit(view.lang, &one.code)) }
                td {
                    "-" (money(one.used_cents)) " "
                    a href={ (view.settings.shop.page_path(view.lang, "/checkout/")) "?remove_coupon=" (one.code) } class="woocommerce-remove-coupon" data-coupon=(one.code) {
                        (site_texts::remove_coupon(view.lang))
                    }
                }
            }
        }
    }
}

/// Renders the recurring totals of subscriptions and their terms.
fn recurring_rows(view: &CartView<'_>) -> Markup {
    html! {
        @for one in &view.recurring {
            @let words = one.words(view.lang);
            tr class="recurring-totals" {
                th { (site_texts::recurring_total(view.lang, &words.period)) small { " " (words.note) } }
                td { strong { (words.amount) } }
            }
        }
        @if view.has_subscription() {
            tr class="recurring-terms" { td colspan="2" { (recurring_terms(view)) } }
        }
    }
}

/// Renders what is paid now and later, for an order with a deposit or instalments.
fn later_rows(view: &CartView<'_>) -> Markup {
    let money = |cents: Cents| price(cents, view.lang);
    html! {
        @if !view.due.later.is_empty() {
            tr class="order-paid" {
                th { (site_texts::due_now(view.lang)) }
                td { strong { (money(view.due.now)) } }
            }
            @for part in &view.due.later {
                tr class="order-remaining" {
                    th { (site_texts::by_day(view.lang)) " " (day(&part.due, view.lang)) }
                    td { (money(part.cents)) }
                }
            }
        }
    }
}

/// Renders the box with the payment methods.
pub(in crate::ajax) fn payment(view: &CartView<'_>, chosen: &str) -> Markup {
    let methods: Vec<_> = view.payment_methods().collect();
    let selected =
        methods.iter().find(|m| m.id == chosen).or(methods.first()).map(|m| m.id.as_str()).unwrap_or_default();
    html! {
        div id="payment" class="woocommerce-checkout-payment" {
            @if view.needs_payment() {
                ul class="wc_payment_methods payment_methods methods" {
                    @for method in &methods {
                        li class={ "wc_payment_method payment_method_" (method.id) } {
                            input id={ "payment_method_" (method.id) } type="radio" class="input-radio" name="payment_method"
                                value=(method.id) checked[method.id == selected];
                            label for={ "payment_method_" (method.id) } { (view.lang.select(&method.title, &method.title_en)) }
                            @let about = view.lang.select(&method.description, &method.description_en);
                            @if !about.is_empty() { div class={ "payment_box payment_method_" (method.id) } { p { (about) } } }
                        }
                    }
                }
            }
            div class="form-row place-order" {
                button type="submit" class="button alt" id="place_order" name="woocommerce_checkout_place_order" value="1" {
                    (site_texts::place_order(view.lang))
                }
            }
        }
    }
}

/// Renders the replacement of the checkout form when the cart is empty.
pub(in crate::ajax) fn expired_form(settings: &ShopSettings) -> Markup {
    let lang = settings.lang();
    html! {
        div class="woocommerce-error" role="alert" {
            (shop_core::platform::messages::text(shop_core::platform::messages::codes::SESSION_EXPIRED, &shop_core::base::Params::new(), lang))
            " "
            a class="wc-backward" href=(settings.shop.page_path(lang, "/negozio/")) { (site_texts::return_to_the_shop(lang)) }
        }
    }
}
