//! Accounts: details, single-use links, open logins, deletion.

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CustomerId, ProductId};
use shop_core::catalogue::review::ReviewStatus;
use shop_core::checkout::address::Address;
use shop_core::content::widget::notice::{BANNER_DISMISSED, banner_hidden};
use shop_core::orders::OrderStatus;
use shop_services::ports::{
    Account, AccountDetails, AccountNames, AccountStore, DeletionRefusal, NewMail, NewToken, OpenLogin, OrderListRow,
    OrderOwner, OwnReview, Registration, StoreError, TokenOutcome, TokenPurpose,
};

use crate::accounts::{account_deletion, tokens};
use crate::db::fetch::{Fetch, Run};
use crate::db::{Db, Write};
use crate::entity::customers::{ActiveModel, Column, Entity};
use crate::entity::{Stored, account_tokens, logins, orders, record_from, reviews};
use crate::orders::orders_read::read_page;
use crate::platform::outbox;

/// Maximum number of open logins listed for an account.
const LOGINS: u64 = 50;
/// Maximum number of reviews listed for an account.
const REVIEWS: u64 = 200;

#[derive(DerivePartialModel)]
#[sea_orm(entity = "Entity")]
struct AccountRow {
    id: Stored<CustomerId>,
    email: String,
    username: String,
    first_name: String,
    last_name: String,
    details: Stored<AccountDetails>,
    email_confirmed_at: Option<UnixSeconds>,
    created_at: UnixSeconds,
}

record_from! {
    |row: AccountRow| Account {
        id, email, username, first_name, last_name, details, email_confirmed_at, created_at,
    }
}

#[derive(DerivePartialModel)]
#[sea_orm(entity = "reviews::Entity")]
struct OwnReviewRow {
    product_id: Stored<ProductId>,
    rating: i64,
    body: String,
    status: Stored<ReviewStatus>,
    created_at: UnixSeconds,
}

record_from! {
    |row: OwnReviewRow| OwnReview {
        product_id, rating, body,
        status: row.status.0.as_str().to_owned(),
        created_at,
    }
}

record_from! { |row: logins::Model| OpenLogin { token_hash, browser, created_at } }

#[async_trait]
impl AccountStore for Db {
    async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError> {
        let account = Entity::find().filter(Column::Id.eq(Stored(id))).into_partial_model::<AccountRow>();
        account.fetch_record(self).await
    }

    async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = find_details(&write, id).await? else { return Ok(()) };
        details.display_name.clone_from(&names.display_name);
        let named = ActiveModel {
            first_name: Set(names.first_name.clone()),
            last_name: Set(names.last_name.clone()),
            details: Set(Stored(details)),
            ..Default::default()
        };
        tokens::update_customer(&write, id, named).await?;
        write.commit().await
    }

    async fn save_addresses(
        &self,
        id: CustomerId,
        billing: Option<&Address>,
        shipping: Option<&Address>,
    ) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = find_details(&write, id).await? else { return Ok(()) };
        if let Some(billing) = billing {
            details.billing = billing.clone();
        }
        if let Some(shipping) = shipping {
            details.shipping = shipping.clone();
        }
        save_details(&write, id, details).await?;
        write.commit().await
    }

    async fn put_token(&self, token: &NewToken, mail: Option<&NewMail>, now: UnixSeconds) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let row = account_tokens::ActiveModel {
            token_hash: Set(token.token_hash.clone()),
            purpose: Set(Stored(token.purpose)),
            customer_id: Set(token.customer_id.map(Stored)),
            email: Set(token.email.clone()),
            password_hash: Set(token.password_hash.clone()),
            registration: Set(token.registration.clone().map(Stored)),
            role_id: Set(token.registration.as_ref().map(Registration::role_id).map(Stored)),
            created_at: Set(now),
            expires_at: Set(token.expires_at),
        };
        account_tokens::Entity::insert(row).run(&write).await?;
        outbox::queue(&write, None, mail.map_or(&[], std::slice::from_ref), now).await?;
        write.commit().await
    }

    async fn token_is_alive(
        &self,
        token_hash: &str,
        purpose: TokenPurpose,
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        tokens::is_alive(self, token_hash, purpose, now).await
    }

    async fn registration_of(
        &self,
        token_hash: &str,
        now: UnixSeconds,
    ) -> Result<Option<(String, Option<Registration>)>, StoreError> {
        tokens::find_registration(self, token_hash, now).await
    }

    async fn use_registration(
        &self,
        token_hash: &str,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError> {
        tokens::use_registration(self, token_hash, mails, now).await
    }

    async fn use_password_reset(
        &self,
        token_hash: &str,
        password_hash: &str,
        now: UnixSeconds,
    ) -> Result<TokenOutcome, StoreError> {
        tokens::use_password_reset(self, token_hash, password_hash, now).await
    }

    async fn use_confirmation(&self, token_hash: &str, now: UnixSeconds) -> Result<TokenOutcome, StoreError> {
        tokens::use_confirmation(self, token_hash, now).await
    }

    async fn delete_dead_tokens(&self, now: UnixSeconds) -> Result<u64, StoreError> {
        logins::Entity::delete_many().filter(logins::Column::ExpiresAt.lte(now)).run(self).await?;
        account_tokens::Entity::delete_many().filter(account_tokens::Column::ExpiresAt.lte(now)).run(self).await
    }

    async fn open_logins(&self, id: CustomerId, now: UnixSeconds) -> Result<Vec<OpenLogin>, StoreError> {
        use logins::Column::{CreatedAt, CustomerId, ExpiresAt, TokenHash};
        let open = logins::Entity::find().filter(CustomerId.eq(Stored(id))).filter(ExpiresAt.gt(now));
        let newest = open.order_by_desc(CreatedAt).order_by_asc(TokenHash).limit(LOGINS);
        newest.fetch_records(self).await
    }

    async fn close_other_logins(&self, id: CustomerId, current_token_hash: &str) -> Result<u64, StoreError> {
        use logins::Column::{CustomerId, TokenHash};
        let others = logins::Entity::delete_many().filter(CustomerId.eq(Stored(id)));
        others.filter(TokenHash.ne(current_token_hash)).run(self).await
    }

    async fn orders_of(
        &self,
        owner: OrderOwner,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<OrderListRow>, u64), StoreError> {
        use orders::Column::{CompanyId, CustomerId, Id, Status};
        let of_owner = Condition::any()
            .add(CustomerId.eq(Stored(owner.customer_id)))
            .add_option(owner.company_id.map(|company| CompanyId.eq(Stored(company))));
        let placed = Status.ne(Stored(OrderStatus::CheckoutDraft));
        let wanted = orders::Entity::find().filter(placed).filter(of_owner).order_by_desc(Id);
        read_page(self, wanted, (page, per_page)).await
    }

    async fn dismiss_banner(&self, id: CustomerId) -> Result<(), StoreError> {
        let write = self.begin(true).await?;
        let Some(mut details) = find_details(&write, id).await? else { return Ok(()) };
        if banner_hidden(&details.coming_soon_banner_dismissed) {
            return Ok(());
        }
        details.coming_soon_banner_dismissed = BANNER_DISMISSED.into();
        save_details(&write, id, details).await?;
        write.commit().await
    }

    async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError> {
        use reviews::Column::{CreatedAt, CustomerId, Id};
        let own = reviews::Entity::find().filter(CustomerId.eq(Stored(id)));
        let newest = own.order_by_desc(CreatedAt).order_by_desc(Id).limit(REVIEWS);
        newest.into_partial_model::<OwnReviewRow>().fetch_records(self).await
    }

    async fn delete_account(
        &self,
        id: CustomerId,
        confirmed_subaccounts: u64,
    ) -> Result<Result<(), DeletionRefusal>, StoreError> {
        account_deletion::delete(self, id, confirmed_subaccounts).await
    }
}

async fn find_details(write: &Write<'_>, id: CustomerId) -> Result<Option<AccountDetails>, StoreError> {
    let details = Entity::find().select_only().column(Column::Details).filter(Column::Id.eq(Stored(id)));
    let details = details.into_tuple::<Stored<AccountDetails>>().fetch_one(write).await?;
    Ok(details.map(|details| details.0))
}

async fn save_details(write: &Write<'_>, id: CustomerId, details: AccountDetails) -> Result<(), StoreError> {
    tokens::update_customer(write, id, ActiveModel { details: Set(Stored(details)), ..Default::default() }).await
}
