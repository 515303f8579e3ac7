//! What the main account does with its company: applies, corrects, applies again, edits data and delivery addresses.

use shop_core::base::{CompanyId, CustomerId, FieldError};
use shop_core::checkout::address::{Address, AddressKind};
use shop_core::checkout::check::address_errors;
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::company::{Approval, MAX_DELIVERY_ADDRESSES};
use shop_core::trade::registration::RegistrationForm;

use super::mails::{self, CompanyMail};
use super::{Companies, TRIES, contended};
use crate::accounts::buyer::{Buyer, TradeRefusal};
use crate::ports::{CompanyRecord, NewCompany, Registration, StoreError};

/// Why a company's form was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OwnCompanyError {
    /// Nobody is logged in, or the account is a sub-account.
    #[error(transparent)]
    Account(#[from] TradeRefusal),
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why delivery addresses were not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressesError {
    /// The account has no company of its own.
    #[error(transparent)]
    Account(#[from] TradeRefusal),
    #[error("the address does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the account if it is a company's main account or has no company yet.
pub(super) fn main_account_of(buyer: &Buyer) -> Result<CustomerId, TradeRefusal> {
    match (buyer.customer_id, buyer.account) {
        (None, _) => Err(TradeRefusal::LogIn),
        (Some(_), shop_core::trade::account::TradeAccount::Sub(_)) => Err(TradeRefusal::NotAllowed),
        (Some(id), _) => Ok(id),
    }
}

impl Companies {
    /// Returns the company whose main account this is.
    pub async fn own_company(&self, owner: CustomerId) -> Result<Option<CompanyRecord>, StoreError> {
        self.store.company_of_owner(owner).await
    }

    /// Handles the form of the company page: an account's first application, a correction while it is pending, a new application
    /// after a rejection, or changed data of an approved company. An approved company stays approved, with its role: the merchant
    /// is notified, and sees it marked, when name, country or VAT number change, and the number then counts as unchecked.
    pub async fn save_own(&self, buyer: &Buyer, form: &RegistrationForm) -> Result<CompanyId, OwnCompanyError> {
        let owner = main_account_of(buyer)?;
        let (setup, settings) = (self.registration_setup().await?, self.context.settings().await?);
        for _ in 0..TRIES {
            let known = self.store.company_of_owner(owner).await?;
            let mut form = form.clone();
            if let Some(approved) = known.as_ref().filter(|one| one.approval == Approval::Approved) {
                setup.slug(approved.role_id).clone_into(&mut form.role);
            }
            let Some(account) = self.store.account(owner).await? else {
                return Err(TradeRefusal::LogIn.into());
            };
            let new = match setup.read(&form, &account.email, settings.lang()) {
                Ok(Some(Registration::Company(new))) => new,
                Ok(_) => {
                    let no_company = FieldError::new("role", codes::TRADE_ROLE_UNKNOWN);
                    return Err(OwnCompanyError::Fields(vec![no_company]));
                }
                Err(errors) => return Err(OwnCompanyError::Fields(errors)),
            };
            let done = match known {
                None => self.apply(buyer, owner, &new, &account.email).await?,
                Some(company) => self.change(company, new, &account.email).await?,
            };
            if let Some(id) = done {
                return Ok(id);
            }
        }
        Err(contended().into())
    }

    /// Creates the company of an account; `None` if it has one meanwhile.
    async fn apply(
        &self,
        buyer: &Buyer,
        owner: CustomerId,
        new: &NewCompany,
        email: &str,
    ) -> Result<Option<CompanyId>, OwnCompanyError> {
        // A sub-account of an unapproved company buys as a consumer, but may not register a company of its own.
        if buyer.approval.is_some() {
            return Err(TradeRefusal::NotAllowed.into());
        }
        let settings = self.context.settings().await?;
        let mails = mails::mails_of_new(new, email, &settings, self.context.public_url());
        Ok(self.store.add_company(owner, new, &mails, self.context.now()).await?)
    }

    /// Saves changed data of a company; `None` if somebody else changed it meanwhile.
    async fn change(
        &self,
        before: CompanyRecord,
        new: NewCompany,
        email: &str,
    ) -> Result<Option<CompanyId>, StoreError> {
        let (settings, now, id) = (self.context.settings().await?, self.context.now(), before.id);
        let data = new.data;
        let differs =
            before.name != data.name || before.country != data.country || before.vat_number != data.vat_number;
        let mut company = before.clone();
        let content = &mut company.content;
        (content.tax_code, content.sdi_code, content.pec) = (data.tax_code, data.sdi_code, data.pec);
        content.fields = data.fields;
        (company.name, company.country, company.vat_number) = (data.name, data.country, data.vat_number);
        let mut occasions = Vec::new();
        if before.approval == Approval::Approved {
            if differs {
                company.changed_at = Some(now);
                let note = site_texts::company_changed(settings.shop.language, &before.name, &before.vat_number);
                company.content.note(now, "", note);
                occasions.push(CompanyMail::Changed);
            }
        } else {
            company.role_id = new.role_id;
            company.approval = new.approval;
            company.content.rejection_reason.clear();
            if before.approval == Approval::Rejected {
                company.content.note(now, "", site_texts::company_applied_again(settings.shop.language).to_owned());
                occasions.extend([CompanyMail::Waiting, CompanyMail::ToApprove]);
            }
        }
        // Submitting the same form twice changes nothing the second time.
        if company == before {
            return Ok(Some(id));
        }
        let of = |one: &CompanyMail<'_>| mails::write(one, &company.name, email, &settings, self.context.public_url());
        let mails: Vec<_> = occasions.iter().filter_map(of).collect();
        Ok(self.store.save_company(&company, &mails, now).await?.then_some(id))
    }

    /// Adds a delivery address (`None`), changes the one at an index, or removes it if no address is given.
    pub async fn save_delivery_address(
        &self,
        buyer: &Buyer,
        at: Option<usize>,
        address: Option<&Address>,
    ) -> Result<(), AddressesError> {
        let owner = main_account_of(buyer)?;
        if let Some(typed) = address {
            let rules = self.context.settings().await?.checkout_rules(true, false, false);
            let errors = address_errors(AddressKind::Shipping, typed, &rules);
            if !errors.is_empty() {
                return Err(AddressesError::Fields(errors));
            }
        }
        for _ in 0..TRIES {
            let Some(mut company) = self.store.company_of_owner(owner).await? else {
                return Err(TradeRefusal::NotTrade.into());
            };
            update_addresses(&mut company.content.delivery_addresses, at, address.map(Address::normalised))?;
            if self.store.save_company(&company, &[], self.context.now()).await? {
                return Ok(());
            }
        }
        Err(contended().into())
    }

    /// Lists the delivery addresses of an account's company.
    pub async fn delivery_addresses(&self, buyer: &Buyer) -> Result<Vec<Address>, StoreError> {
        let Some(id) = buyer.company_id else { return Ok(Vec::new()) };
        Ok(self.store.company(id).await?.map(|company| company.content.delivery_addresses).unwrap_or_default())
    }
}

/// Inserts, replaces or removes an address at an index. Adding the same one twice stores it once.
fn update_addresses(
    list: &mut Vec<Address>,
    at: Option<usize>,
    address: Option<Address>,
) -> Result<(), AddressesError> {
    match (at, address) {
        (None, Some(address)) => {
            if list.contains(&address) {
                return Ok(());
            }
            if list.len() >= MAX_DELIVERY_ADDRESSES {
                let full = FieldError::new("", codes::TRADE_ADDRESSES_FULL).with("max", MAX_DELIVERY_ADDRESSES);
                return Err(AddressesError::Fields(vec![full]));
            }
            list.push(address);
        }
        (Some(at), Some(address)) => *list.get_mut(at).ok_or(AddressesError::Unknown)? = address,
        (Some(at), None) if at < list.len() => drop(list.remove(at)),
        (_, None) => return Err(AddressesError::Unknown),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(street: &str) -> Address {
        Address { address_1: street.into(), ..Address::default() }
    }

    #[test]
    fn an_address_is_there_once_and_the_list_has_an_end() {
        let mut list = Vec::new();
        for _ in 0..2 {
            update_addresses(&mut list, None, Some(address("Via Roma 1"))).unwrap();
        }
        assert_eq!(list.len(), 1);
        for n in 0..MAX_DELIVERY_ADDRESSES - 1 {
            update_addresses(&mut list, None, Some(address(&n.to_string()))).unwrap();
        }
        assert!(matches!(update_addresses(&mut list, None, Some(address("x"))), Err(AddressesError::Fields(_))));
    }

    #[test]
    fn only_an_address_that_is_there_is_changed_or_taken_away() {
        let mut list = vec![address("a"), address("b")];
        assert_eq!(update_addresses(&mut list, Some(2), Some(address("c"))), Err(AddressesError::Unknown));
        assert_eq!(update_addresses(&mut list, Some(2), None), Err(AddressesError::Unknown));
        assert_eq!(update_addresses(&mut list, None, None), Err(AddressesError::Unknown));
        update_addresses(&mut list, Some(0), None).unwrap();
        update_addresses(&mut list, Some(0), Some(address("c"))).unwrap();
        assert_eq!(list, [address("c")]);
    }
}
