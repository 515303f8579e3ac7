//! Sub-accounts: a company's main account creates them for its people and sets their rights.

use std::sync::Arc;

use shop_core::base::{CustomerId, FieldError, Params};
use shop_core::platform::messages::{codes, text};
use shop_core::trade::account::TradeAction;
use shop_core::trade::subaccount::{SubaccountDetails, SubaccountForm, details, errors};

use crate::accounts::buyer::{Buyer, TradeBuyer, TradeRefusal};
use crate::accounts::{CONFIRM_LINK_S, Link};
use crate::content::mail_template::MailTemplate;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{
    AccountStore, NewCustomer, NewMail, NewToken, Role, StoreError, SubaccountConflict, SubaccountRecord,
    SubaccountStore, TokenPurpose, ports,
};

/// Maximum number of listed sub-accounts: more than any company may have.
const LISTED: u64 = 1000;

/// Why a sub-account was not created or changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubaccountRefusal {
    /// The account lacks the right.
    Trade(TradeRefusal),
    /// Invalid fields, in page order.
    Fields(Vec<FieldError>),
    /// User name or address are taken, or the company has the maximum number.
    Taken(SubaccountConflict),
    Unknown,
}

impl SubaccountRefusal {
    /// Returns the form errors: each for its field, or with an empty field name for the whole form.
    pub fn errors(&self) -> Vec<FieldError> {
        match self {
            Self::Trade(refusal) => vec![FieldError::new("", refusal.code())],
            Self::Fields(errors) => errors.clone(),
            Self::Taken(SubaccountConflict::Maximum) => vec![FieldError::new("", codes::TRADE_SUBACCOUNT_MAXIMUM)],
            Self::Taken(SubaccountConflict::Username) => {
                vec![FieldError::new("username", codes::SUBACCOUNT_USERNAME_TAKEN)]
            }
            Self::Taken(SubaccountConflict::Email) => vec![FieldError::new("email", codes::SUBACCOUNT_EMAIL_TAKEN)],
            Self::Unknown => vec![FieldError::new("", codes::TRADE_SUBACCOUNT_UNKNOWN)],
        }
    }
}

impl From<TradeRefusal> for SubaccountRefusal {
    fn from(refusal: TradeRefusal) -> Self {
        Self::Trade(refusal)
    }
}

/// Result of a change.
type Done<T> = Result<Result<T, SubaccountRefusal>, StoreError>;

ports! {
    pub(crate) trait SubaccountsPorts: AccountStore + SubaccountStore
}

/// Sub-accounts for their main account.
#[derive(Clone)]
pub struct Subaccounts {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SubaccountsPorts>,
}

impl Subaccounts {
    /// Lists the company's sub-accounts, oldest first, and the maximum number.
    pub async fn list(&self, main: &TradeBuyer) -> Result<(Vec<SubaccountRecord>, u64), StoreError> {
        let found = self.store.subaccounts_of(main.company_id, LISTED).await?;
        Ok((found, self.maximum().await?))
    }

    /// Counts the sub-accounts of the company whose main account this is, approved or not; 0 without a company.
    pub async fn count_of(&self, owner: CustomerId) -> Result<u64, StoreError> {
        self.store.count_subaccounts(owner).await
    }

    /// Returns a company's sub-account; an unknown one and another company's look alike.
    pub async fn one(&self, main: &TradeBuyer, id: CustomerId) -> Result<Option<SubaccountRecord>, StoreError> {
        self.store.subaccount_of(main.company_id, id).await
    }

    /// Validates the form of a new sub-account without a database query, before its password is hashed.
    pub fn form_errors(form: &SubaccountForm, typed: &SubaccountDetails) -> Vec<FieldError> {
        let mut found = errors(form);
        found.extend(details(typed).err().into_iter().flatten());
        found
    }

    /// Creates a sub-account. It can log in at once. A welcome e-mail asks its owner to confirm the address by `link`; until then
    /// the account has no access to data that the shop stores for that address.
    pub async fn create(
        &self,
        buyer: &Buyer,
        form: &SubaccountForm,
        typed: &SubaccountDetails,
        password_hash: &str,
        link: &Link,
    ) -> Done<CustomerId> {
        let main = match buyer.trade(TradeAction::ManageSubaccounts) {
            Ok(main) => main,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let errors = Self::form_errors(form, typed);
        let Some(subaccount) = details(typed).ok().filter(|_| errors.is_empty()) else {
            return Ok(Err(SubaccountRefusal::Fields(errors)));
        };
        let new = NewCustomer {
            email: form.email.trim().to_lowercase(),
            username: form.username.clone(),
            password_hash: password_hash.to_owned(),
            role: Role::Customer,
            first_name: subaccount.name.clone(),
            last_name: String::new(),
        };
        let now = self.context.now();
        let maximum = self.maximum().await?;
        let id = match self.store.add_subaccount(main.company_id, &new, &subaccount, maximum, now).await? {
            Ok(id) => id,
            Err(taken) => return Ok(Err(SubaccountRefusal::Taken(taken))),
        };
        let company = self.store.main_account(main.company_id).await?.map(|main| main.company).unwrap_or_default();
        let settings = self.context.settings().await?;
        let token = NewToken {
            token_hash: link.token_hash.clone(),
            purpose: TokenPurpose::ConfirmEmail,
            customer_id: Some(id),
            email: new.email.clone(),
            password_hash: String::new(),
            registration: None,
            expires_at: now + CONFIRM_LINK_S,
        };
        self.store.put_token(&token, Some(&welcome(&new, &company, &link.url, &settings)), now).await?;
        Ok(Ok(id))
    }

    /// Overwrites the settings of a sub-account. Its rights apply from its next request on.
    pub async fn update(&self, buyer: &Buyer, id: CustomerId, typed: &SubaccountDetails) -> Done<()> {
        let main = match buyer.trade(TradeAction::ManageSubaccounts) {
            Ok(main) => main,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let subaccount = match details(typed) {
            Ok(subaccount) => subaccount,
            Err(errors) => return Ok(Err(SubaccountRefusal::Fields(errors))),
        };
        let saved = self.store.save_subaccount(main.company_id, id, &subaccount).await?;
        Ok(if saved { Ok(()) } else { Err(SubaccountRefusal::Unknown) })
    }

    /// Deletes a sub-account, which ends its logins. Its orders stay with the company.
    pub async fn delete(&self, buyer: &Buyer, id: CustomerId) -> Done<()> {
        let main = match buyer.trade(TradeAction::ManageSubaccounts) {
            Ok(main) => main,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let deleted = self.store.delete_subaccount(main.company_id, id).await?;
        Ok(if deleted { Ok(()) } else { Err(SubaccountRefusal::Unknown) })
    }

    async fn maximum(&self) -> Result<u64, StoreError> {
        Ok(u64::try_from(self.context.settings().await?.accounts.subaccounts_maximum).unwrap_or(0))
    }
}

fn welcome(new: &NewCustomer, company: &str, url: &str, settings: &ShopSettings) -> NewMail {
    let lang = settings.lang();
    let params = Params::from([
        ("shop".to_owned(), settings.shop.name.clone()),
        ("company".to_owned(), company.to_owned()),
        ("username".to_owned(), new.username.clone()),
        ("hours".to_owned(), (CONFIRM_LINK_S / 3600).to_string()),
    ]);
    let translate = |code: &str| text(code, &params, lang);
    MailTemplate {
        kind: "account_subaccount".into(),
        recipient: new.email.clone(),
        subject: translate(codes::MAIL_SUBACCOUNT_SUBJECT),
        paragraphs: vec![translate(codes::MAIL_SUBACCOUNT)],
        button: Some((translate(codes::MAIL_CONFIRM_ADDRESS), url.to_owned())),
        closing: vec![translate(codes::MAIL_WRITE_US)],
        ..MailTemplate::default()
    }
    .into_mail(settings, lang)
}
