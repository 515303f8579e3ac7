//! Files that still depend on each other in a cycle.

/// Crates, and their files in or between cycles. The list may only get shorter.
pub(super) const KNOWN: &[(&str, &[&str])] = &[(
    "shop-server",
    &[
        "admin/catalogue/products/booking.rs",
        "admin/catalogue/products/change.rs",
        "admin/catalogue/products/check.rs",
        "admin/catalogue/products/details.rs",
        "admin/catalogue/products/field.rs",
        "admin/catalogue/products/pictures.rs",
        "admin/catalogue/products/purchase.rs",
        "admin/catalogue/products/subscription.rs",
        "admin/catalogue/products/view.rs",
        "admin/orders/documents.rs",
        "admin/orders/instalments.rs",
        "admin/orders/order.rs",
        "admin/orders/refunds.rs",
        "admin/orders/subscriptions.rs",
        "admin/payments/order_payments.rs",
        "site/cart/form.rs",
        "site/cart/page.rs",
        "site/trade/bulk_order.rs",
        "site/trade/purchase_lists.rs",
        "site/trade/quote_form.rs",
        "store_api/checkout/submission.rs",
        "store_api/orders/order.rs",
    ],
)];
