//! A customer's data as a file to take away (GDPR art. 15 and 20).

use serde_json::{Value, json};
use shop_core::base::CustomerId;
use shop_core::coupon::credit::CreditOwner;

use crate::accounts::Accounts;
use crate::buyer::Buyer;
use crate::ports::{CreditFilter, OrderOwner, OrderRecord, OwnComment, OwnReview, StoreError};

/// Orders read at a time.
const PAGE: u64 = 100;

impl Accounts {
    /// Everything that is stored about a customer, as JSON, under the keys that the register of personal data names: account,
    /// addresses, company, orders with their lines, reviews, comments, messages, cart, saved methods, messages sent, … What goes by
    /// the address alone is there once the address is confirmed. Times are seconds since 1970 UTC, amounts cents. `None`: no such
    /// account. What a sub-account ordered is its company's: it is in the main account's export, and not in the sub-account's.
    pub async fn account_export(&self, buyer: &Buyer) -> Result<Option<Value>, StoreError> {
        let Some(id) = buyer.customer_id else { return Ok(None) };
        let Some(account) = self.store.account(id).await? else { return Ok(None) };
        let owner = OrderOwner { customer_id: id, company_id: buyer.company_id };
        let orders = if buyer.is_subaccount() { Vec::new() } else { self.orders_export(owner).await? };
        let reviews = reviews_export(&self.store.reviews_of(id).await?);
        let logins: Vec<Value> = self
            .store
            .open_logins(id, self.context.now())
            .await?
            .iter()
            .map(|login| json!({ "browser": login.browser, "created_at": login.created_at }))
            .collect();
        let mut data = json!({
            "store_credit": self.credit_export(id).await?,
            "account": {
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
            },
            "company": self.company_export(id).await?,
            "orders": orders,
            "reviews": reviews,
            "comments": comments_export(&self.store.comments_of(id).await?),
            "messages": self.messages_export(id).await?,
            "logins": logins,
        });
        let further = self.store.own_rows(id).await?;
        if let Some(data) = data.as_object_mut() {
            data.extend(further.into_iter().map(|own| (own.name.to_owned(), Value::from(own.rows))));
        }
        Ok(Some(data))
    }

    async fn orders_export(&self, owner: OrderOwner) -> Result<Vec<Value>, StoreError> {
        let mut orders = Vec::new();
        for page in 1.. {
            let (rows, total) = self.store.orders_of(owner, page, PAGE).await?;
            for row in &rows {
                if let Some(order) = self.orders.own_order(row.id, owner).await? {
                    orders.push(order_export(&order));
                }
            }
            if page.saturating_mul(PAGE) >= total {
                break;
            }
        }
        Ok(orders)
    }

    /// The company that the account is the main account of; `null`: it is of none.
    async fn company_export(&self, id: CustomerId) -> Result<Value, StoreError> {
        let Some(company) = self.store.company_of_owner(id).await? else { return Ok(Value::Null) };
        Ok(json!({
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
        }))
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
        // No credit has an empty address: those of the account alone.
        let owner = Some(CreditOwner { customer_id: Some(id), email: String::new() });
        let mut credits = Vec::new();
        for page in 1.. {
            let filter = CreditFilter { owner: owner.clone(), page, per_page: PAGE, ..CreditFilter::default() };
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
            if page.saturating_mul(PAGE) >= total {
                break;
            }
        }
        Ok(credits)
    }
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

fn order_export(order: &OrderRecord) -> Value {
    json!({
        "number": order.id.0,
        "status": order.status.as_str(),
        "created_at": order.created_at,
        "total_cents": order.total_cents,
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
