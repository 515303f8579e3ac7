//! An account as its owner reads and changes it.

use shop_core::base::CustomerId;
use shop_core::checkout::address::{Address, AddressKind};

use crate::accounts::Accounts;
use crate::cart::AddressChange;
use crate::ports::{Account, AccountNames, DeletionRefusal, OwnReview, StoreError};

impl Accounts {
    pub async fn account(&self, id: CustomerId) -> Result<Option<Account>, StoreError> {
        self.store.account(id).await
    }

    pub async fn save_names(&self, id: CustomerId, names: &AccountNames) -> Result<(), StoreError> {
        self.store.save_names(id, names).await
    }

    /// Saves an address, also in the current cart.
    pub async fn save_address(
        &self,
        session_key: &str,
        id: CustomerId,
        kind: AddressKind,
        address: &Address,
    ) -> Result<(), StoreError> {
        let (billing, shipping) = match kind {
            AddressKind::Billing => (Some(address), None),
            AddressKind::Shipping => (None, Some(address)),
        };
        self.store.save_addresses(id, billing, shipping).await?;
        let (billing, shipping) = (billing.map(AddressChange::of), shipping.map(AddressChange::of));
        // The cart reports invalid fields when it is opened.
        let _ = self.carts.update_customer(session_key, Some(id), billing.as_ref(), shipping.as_ref()).await?;
        Ok(())
    }

    /// Sets a password, which ends all logins, and notifies the owner.
    pub async fn change_password(&self, id: CustomerId, password_hash: &str) -> Result<(), StoreError> {
        self.store.set_password(id, password_hash).await?;
        self.notify_password_changed(id).await
    }

    /// Records that a customer closed the banner at the foot of the page.
    pub async fn dismiss_banner(&self, id: CustomerId) -> Result<(), StoreError> {
        self.store.dismiss_banner(id).await
    }

    /// Lists a customer's reviews, newest first.
    pub async fn reviews_of(&self, id: CustomerId) -> Result<Vec<OwnReview>, StoreError> {
        self.store.reviews_of(id).await
    }

    /// Deletes an account, with its company and the number of sub-accounts that its owner confirmed, and notifies its former
    /// address; `None` if there is no such account.
    pub async fn delete_account(
        &self,
        id: CustomerId,
        confirmed_subaccounts: u64,
    ) -> Result<Option<Result<(), DeletionRefusal>>, StoreError> {
        let Some(account) = self.store.account(id).await? else { return Ok(None) };
        let done = self.store.delete_account(id, confirmed_subaccounts).await?;
        if done.is_ok() {
            self.notify_account_deleted(&account.email).await?;
        }
        Ok(Some(done))
    }
}
