//! Rows about one person in every table that may have some, written past the shop: table, and the rest of the statement.

use shop_core::base::CustomerId;
use shop_services::cart::customer_key;

/// Address of the person.
pub(super) const EMAIL: &str = "zaffira@example.com";
/// The same as a guest may type it.
pub(super) const TYPED: &str = "Zaffira@Example.com";
/// What names the person, in small letters.
pub(super) const MARK: &str = "zaffira";

type Rows = Vec<(&'static str, String)>;

/// What the shop keeps by age, of guests and staff; `n` keeps unique columns apart.
pub(super) fn guest_rows(n: i64, at: i64, product: u64) -> Rows {
    let (order, day, year) = (900_001 + n, at / 86_400, 1970 + at / 31_557_600);
    // The customer's own row; those of guests are of addresses of their own.
    let marketing = if n == 2 { EMAIL.to_owned() } else { format!("{n}{EMAIL}") };
    let mut rows = vec![
        (
            "consents",
            format!("(visitor_id, kind, record, text_hash, decided_at) VALUES ('x', 'deny_all', '{{}}', '', {at})"),
        ),
        ("outbox", mail(TYPED, at, Some(at))),
        ("outbox", mail(TYPED, at, None)),
        (
            "conversations",
            format!(
                "(id, kind, title, state, name, email, lang, access_key, search, unread, last_message_at, created_at) \
                 VALUES ({order}, 'question', 'Olio', 'open', 'Zaffira', '{TYPED}', 'it', 'k{n}', '', FALSE, {at}, {at})"
            ),
        ),
        (
            "conversation_messages",
            format!(
                "(conversation_id, author, author_name, body, sent_key, created_at) \
                 VALUES ({order}, 'buyer', 'Zaffira', 'testo {n}', 's{n}', {at})"
            ),
        ),
        (
            "vat_checks",
            format!(
                "(email, requested_by, country, vat_number, answer, created_at) VALUES ('{TYPED}', 'buyer', 'IT', 'IT1', 'valid', {at})"
            ),
        ),
        (
            "newsletter_subscribers",
            format!(
                "(email, state, lang, access_key, source, consent_text, consent_at, left_at) \
                 VALUES ('{n}{EMAIL}', 'left', 'it', 'k{n}', 'footer', 'Va bene', {at}, {at})"
            ),
        ),
        (
            "captured_emails",
            format!(
                "(email, location, lang, consent_id, token, captured_at, seen_at) \
                 VALUES ('{marketing}', 'sign-up', 'it', 'x', 'k{n}', {at}, {at})"
            ),
        ),
        (
            "payment_events",
            format!(
                "(id, kind, intent_id, form, received_at, tries) VALUES ('evt_{n}', 'x', 'pi_{n}', '{{}}', {at}, 0)"
            ),
        ),
        ("early_intents", format!("(intent_id, session_key, cents, created_at) VALUES ('pi_{n}', 's', 1, {at})")),
        (
            "setting_changes",
            format!(
                "(section, field, before_words, after_words, author, changed_at) VALUES ('shop', 'x', '', '', 'Zaffira', {at})"
            ),
        ),
        (
            "import_jobs",
            format!(
                "(file, dry_run, author, stage, done, total, report, started_at, updated_at) \
                 VALUES ('x.csv', FALSE, 'Zaffira', 'done', 1, 1, '{{}}', {at}, {at})"
            ),
        ),
        (
            "einvoices",
            format!(
                "(id, kind, series, year, number, day, order_id, buyer, search, total_cents, content, file_number, state, carrier, \
                 author, created_at, updated_at) VALUES ({order}, 'invoice', 'Z', {year}, 1, {day}, {order}, 'Zaffira', '', 1, '{{}}', \
                 {order}, 'delivered', 'files', '', {at}, {at})"
            ),
        ),
        ("einvoice_orders", format!("(order_id, einvoice_id) VALUES ({order}, {order})")),
        (
            "einvoice_events",
            format!(
                "(einvoice_id, state, code, answer, author, created_at) VALUES ({order}, 'delivered', '', '', '', {at})"
            ),
        ),
        (
            "store_credit",
            format!(
                "(code, email, balance_cents, issued_cents, reason, created_at) VALUES ('Z{n}', '{EMAIL}', 0, 1, '', {at})"
            ),
        ),
        (
            "reviews",
            format!(
                "(product_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
                 VALUES ({product}, 'Zaffira', '{EMAIL}', 5, 'Buono', FALSE, 'approved', {at})"
            ),
        ),
        (
            "reviews",
            format!(
                "(product_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
                 VALUES ({product}, 'Zaffira', '{EMAIL}', 5, 'Pubblicità', FALSE, 'spam', {at})"
            ),
        ),
        ("comments", comment("NULL", at)),
        ("comments", comment("NULL", at).replace("'approved'", "'trash'")),
        (
            "invoices",
            format!(
                "(year, number, order_id, content, author, issued_at) VALUES ({year}, {order}, {order}, '{{\"buyer\":\"Zaffira\"}}', '', {at})"
            ),
        ),
    ];
    // What others refer to comes first.
    rows.insert(0, ("orders", order_row(order, "NULL", at)));
    rows
}

/// What the shop keeps of a customer.
pub(super) fn customer_rows(id: i64, at: i64, product: u64) -> Rows {
    let key = customer_key(CustomerId(id));
    let mut rows = guest_rows(2, at, product);
    rows.retain(|(table, rest)| {
        let unsent = *table == "outbox" && rest.contains("NULL");
        !unsent && !["setting_changes", "import_jobs", "orders", "newsletter_subscribers"].contains(table)
    });
    rows.insert(0, ("orders", order_row(900_003, &id.to_string(), at)));
    rows.extend([
        (
            "logins",
            format!("(token_hash, customer_id, created_at, expires_at, browser) VALUES ('t', {id}, {at}, {at} + 900, 'Zaffirafox')"),
        ),
        (
            "account_tokens",
            format!(
                "(token_hash, purpose, customer_id, email, created_at, expires_at) \
                 VALUES ('t', 'password', {id}, '{EMAIL}', {at}, {at} + 900)"
            ),
        ),
        (
            "account_tokens",
            format!(
                "(token_hash, purpose, email, created_at, expires_at) \
                 VALUES ('r', 'register', '{EMAIL}', {at}, {at} + 900)"
            ),
        ),
        (
            "carts",
            format!(
                "(session_key, customer_id, version, content, updated_at, expires_at) \
                 VALUES ('{key}', {id}, 1, '{{\"lines\":[],\"zaffira\":1}}', {at}, {at} + 900)"
            ),
        ),
        (
            "payments",
            format!(
                "(order_id, number, attempt, method, cents, saves_method, facts, busy_until, checks, version, created_at) \
                 VALUES (900003, 1, 1, 'card', 100, FALSE, '{{}}', 0, 0, 0, {at})"
            ),
        ),
        ("withdrawals", format!("(order_id, name, email, created_at) VALUES (900003, 'Zaffira', '{EMAIL}', {at})")),
        (
            "store_credit",
            format!(
                "(code, customer_id, email, balance_cents, issued_cents, reason, created_at) \
                 VALUES ('ZC', {id}, '{EMAIL}', 500, 500, '', {at})"
            ),
        ),
        (
            "subscriptions",
            format!(
                "(customer_id, order_id, status, terms, content, billing_email, billing_name, payment_method, made, period, retry_day, \
                 waits_for, version, created_at, changed_at) VALUES ({id}, 900003, 'cancelled', '{{}}', '{{}}', '{EMAIL}', 'Zaffira', \
                 'card', 1, 1, 0, '', 1, {at}, {at})"
            ),
        ),
        (
            "saved_methods",
            format!(
                "(customer_id, method_id, kind, brand, last4, email, is_default, created_at) \
                 VALUES ({id}, 'pm_z', 'card', 'visa', '4242', '{EMAIL}', FALSE, {at})"
            ),
        ),
        (
            "newsletter_subscribers",
            format!(
                "(email, state, lang, access_key, source, consent_text, consent_at, confirmed_at) \
                 VALUES ('{EMAIL}', 'confirmed', 'it', 'kc', 'account', 'Va bene', {at}, {at})"
            ),
        ),
        ("gateway_customers", format!("(customer_id, scope, gateway_id) VALUES ({id}, 'zaffira', 'cus_z')")),
        ("paying_sessions", format!("(session_key, order_id, updated_at) VALUES ('{key}', 900003, {at})")),
        (
            "form_appearances",
            format!("(session_key, theme, is_block, appearance, expires_at) VALUES ('{key}', 'zaffira', FALSE, '{{}}', {at} + 900)"),
        ),
        (
            "reviews",
            format!(
                "(product_id, customer_id, reviewer, reviewer_email, rating, body, verified, status, created_at) \
                 VALUES ({product}, {id}, 'Zaffira', '{EMAIL}', 5, 'Ottimo', FALSE, 'approved', {at})"
            ),
        ),
        ("comments", comment(&id.to_string(), at)),
        (
            "conversations",
            format!(
                "(id, kind, title, state, customer_id, name, email, lang, access_key, search, unread, last_message_at, created_at) \
                 VALUES (900009, 'question', 'Riso', 'open', {id}, 'Zaffira', '{EMAIL}', 'it', 'kz', 'zaffira', TRUE, {at}, {at})"
            ),
        ),
        (
            "conversation_messages",
            format!(
                "(conversation_id, author, customer_id, author_name, body, sent_key, created_at) \
                 VALUES (900009, 'buyer', {id}, 'Zaffira', 'sono Zaffira', 'sz', {at})"
            ),
        ),
        ("conversation_reads", format!("(conversation_id, customer_id, message_id) VALUES (900009, {id}, 1)")),
        (
            "vat_checks",
            format!(
                "(customer_id, email, requested_by, country, vat_number, answer, created_at) \
                 VALUES ({id}, '{EMAIL}', 'buyer', 'IT', 'IT2', 'valid', {at})"
            ),
        ),
    ]);
    rows
}

/// What the shop keeps of a customer's company.
pub(super) fn company_rows(id: i64, at: i64) -> Rows {
    vec![
        ("customer_roles", "(id, slug, is_trade, position, terms) VALUES (900001, 'z', TRUE, 9, '{}')".to_owned()),
        (
            "companies",
            format!(
                "(id, owner_id, role_id, approval, name, country, content, created_at) \
                 VALUES (900001, {id}, 900001, 'approved', 'Zaffira srl', 'IT', '{{}}', {at})"
            ),
        ),
        (
            "purchase_lists",
            format!(
                "(id, company_id, customer_id, title, title_folded, lines, line_count, created_at, updated_at) \
                 VALUES (900001, 900001, {id}, 'Zaffira', 'zaffira', '[]', 0, {at}, {at})"
            ),
        ),
        (
            "cart_approvals",
            format!(
                "(company_id, customer_id, state, lines, goods_cents, note, created_at) \
                 VALUES (900001, {id}, 'waiting', '[]', 1, 'Zaffira', {at})"
            ),
        ),
        (
            "standing_orders",
            format!(
                "(company_id, customer_id, list_id, repeats, first_on, state, next_on, created_at, updated_at) \
                 VALUES (900001, {id}, 900001, 'week', 1, 'on', 1, {at}, {at})"
            ),
        ),
        (
            "received_payments",
            format!(
                "(company_id, idempotency_key, amount_cents, received_day, reference, author, created_at) \
                 VALUES (900001, 'z', 1, 1, 'Zaffira', '', {at})"
            ),
        ),
    ]
}

/// Orders that are young: one that was never paid and has not changed since a moment, and one that tells since then where its buyer
/// came from.
pub(super) fn young_orders(n: i64, at: i64, now: i64) -> Rows {
    let row = |order: i64, status: &str, attributed: &str| {
        let content = r#"{"billing":{"first_name":"Zaffira","country":"IT"},"attribution":{"utm_source":"zaffira"}}"#;
        format!(
            "(id, order_key, status, billing_email, billing_name, total_cents, payment_method, stock_reduced, cart_hash, content, \
             source_name, created_at, updated_at, attributed_at) VALUES ({order}, 'wc_order_z{order}', '{status}', 'altra@example.com', \
             'Zaffira', 100, 'card', FALSE, '', '{content}', 'fonte', {now}, {at}, {attributed})"
        )
    };
    vec![("orders", row(900_101 + n, "cancelled", "NULL")), ("orders", row(900_201 + n, "completed", &at.to_string()))]
}

fn order_row(order: i64, customer: &str, at: i64) -> String {
    let content = r#"{"billing":{"first_name":"Zaffira","country":"IT"},"customer_note":"Suonare da Zaffira","ip":"10.9.8.0",
        "attribution":{"utm_source":"zaffira"}}"#;
    format!(
        "(id, order_key, status, customer_id, billing_email, billing_name, total_cents, payment_method, stock_reduced, cart_hash, content, \
         created_at, updated_at, invoiced_at) VALUES ({order}, 'wc_order_z{order}', 'completed', {customer}, '{EMAIL}', 'Zaffira', 100, \
         'card', FALSE, '', '{content}', {at}, {at}, {at})"
    )
}

fn comment(customer: &str, at: i64) -> String {
    format!(
        "(page_id, path, customer_id, author, author_email, body, status, created_at) \
         VALUES ((SELECT MIN(id) FROM pages), '', {customer}, 'Zaffira', '{EMAIL}', 'Bello', 'approved', {at})"
    )
}

fn mail(to: &str, at: i64, sent_at: Option<i64>) -> String {
    let sent = sent_at.map_or("NULL".to_owned(), |at| at.to_string());
    format!(
        "(kind, recipient, subject, body_html, body_text, attempts, next_attempt_at, sent_at, last_error, created_at) \
         VALUES ('note', '{to}', 'Ciao Zaffira', '', '', 10, {at}, {sent}, '', {at})"
    )
}
