//! Offers to companies.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId, OfferId};
use shop_core::trade::offer::OfferState;
use shop_core::trade::offer_form::NewOffer;
use shop_services::ports::{
    CompanyPerson, NewMail, OfferCompany, OfferFilter, OfferInCart, OfferOwner, OfferRecord, OfferStore, StoreError,
};

use crate::db::{Db, list, to_json};
use crate::outbox;
use crate::row::row;
use crate::statement::{Filter, Set, set, value, values};

row! {
    OfferRecord: offers(id) {
        id,
        offer: NewOffer { title, company_id, customer_id, conversation_id, valid_until, once, content, },
        company: "(SELECT c.name FROM companies c WHERE c.id = offers.company_id)",
        state, used_order_id, version, sent_at, seen_at, created_at, updated_at,
    }
}

row! {
    struct CompanyName: companies(id) { id: CompanyId, name: String, }
}

row! { OfferInCart: offers(id) { id, state, valid_until, used_order_id, } }

row! {
    CompanyPerson: customers(customer_id) {
        customer_id: "id", company_id, name: "TRIM(first_name || ' ' || last_name)", email,
        is_main: subaccount => |kept: Option<String>| kept.is_none(),
    }
}

/// Whether offer `offers` is for the account `c`: of the company, and for all of it or for this account; the main account sees all.
pub(crate) const FOR_ACCOUNT: &str = "c.company_id = offers.company_id \
    AND (offers.customer_id IS NULL OR offers.customer_id = c.id OR c.subaccount IS NULL)";

#[async_trait]
impl OfferStore for Db {
    async fn add_offer(&self, offer: &NewOffer, now: UnixSeconds) -> Result<OfferId, StoreError> {
        let write = self.begin(true).await?;
        let mut row = columns(offer)?;
        row.append(set! { state: OfferState::Draft, created_at: now, updated_at: now });
        let id = write.insert_new("offers", row).await?;
        write.commit().await?;
        Ok(OfferId(id))
    }

    async fn save_offer(
        &self,
        id: OfferId,
        version: i64,
        offer: &NewOffer,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let mut change = columns(offer)?;
        change.append(set! { version = "version + 1", updated_at: now });
        let draft = values![id, version, OfferState::Draft];
        Ok(self.update("offers", change, "id = $1 AND version = $2 AND state = $3", draft).await? == 1)
    }

    async fn offer(&self, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn list_offers(&self, filter: &OfferFilter) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        if let Some(state) = filter.state {
            condition.and("state = ?", state);
        }
        condition
            .and_search(&filter.search, &["title", "(SELECT c.name FROM companies c WHERE c.id = offers.company_id)"]);
        self.page(condition, "id DESC", (filter.page, filter.per_page)).await
    }

    async fn send_offer(
        &self,
        id: OfferId,
        version: i64,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let sent = set! { state: OfferState::Sent, version = "version + 1", sent_at: now, updated_at: now };
        let draft = values![id, version, OfferState::Draft];
        if write.update("offers", sent, "id = $1 AND version = $2 AND state = $3", draft).await? == 0 {
            return Ok(false);
        }
        outbox::queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn withdraw_offer(&self, id: OfferId, now: UnixSeconds) -> Result<bool, StoreError> {
        let withdrawn = set! { state: OfferState::Withdrawn, version = "version + 1", updated_at: now };
        let sent = values![id, OfferState::Sent];
        Ok(self.update("offers", withdrawn, "id = $1 AND state = $2", sent).await? == 1)
    }

    async fn delete_offer(&self, id: OfferId) -> Result<bool, StoreError> {
        let draft = values![id, OfferState::Draft];
        Ok(self.run("DELETE FROM offers WHERE id = $1 AND state = $2", draft).await? == 1)
    }

    async fn offers_of(
        &self,
        owner: OfferOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OfferRecord>, u64), StoreError> {
        self.page(seen_by(owner), "id DESC", (page, per_page)).await
    }

    async fn offer_of(&self, owner: OfferOwner, id: OfferId) -> Result<Option<OfferRecord>, StoreError> {
        let mut own = seen_by(owner);
        own.and("id = ?", id);
        Ok(self.list_by(own, "").await?.pop())
    }

    async fn mark_offers_seen(&self, ids: &[OfferId], now: UnixSeconds) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let unseen = format!("seen_at IS NULL AND id IN ({})", list(1, ids.len()));
        let ids = ids.iter().map(|id| value(*id)).collect();
        self.update("offers", set! { seen_at: now }, &unseen, ids).await.map(|_| ())
    }

    async fn count_new_offers(&self, owner: OfferOwner, now: UnixSeconds) -> Result<u64, StoreError> {
        let mut unseen = seen_by(owner);
        unseen.and("state = ?", OfferState::Sent);
        unseen.and_that("seen_at IS NULL");
        unseen.and("(valid_until IS NULL OR valid_until > ?)", now);
        self.count("offers", unseen).await
    }

    async fn offers_in_cart(&self, customer: CustomerId, ids: &[OfferId]) -> Result<Vec<OfferInCart>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let own = format!(
            "WHERE id IN ({}) AND EXISTS (SELECT 1 FROM customers c JOIN companies k ON k.id = c.company_id \
             WHERE c.id = $1 AND k.approval = 'approved' AND {FOR_ACCOUNT})",
            list(2, ids.len())
        );
        let mut bound = values![customer];
        bound.extend(ids.iter().map(|id| value(*id)));
        self.list(&own, bound).await
    }

    async fn offer_companies(&self, search: &str, most: u64) -> Result<Vec<OfferCompany>, StoreError> {
        let mut wanted = Filter::new("1 = 1");
        wanted.and_search_either(search, &["name"], ("id IN (SELECT company_id FROM customers WHERE ?)", &["email"]));
        let companies: Vec<CompanyName> = self.some(&wanted, "name, id", (0, most)).await?;
        with_people(self, companies.into_iter().map(|company| (company.id, company.name)).collect()).await
    }

    async fn offer_company(&self, id: CompanyId) -> Result<Option<OfferCompany>, StoreError> {
        let found = self.rows("SELECT id, name FROM companies WHERE id = $1", values![id]).await?;
        Ok(with_people(self, found).await?.pop())
    }
}

async fn with_people(db: &Db, companies: Vec<(CompanyId, String)>) -> Result<Vec<OfferCompany>, StoreError> {
    if companies.is_empty() {
        return Ok(Vec::new());
    }
    let order = "ORDER BY CASE WHEN subaccount IS NULL THEN 0 ELSE 1 END, id";
    let rest = format!("WHERE company_id IN ({}) AND blocked_at IS NULL {order}", list(1, companies.len()));
    let ids = companies.iter().map(|(id, _)| value(*id)).collect();
    let people: Vec<CompanyPerson> = db.list(&rest, ids).await?;
    let of = |company_id| people.iter().filter(|one| one.company_id == company_id).cloned().collect();
    let with = |(company_id, name)| OfferCompany { company_id, name, people: of(company_id) };
    Ok(companies.into_iter().map(with).collect())
}

/// What a buyer sees: all but drafts.
fn seen_by(owner: OfferOwner) -> Filter {
    let mut own = Filter::new("state <> 'draft'");
    own.and("company_id = ?", owner.company_id);
    if let Some(id) = owner.subaccount {
        own.and("(customer_id IS NULL OR customer_id = ?)", id);
    }
    own
}

fn columns(offer: &NewOffer) -> Result<Set, StoreError> {
    Ok(set! {
        company_id: offer.company_id,
        customer_id: offer.customer_id,
        conversation_id: offer.conversation_id,
        title: &offer.title,
        valid_until: offer.valid_until,
        once: offer.once,
        content: to_json(&offer.content)?,
    })
}
