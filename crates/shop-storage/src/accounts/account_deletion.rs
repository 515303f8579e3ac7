//! Deletes accounts: a customer's own, or a company's with everything that belongs to the company.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shop_core::base::{Cents, CompanyId, CustomerId};
use shop_core::orders::OrderStatus;
use shop_services::orders::einvoices::invoiced_by;
use shop_services::ports::{DELETED_SUBACCOUNT, DeletionRefusal, StoreError};
use shop_services::records::OrderContent;

use crate::accounts::forgetting::{
    delete_conversations, delete_customer, forget_author, forget_orders, forget_subaccount_mails, forget_writer,
    orders_of,
};
use crate::db::fetch::{Fetch, FetchSome, Run};
use crate::db::{Db, Write};
use crate::entity::{self, Rest, Stored, companies, customers, orders, subscriptions, vat_checks};
use crate::orders::einvoice_queues;
use crate::platform::counters::ChangeCounter;
use crate::privacy::personal_data::forget_visits;
use crate::trade::receivables;

/// Statuses of orders that are still to be paid or shipped.
const OPEN: [OrderStatus; 3] = [OrderStatus::Pending, OrderStatus::OnHold, OrderStatus::Processing];
/// Statuses of orders that get no invoice, because no sale was made.
const UNSOLD: [OrderStatus; 3] = [OrderStatus::Cancelled, OrderStatus::Failed, OrderStatus::CheckoutDraft];

/// Deletes an account at its owner's request, unless something is open.
pub(crate) async fn delete(
    db: &Db,
    id: CustomerId,
    confirmed_subaccounts: u64,
) -> Result<Result<(), DeletionRefusal>, StoreError> {
    let write = db.begin(true).await?;
    let account = customers::Entity::find().filter(customers::Column::Id.eq(Stored(id)));
    if account.filter(customers::Column::Subaccount.is_not_null()).fetch_exists(&write).await? {
        return Ok(Err(DeletionRefusal::OfCompany));
    }
    let company = lock_company(&write, id).await?;
    if let Some(company) = company {
        let open_cents = receivables::read_credit(&write, company).await?.open_cents;
        if open_cents > Cents::ZERO {
            return Ok(Err(DeletionRefusal::OpenInvoices { open_cents }));
        }
    }
    let open = orders::Entity::find().filter(orders_of(id, company));
    if open.filter(orders::Column::Status.is_in(OPEN.map(Stored))).fetch_exists(&write).await? {
        return Ok(Err(DeletionRefusal::OpenOrders));
    }
    if let Some(company) = company {
        let people = list_subaccounts(&write, company).await?;
        if u64::try_from(people.len()).ok() != Some(confirmed_subaccounts) {
            return Ok(Err(DeletionRefusal::Subaccounts));
        }
        forget_orders(&write, id, Some(company)).await?;
        delete_company(&write, company, &people).await?;
    } else {
        forget_orders(&write, id, None).await?;
    }
    // Nobody is left to pay for the subscriptions; what tax law requires is in the orders.
    subscriptions::Entity::delete_many().filter(subscriptions::Column::CustomerId.eq(Stored(id))).run(&write).await?;
    orders::Entity::update_many()
        .set(orders::ActiveModel { customer_id: Set(None), ..Default::default() })
        .filter(orders::Column::CustomerId.eq(Stored(id)))
        .run(&write)
        .await?;
    forget_author(&write, id).await?;
    delete_conversations(&write, id).await?;
    forget_writer(&write, id).await?;
    // Cached pages and responses that name the author are rebuilt.
    ChangeCounter::Catalogue.increment(&write).await?;
    ChangeCounter::Settings.increment(&write).await?;
    delete_customer(&write, id).await?;
    write.commit().await?;
    Ok(Ok(()))
}

/// Finds the company of a main account and locks its row, so that neither a sub-account nor an order by invoice is created
/// meanwhile.
async fn lock_company(write: &Write<'_>, owner: CustomerId) -> Result<Option<CompanyId>, StoreError> {
    use companies::Column::{Id, OwnerId, Version};
    let lock = companies::Entity::update_many().col_expr(Version, Expr::col(Version));
    lock.filter(OwnerId.eq(Stored(owner))).run(write).await?;
    let company = companies::Entity::find().select_only().column(Id).filter(OwnerId.eq(Stored(owner)));
    Ok(company.into_tuple::<Stored<CompanyId>>().fetch_one(write).await?.map(|id| id.0))
}

async fn list_subaccounts(write: &Write<'_>, company: CompanyId) -> Result<Vec<CustomerId>, StoreError> {
    use customers::Column::{CompanyId, Id, Subaccount};
    let people = customers::Entity::find()
        .select_only()
        .column(Id)
        .filter(CompanyId.eq(Stored(company)))
        .filter(Subaccount.is_not_null())
        .order_by_asc(Id);
    let people = people.into_tuple::<Stored<CustomerId>>().fetch_all(write).await?;
    Ok(people.into_iter().map(|id| id.0).collect())
}

/// Deletes a sub-account. Its orders pass to the company's main account, without its name.
pub(crate) async fn delete_subaccount(write: &Write<'_>, company: CompanyId, id: CustomerId) -> Result<(), StoreError> {
    forget_subaccount_mails(write, id).await?;
    forget_visits(write, id, None, true).await?;
    orders::Entity::update_many()
        .set(orders::ActiveModel { ordered_by: Set(DELETED_SUBACCOUNT.to_owned()), ..Default::default() })
        .filter(orders::Column::CustomerId.eq(Stored(id)))
        .filter(orders::Column::OrderedBy.ne(""))
        .run(write)
        .await?;
    orders::Entity::update_many()
        .col_expr(orders::Column::CustomerId, owner_of(company).into())
        .filter(orders::Column::CustomerId.eq(Stored(id)))
        .run(write)
        .await?;
    subscriptions::Entity::update_many()
        .col_expr(subscriptions::Column::CustomerId, owner_of(company).into())
        .filter(subscriptions::Column::CustomerId.eq(Stored(id)))
        .run(write)
        .await?;
    forget_author(write, id).await?;
    // Cached pages and responses that name the reviewer are rebuilt.
    ChangeCounter::Catalogue.increment(write).await?;
    // Its messages belong to the company and stay; their author is removed.
    forget_writer(write, id).await?;
    delete_customer(write, id).await
}

fn owner_of(company: CompanyId) -> SelectStatement {
    use companies::Column::{Id, OwnerId};
    companies::Entity::find().select_only().column(OwnerId).filter(Id.eq(Stored(company))).into_query()
}

/// Deletes a company that owes nothing, with its sub-accounts. Rows that reference the company are deleted with it: lists,
/// standing orders, approval requests, offers, prices, conversations.
async fn delete_company(write: &Write<'_>, company: CompanyId, people: &[CustomerId]) -> Result<(), StoreError> {
    for id in people {
        delete_subaccount(write, company, *id).await?;
    }
    copy_invoice_data(write, company).await?;
    // Received payments stay as long as the orders that they paid.
    orders::Entity::update_many()
        .set(orders::ActiveModel { company_id: Set(None), ..Default::default() })
        .filter(orders::Column::CompanyId.eq(Stored(company)))
        .run(write)
        .await?;
    let unowned = vat_checks::ActiveModel {
        company_id: Set(None),
        customer_id: Set(None),
        email: Set(String::new()),
        next_try_at: Set(None),
        ..Default::default()
    };
    let checks = vat_checks::Entity::update_many().set(unowned);
    checks.filter(vat_checks::Column::CompanyId.eq(Stored(company))).run(write).await?;
    entity::receivables::Entity::delete_many()
        .filter(entity::receivables::Column::CompanyId.eq(Stored(company)))
        .run(write)
        .await?;
    customers::Entity::update_many()
        .set(customers::ActiveModel { company_id: Set(None), ..Default::default() })
        .filter(customers::Column::CompanyId.eq(Stored(company)))
        .run(write)
        .await?;
    companies::Entity::delete_many().filter(companies::Column::Id.eq(Stored(company))).run(write).await.map(|_| ())
}

/// Copies the invoice data of the company into its orders that are not invoiced yet.
async fn copy_invoice_data(write: &Write<'_>, company: CompanyId) -> Result<(), StoreError> {
    use orders::Column::{CompanyId, Id, InvoicedAt, Status};
    let Some(known) = einvoice_queues::company(write, company).await? else { return Ok(()) };
    let uninvoiced = orders::Entity::find()
        .filter(CompanyId.eq(Stored(company)))
        .filter(InvoicedAt.is_null())
        .filter(Status.is_not_in(UNSOLD.map(Stored)))
        .order_by_asc(Id);
    for order in uninvoiced.fetch_all(write).await? {
        let id = order.id;
        let mut content = OrderContent::from(order);
        content.invoice = Some(invoiced_by(content.invoice.take(), &known));
        if content.billing.company.trim().is_empty() {
            content.billing.company.clone_from(&known.name);
        }
        let invoiced = orders::ActiveModel {
            content: Set(Stored(Rest(content))),
            invoice_wanted: Set(true),
            ..Default::default()
        };
        orders::Entity::update_many().set(invoiced).filter(Id.eq(id)).run(write).await?;
    }
    Ok(())
}
