//! Export of a customer's data (GDPR art. 15 and 20).

use serde_json::{Value, json};
use shop_core::base::{CustomerId, OrderId};
use shop_core::cart::coupon::credit::CreditOwner;

use crate::accounts::Accounts;
use crate::accounts::buyer::Buyer;
use crate::platform::mail_keys::without_keys;
use crate::ports::{Account, CompanyRecord, CreditFilter, DataOwner, OwnComment, OwnOrder, OwnReview, StoreError};

/// Batch size of orders and other rows.
const PAGE: usize = 200;
/// The same, as a query limit.
const ROWS: u64 = 200;
/// Batch size of store credits.
const CREDITS: u64 = 100;

/// An export in progress: JSON in chunks, each built on demand, so that the whole is never in memory.
pub struct Export {
    accounts: Accounts,
    owner: DataOwner,
    orders: Vec<OrderId>,
    next: Part,
}

/// The next part.
enum Part {
    /// The beginning, already built.
    Start(String),
    /// Orders, from this index on.
    Orders(usize),
    /// Rows of a list, from this index on.
    Rows {
        list: usize,
        offset: u64,
    },
    Ended,
}

impl Export {
    /// Returns the next chunk; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        match std::mem::replace(&mut self.next, Part::Ended) {
            Part::Start(text) => {
                self.next = Part::Orders(0);
                Ok(Some(text))
            }
            Part::Orders(from) => self.some_orders(from).await.map(Some),
            Part::Rows { list, offset } => self.some_rows(list, offset).await.map(Some),
            Part::Ended => Ok(None),
        }
    }

    async fn some_orders(&mut self, from: usize) -> Result<String, StoreError> {
        let until = from.saturating_add(PAGE).min(self.orders.len());
        let mut text = String::new();
        if let (Some(owner), Some(ids)) = (self.owner.orders(), self.orders.get(from..until)) {
            let orders = self.accounts.store.own_orders(owner, ids).await?;
            items(&mut text, from > 0, orders.iter().map(order_export));
        }
        if until < self.orders.len() {
            self.next = Part::Orders(until);
        } else {
            text.push(']');
            self.next = Part::Rows { list: 0, offset: 0 };
        }
        Ok(text)
    }

    async fn some_rows(&mut self, list: usize, offset: u64) -> Result<String, StoreError> {
        let Some(own) = self.accounts.store.own_rows(&self.owner, list, offset, ROWS).await? else {
            return Ok("}".to_owned());
        };
        let mut text = if offset == 0 { format!(",{}:[", Value::from(own.name)) } else { String::new() };
        let more = own.rows.len() >= PAGE;
        items(&mut text, offset > 0, own.rows.into_iter().map(without_secrets));
        self.next = if more {
            Part::Rows { list, offset: offset.saturating_add(ROWS) }
        } else {
            text.push(']');
            Part::Rows { list: list.saturating_add(1), offset: 0 }
        };
        Ok(text)
    }
}

/// Appends items to a list; `further`: it already has some.
fn items(text: &mut String, mut further: bool, items: impl Iterator<Item = Value>) {
    for item in items {
        if further {
            text.push_str(",\n");
        }
        text.push_str(&item.to_string());
        further = true;
    }
}

/// Removes access keys from an e-mail: otherwise a stolen session would be enough to take over the account.
fn without_secrets(mut row: Value) -> Value {
    if let Some(Value::String(body)) = row.get_mut("body_text") {
        *body = without_keys(body);
    }
    row
}

impl Accounts {
    /// Exports everything stored about a customer as JSON, under the keys of the personal data register: account, addresses,
    /// company, orders with their lines, reviews, comments, messages, cart, saved methods, sent e-mails, …. Data known only by
    /// address is included once the address is confirmed. Times are seconds since 1970 UTC, amounts cents. `None` if there is no
    /// such account. Orders of a sub-account belong to the company, with their payments, documents and subscriptions: they are in
    /// the main account's export, not in the sub-account's.
    pub async fn account_export(&self, buyer: &Buyer) -> Result<Option<Export>, StoreError> {
        let Some(id) = buyer.customer_id else { return Ok(None) };
        let Some(account) = self.store.account(id).await? else { return Ok(None) };
        let company = self.store.company_of_owner(id).await?;
        let owner = DataOwner {
            customer_id: id,
            email: account.email_confirmed_at.map(|_| account.email.clone()),
            subaccount: buyer.is_subaccount(),
            company_id: company.as_ref().map(|company| company.id),
        };
        let orders = match owner.orders() {
            Some(owner) => self.store.own_order_ids(owner).await?,
            None => Vec::new(),
        };
        let data = json!({
            "store_credit": self.credit_export(id).await?,
            "account": account_export(&account),
            "company": company.as_ref().map(company_export),
            "reviews": reviews_export(&self.store.reviews_of(id).await?),
            "comments": comments_export(&self.store.comments_of(id).await?),
            "messages": self.messages_export(id).await?,
            "logins": self.logins_export(id).await?,
        });
        // The object is left open for further keys.
        let mut text = data.to_string();
        text.pop();
        text.push_str(",\"orders\":[");
        Ok(Some(Export { accounts: self.clone(), owner, orders, next: Part::Start(text) }))
    }

    async fn logins_export(&self, id: CustomerId) -> Result<Vec<Value>, StoreError> {
        let logins = self.store.open_logins(id, self.context.now()).await?;
        let exported = logins.iter().map(|login| json!({ "browser": login.browser, "created_at": login.created_at }));
        Ok(exported.collect())
    }

    async fn messages_export(&self, id: CustomerId) -> Result<Vec<Value>, StoreError> {
        let messages = self.store.messages_written_by(id).await?;
        let exported = messages.iter().map(|message| {
            json!({
                "conversation": message.conversation_id.0,
                "title": message.title,
                "text": message.body,
                "created_at": message.created_at,
            })
        });
        Ok(exported.collect())
    }

    async fn credit_export(&self, id: CustomerId) -> Result<Vec<Value>, StoreError> {
        // No credit has an empty address, so this selects those of the account alone.
        let owner = Some(CreditOwner { customer_id: Some(id), email: String::new() });
        let mut credits = Vec::new();
        for page in 1.. {
            let filter = CreditFilter { owner: owner.clone(), page, per_page: CREDITS, ..CreditFilter::default() };
            let (rows, total, _) = self.store.list_credits(&filter, self.context.now()).await?;
            credits.extend(rows.into_iter().map(|one| {
                json!({
                    "code": one.credit.code,
                    "issued_cents": one.issued,
                    "balance_cents": one.credit.balance_cents,
                    "expires_at": one.credit.expires_at,
                    "reason": one.reason,
                    "created_at": one.created_at,
                })
            }));
            if page.saturating_mul(CREDITS) >= total {
                break;
            }
        }
        Ok(credits)
    }
}

fn account_export(account: &Account) -> Value {
    json!({
        "email": account.email,
        "email_confirmed_at": account.email_confirmed_at,
        "username": account.username,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "display_name": account.details.display_name,
        "billing": account.details.billing,
        "shipping": account.details.shipping,
        "registration": account.details.fields,
        "coming_soon_banner_dismissed": account.details.coming_soon_banner_dismissed,
        "created_at": account.created_at,
    })
}

/// The company whose main account this is.
fn company_export(company: &CompanyRecord) -> Value {
    json!({
        "name": company.name,
        "country": company.country,
        "vat_number": company.vat_number,
        "tax_code": company.content.tax_code,
        "sdi_code": company.content.sdi_code,
        "pec": company.content.pec,
        "approval": company.approval,
        "rejection_reason": company.content.rejection_reason,
        "registration": company.content.fields,
        "delivery_addresses": company.content.delivery_addresses,
        "created_at": company.created_at,
    })
}

fn reviews_export(reviews: &[OwnReview]) -> Vec<Value> {
    let exported = reviews.iter().map(|review| {
        json!({
            "product_id": review.product_id.0,
            "rating": review.rating,
            "text": review.body,
            "status": review.status,
            "created_at": review.created_at,
        })
    });
    exported.collect()
}

fn comments_export(comments: &[OwnComment]) -> Vec<Value> {
    let exported = comments.iter().map(|comment| {
        json!({
            "page": comment.page_id,
            "text": comment.body,
            "status": comment.status,
            "created_at": comment.created_at,
        })
    });
    exported.collect()
}

fn order_export(order: &OwnOrder) -> Value {
    json!({
        "number": order.id.0,
        "status": order.status.as_str(),
        "created_at": order.created_at,
        "total_cents": order.content.total_cents,
        "payment_method": order.payment_method,
        "details": order.content,
        "lines": order.lines.iter().map(|line| json!({
            "sku": line.sku,
            "name": line.name,
            "quantity": line.quantity,
            "details": line.content,
        })).collect::<Vec<_>>(),
    })
}
