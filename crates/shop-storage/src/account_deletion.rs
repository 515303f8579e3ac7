//! Deleting accounts: a customer's own, a company's with all that is the company's.

use shop_core::base::{Cents, CompanyId, CustomerId, OrderId};
use shop_services::cart::customer_key;
use shop_services::einvoices::invoiced_by;
use shop_services::ports::{DELETED_SUBACCOUNT, DeletionRefusal, StoreError};
use shop_services::records::OrderContent;

use crate::counters::Kept;
use crate::db::{Db, Write, to_json};
use crate::personal_data::forget_visits;
use crate::row::row;
use crate::statement::{set, values};
use crate::{einvoice_queues, receivables};

row! {
    struct Uninvoiced: orders(id) { id: OrderId, content: OrderContent, }
}

const SUBACCOUNTS: &str = "SELECT id FROM customers WHERE company_id = $1 AND subaccount IS NOT NULL ORDER BY id";

/// Deletes the account of who asks for it, unless something is open.
pub(crate) async fn delete(
    db: &Db,
    id: CustomerId,
    told_subaccounts: u64,
) -> Result<Result<(), DeletionRefusal>, StoreError> {
    let write = db.begin(true).await?;
    if write.has("SELECT id FROM customers WHERE id = $1 AND subaccount IS NOT NULL", values![id]).await? {
        return Ok(Err(DeletionRefusal::OfCompany));
    }
    // The company's row is held: neither a sub-account nor an order by invoice is made meanwhile.
    write.run("UPDATE companies SET version = version WHERE owner_id = $1", values![id]).await?;
    let company = write.row::<CompanyId>("SELECT id FROM companies WHERE owner_id = $1", values![id]).await?;
    if let Some(company) = company {
        let open_cents = receivables::credit(&write, company).await?.open_cents;
        if open_cents > Cents::ZERO {
            return Ok(Err(DeletionRefusal::OpenInvoices { open_cents }));
        }
    }
    let open = "SELECT id FROM orders WHERE (customer_id = $1 OR company_id = $2) \
                AND status IN ('pending', 'on-hold', 'processing') LIMIT 1";
    if write.has(open, values![id, company]).await? {
        return Ok(Err(DeletionRefusal::OpenOrders));
    }
    if let Some(company) = company {
        let people = write.rows::<CustomerId>(SUBACCOUNTS, values![company]).await?;
        if u64::try_from(people.len()).ok() != Some(told_subaccounts) {
            return Ok(Err(DeletionRefusal::Subaccounts));
        }
        forget_orders(&write, id, Some(company)).await?;
        delete_company(&write, company, &people).await?;
    } else {
        forget_orders(&write, id, None).await?;
    }
    let own = |sql: &'static str| write.run(sql, values![id]);
    // Nobody is left who could be asked to pay; what tax law wants kept is in the orders.
    own("DELETE FROM subscriptions WHERE customer_id = $1").await?;
    own("UPDATE orders SET customer_id = NULL WHERE customer_id = $1").await?;
    own("UPDATE reviews SET customer_id = NULL, reviewer = '', reviewer_email = '' WHERE customer_id = $1").await?;
    own("UPDATE comments SET customer_id = NULL, author = '', author_email = '' WHERE customer_id = $1").await?;
    own("DELETE FROM conversations WHERE customer_id = $1 AND company_id IS NULL").await?;
    own("UPDATE conversations SET name = '', email = '', search = LOWER(title) WHERE customer_id = $1").await?;
    own("UPDATE conversation_messages SET author_name = '' WHERE customer_id = $1").await?;
    // Pages and answers that name the writer are made anew.
    Kept::Catalogue.changed(&write).await?;
    Kept::Settings.changed(&write).await?;
    delete_customer(&write, id).await?;
    write.commit().await?;
    Ok(Ok(()))
}

/// Of orders that stay: the messages about them, where their buyer came from, and what he wrote with them.
async fn forget_orders(write: &Write<'_>, id: CustomerId, company: Option<CompanyId>) -> Result<(), StoreError> {
    let sql = "DELETE FROM outbox WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1 OR company_id = $2)";
    write.run(sql, values![id, company]).await?;
    forget_visits(write, id, company, false).await
}

/// Deletes a sub-account. What it ordered is its company's main account's from now on, without its name.
pub(crate) async fn delete_subaccount(write: &Write<'_>, company: CompanyId, id: CustomerId) -> Result<(), StoreError> {
    // Confirmed or not: what it ordered was told to its own address.
    let told = "DELETE FROM outbox WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1) \
                AND LOWER(recipient) = (SELECT email FROM customers WHERE id = $1)";
    write.run(told, values![id]).await?;
    forget_visits(write, id, None, true).await?;
    let named = "customer_id = $1 AND ordered_by <> ''";
    write.update("orders", set! { ordered_by: DELETED_SUBACCOUNT }, named, values![id]).await?;
    let owner = "(SELECT owner_id FROM companies WHERE id = $2)";
    for table in ["orders", "subscriptions"] {
        let sql = format!("UPDATE {table} SET customer_id = {owner} WHERE customer_id = $1");
        write.run(&sql, values![id, company]).await?;
    }
    let own = |sql: &'static str| write.run(sql, values![id]);
    own("UPDATE reviews SET customer_id = NULL, reviewer = '', reviewer_email = '' WHERE customer_id = $1").await?;
    own("UPDATE comments SET customer_id = NULL, author = '', author_email = '' WHERE customer_id = $1").await?;
    // Pages and answers that name the reviewer are made anew.
    Kept::Catalogue.changed(write).await?;
    // What it wrote is its company's; who wrote it is forgotten.
    own("UPDATE conversations SET name = '', email = '', search = LOWER(title) WHERE customer_id = $1").await?;
    own("UPDATE conversation_messages SET author_name = '' WHERE customer_id = $1").await?;
    delete_customer(write, id).await
}

/// What goes by the address of an account: messages about the account, and, when it is confirmed, all messages to it and what was
/// written as a guest. Addresses are kept as they were typed, those of accounts in small letters.
async fn forget_address(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    let sql = "DELETE FROM outbox WHERE order_id IS NULL AND SUBSTR(kind, 1, 8) = 'account_' \
               AND LOWER(recipient) = (SELECT email FROM customers WHERE id = $1)";
    write.run(sql, values![id]).await?;
    let sql = "SELECT email FROM customers WHERE id = $1 AND email_confirmed_at IS NOT NULL";
    let Some(email) = write.row::<String>(sql, values![id]).await? else { return Ok(()) };
    for sql in [
        "DELETE FROM outbox WHERE LOWER(recipient) = $1",
        "DELETE FROM newsletter_subscribers WHERE email = $1",
        "DELETE FROM conversations WHERE customer_id IS NULL AND company_id IS NULL AND LOWER(email) = $1",
        "UPDATE reviews SET reviewer = '', reviewer_email = '' WHERE customer_id IS NULL AND reviewer_email = $1",
        "UPDATE comments SET author = '', author_email = '' WHERE customer_id IS NULL AND author_email = $1",
        "UPDATE vat_checks SET email = '' WHERE email <> '' AND LOWER(email) = $1",
        "DELETE FROM captured_emails WHERE email = $1",
    ] {
        write.run(sql, values![&email]).await?;
    }
    Ok(())
}

/// Its logins, links and cart, what it paid with, whose its credit and its VAT number were, and itself.
async fn delete_customer(write: &Write<'_>, id: CustomerId) -> Result<(), StoreError> {
    // Its row is held: whom the provider knows it as is noted meanwhile by nobody, and afterwards for erasure.
    write.run("UPDATE customers SET id = id WHERE id = $1", values![id]).await?;
    forget_address(write, id).await?;
    for sql in [
        "UPDATE vat_checks SET customer_id = NULL, email = '', next_try_at = NULL WHERE customer_id = $1",
        "UPDATE store_credit SET email = '', customer_id = NULL WHERE customer_id = $1 AND balance_cents = 0",
    ] {
        write.run(sql, values![id]).await?;
    }
    // The provider is asked later, as often as it takes.
    let sql = "INSERT INTO gateway_erasures (scope, gateway_id) \
               SELECT scope, gateway_id FROM gateway_customers WHERE customer_id = $1 ON CONFLICT DO NOTHING";
    write.run(sql, values![id]).await?;
    for table in ["paying_sessions", "form_looks"] {
        let sql = format!("DELETE FROM {table} WHERE session_key = $1");
        write.run(&sql, values![customer_key(id)]).await?;
    }
    write.run("DELETE FROM logins WHERE customer_id = $1", values![id]).await?;
    // Links of registrations, too: those of a second try would make the account again, as they hold its address and password.
    let sql = "DELETE FROM account_tokens WHERE customer_id = $1 \
               OR (customer_id IS NULL AND email = (SELECT email FROM customers WHERE id = $1))";
    write.run(sql, values![id]).await?;
    write.run("DELETE FROM carts WHERE session_key = $1", values![customer_key(id)]).await?;
    write.run("DELETE FROM customers WHERE id = $1 AND role = 'customer'", values![id]).await.map(|_| ())
}

/// Deletes a company that owes nothing, with its sub-accounts. With its row goes what names it by a reference: lists, standing orders,
/// requests, offers, prices, conversations.
async fn delete_company(write: &Write<'_>, company: CompanyId, people: &[CustomerId]) -> Result<(), StoreError> {
    for id in people {
        delete_subaccount(write, company, *id).await?;
    }
    keep_for_invoices(write, company).await?;
    // Payments received are kept as long as the orders that they paid.
    for sql in [
        "UPDATE orders SET company_id = NULL WHERE company_id = $1",
        "UPDATE vat_checks SET company_id = NULL, customer_id = NULL, email = '', next_try_at = NULL WHERE company_id = $1",
        "DELETE FROM receivables WHERE company_id = $1",
        "UPDATE customers SET company_id = NULL WHERE company_id = $1",
        "DELETE FROM companies WHERE id = $1",
    ] {
        write.run(sql, values![company]).await?;
    }
    Ok(())
}

/// Writes what an invoice needs of the company into its orders that have none yet.
async fn keep_for_invoices(write: &Write<'_>, company: CompanyId) -> Result<(), StoreError> {
    let Some(known) = einvoice_queues::company(write, company).await? else { return Ok(()) };
    let rest = "WHERE company_id = $1 AND invoiced_at IS NULL AND status NOT IN ('cancelled', 'failed', 'checkout-draft') ORDER BY id";
    for Uninvoiced { id, mut content } in write.list(rest, values![company]).await? {
        content.invoice = Some(invoiced_by(content.invoice.take(), &known));
        if content.billing.company.trim().is_empty() {
            content.billing.company.clone_from(&known.name);
        }
        let kept = set! { content: to_json(&content)?, invoice_wanted: true };
        write.update("orders", kept, "id = $1", values![id]).await?;
    }
    Ok(())
}
