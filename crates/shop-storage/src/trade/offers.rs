//! Offers to companies.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, RelationDef,
};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, ConversationId, CustomerId, OfferId, OrderId};
use shop_core::trade::company::Approval;
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::NewOffer;
use shop_services::ports::{
    NewMail, OfferCompany, OfferFilter, OfferInCart, OfferOwner, OfferRecord, OfferStore, StoreError,
};

use crate::db::Db;
use crate::db::fetch::page_of;
use crate::db::fetch::{Fetch, FetchId, FetchSome, Run};
use crate::entity::offers::{ActiveModel, Column, Entity, Model};
use crate::entity::{Stored, companies, customers, record_from};
use crate::platform::outbox;
use crate::search::matches;
use crate::trade::offer_companies;
use crate::trade::selects::company_name;

/// An offer with the name of its company.
#[derive(FromQueryResult)]
struct OfferRow {
    #[sea_orm(nested)]
    offer: Model,
    company_name: String,
}

impl From<OfferRow> for OfferRecord {
    fn from(OfferRow { offer: row, company_name }: OfferRow) -> Self {
        Self {
            id: row.id.0,
            offer: NewOffer {
                title: row.title,
                company_id: row.company_id.0,
                customer_id: row.customer_id.map(|id| id.0),
                conversation_id: row.conversation_id.map(|id| id.0.0),
                valid_until: row.valid_until,
                once: row.once,
                content: row.content.0,
            },
            company: company_name,
            state: row.state.0,
            used_order_id: row.used_order_id.map(|id| id.0),
            version: row.version,
            sent_at: row.sent_at,
            seen_at: row.seen_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// The columns of an offer that a cart depends on.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct CartOfferRow {
    id: Stored<OfferId>,
    state: Stored<OfferState>,
    valid_until: Option<UnixSeconds>,
    used_order_id: Option<Stored<OrderId>>,
}

record_from! { |row: CartOfferRow| OfferInCart { id, state, valid_until, used_order_id } }

/// Condition for offers that an account may use: those of its approved company that are for the whole company or for this
/// account. The main account may use all.
pub(crate) fn is_for_account(account: CustomerId) -> Expr {
    let company: RelationDef = customers::Entity::belongs_to(companies::Entity)
        .from(customers::Column::CompanyId)
        .to(companies::Column::Id)
        .into();
    let addressed = Condition::any()
        .add(Column::CustomerId.is_null())
        .add(Column::CustomerId.into_expr().eq(customers::Column::Id.into_expr()))
        .add(customers::Column::Subaccount.is_null());
    let addressee = customers::Entity::find()
        .select_only()
        .column(customers::Column::Id)
        .join(JoinType::InnerJoin, company)
        .filter(customers::Column::Id.eq(Stored(account)))
        .filter(companies::Column::Approval.eq(Stored(Approval::Approved)))
        .filter(customers::Column::CompanyId.into_expr().eq(Column::CompanyId.into_expr()))
        .filter(addressed);
    Expr::exists(addressee.into_query())
}

#[async_trait]
impl OfferStore for Db {
    async fn add_offer(&self, offer: &NewOffer, now: UnixSeconds) -> Result<OfferId, StoreError> {
        let write = self.begin(true).await?;
        let row = ActiveModel {
            state: Set(Stored(OfferState::Draft)),
            created_at: Set(now),
            updated_at: Set(now),
            ..columns(offer)
        };
        let id = Entity::insert(row).fetch_id(&write).await?;
        write.commit().await?;
        Ok(id.0)
    }

    async fn save_offer(
        &self,
        id: OfferId,
        version: i64,
        offer: &NewOffer,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let saved = Entity::update_many()
            .set(ActiveModel { updated_at: Set(now), ..columns(offer) })
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(is_draft(id, version));
        Ok(saved.run(self).await? == 1)
    }

    async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        fetch_offer(self, Column::Id.eq(Stored(id)).into()).await
    }

    async fn list_offers(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        let found = matches(&filter.search, [Column::Title.into_expr(), company_name(Column::CompanyId)]);
        let by_state = filter.state.map(|state| Column::State.eq(Stored(state)));
        let wanted = Condition::all().add_option(by_state).add_option(found);
        fetch_offers(self, wanted, filter.page, filter.per_page).await
    }

    async fn send_offer(
        &self,
        id: OfferId,
        version: i64,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sent = ActiveModel {
            state: Set(Stored(OfferState::Sent)),
            sent_at: Set(Some(now)),
            updated_at: Set(now),
            ..Default::default()
        };
        let sent = Entity::update_many()
            .set(sent)
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(is_draft(id, version));
        if sent.run(&write).await? == 0 {
            return Ok(false);
        }
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn withdraw_offer(&self, id: OfferId, now: UnixSeconds) -> Result<bool, StoreError> {
        let withdrawn =
            ActiveModel { state: Set(Stored(OfferState::Withdrawn)), updated_at: Set(now), ..Default::default() };
        let withdrawn = Entity::update_many()
            .set(withdrawn)
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .filter(Column::Id.eq(Stored(id)))
            .filter(Column::State.eq(Stored(OfferState::Sent)));
        Ok(withdrawn.run(self).await? == 1)
    }

    async fn delete_offer(&self, id: OfferId) -> Result<bool, StoreError> {
        let draft =
            Entity::delete_many().filter(Column::Id.eq(Stored(id))).filter(Column::State.eq(Stored(OfferState::Draft)));
        Ok(draft.run(self).await? == 1)
    }

    async fn offers_of(
        &self,
        owner: OfferOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        fetch_offers(self, is_seen_by(owner), page, per_page).await
    }

    async fn offer_of(&self, owner: OfferOwner, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        fetch_offer(self, is_seen_by(owner).add(Column::Id.eq(Stored(id)))).await
    }

    async fn mark_offers_seen(&self, ids: &[OfferId], now: UnixSeconds) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let seen = Entity::update_many()
            .set(ActiveModel { seen_at: Set(Some(now)), ..Default::default() })
            .filter(Column::SeenAt.is_null())
            .filter(Column::Id.is_in(ids.iter().copied().map(Stored)));
        seen.run(self).await.map(|_| ())
    }

    async fn count_new_offers(&self, owner: OfferOwner, now: UnixSeconds) -> Result<u64, StoreError> {
        let is_valid = Condition::any().add(Column::ValidUntil.is_null()).add(Column::ValidUntil.gt(now));
        let unseen = Entity::find()
            .filter(is_seen_by(owner))
            .filter(Column::State.eq(Stored(OfferState::Sent)))
            .filter(Column::SeenAt.is_null())
            .filter(is_valid);
        unseen.fetch_count(self).await
    }

    async fn offers_in_cart(&self, customer: CustomerId, ids: &[OfferId]) -> Result<Vec<OfferInCart>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let own = Entity::find()
            .filter(Column::Id.is_in(ids.iter().copied().map(Stored)))
            .filter(is_for_account(customer))
            .into_partial_model::<CartOfferRow>();
        own.fetch_records(self).await
    }

    async fn offer_companies(&self, search: &str, most: u64) -> Result<Vec<OfferCompany>, StoreError> {
        offer_companies::find_by_name_or_address(self, search, most).await
    }

    async fn offer_company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError> {
        offer_companies::find_by_id(self, id).await
    }
}

async fn fetch_offer(db: &Db, condition: Condition) -> Result<Option<OfferRecord>, StoreError> {
    let offer = Entity::find().expr_as(company_name(Column::CompanyId), "company_name").filter(condition);
    offer.into_model::<OfferRow>().fetch_record(db).await
}

/// A page of offers, newest first, and their total number.
async fn fetch_offers(
    db: &Db,
    condition: Condition,
    page: u64,
    per_page: u64,
) -> Result<(Vec<OfferRecord>, u64), StoreError> {
    let wanted = Entity::find().filter(condition);
    let rows = page_of(wanted.clone(), page, per_page)
        .expr_as(company_name(Column::CompanyId), "company_name")
        .order_by_desc(Column::Id)
        .into_model::<OfferRow>()
        .fetch_records(db)
        .await?;
    Ok((rows, wanted.fetch_count(db).await?))
}

/// Condition for a draft of this version.
fn is_draft(id: OfferId, version: i64) -> Condition {
    Condition::all()
        .add(Column::Id.eq(Stored(id)))
        .add(Column::Version.eq(version))
        .add(Column::State.eq(Stored(OfferState::Draft)))
}

/// Condition for offers that a buyer sees: drafts are never shown.
fn is_seen_by(owner: OfferOwner) -> Condition {
    let addressed = owner
        .subaccount
        .map(|id| Condition::any().add(Column::CustomerId.is_null()).add(Column::CustomerId.eq(Stored(id))));
    Condition::all()
        .add(Column::State.ne(Stored(OfferState::Draft)))
        .add(Column::CompanyId.eq(Stored(owner.company_id)))
        .add_option(addressed)
}

/// Columns that the form fills.
fn columns(offer: &NewOffer) -> ActiveModel {
    ActiveModel {
        company_id: Set(Stored(offer.company_id)),
        customer_id: Set(offer.customer_id.map(Stored)),
        conversation_id: Set(offer.conversation_id.map(|id| Stored(ConversationId(id)))),
        title: Set(offer.title.clone()),
        valid_until: Set(offer.valid_until),
        once: Set(offer.once),
        content: Set(Stored(offer.content.clone())),
        ..Default::default()
    }
}
