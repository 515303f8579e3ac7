//! Store credit: issued and withdrawn by the merchant, and the e-mail that delivers it.

use std::sync::Arc;

use shop_core::base::format::price;
use shop_core::base::{Cents, CustomerId, FieldError, Lang};
use shop_core::cart::coupon::bulk::{Bulk, CREDIT_LENGTH, CREDIT_PREFIX};
use shop_core::cart::coupon::credit::CreditOwner;
use shop_core::cart::coupon::credit_check::{CreditForm, NewCredits, check};
use shop_core::cart::coupon::offer::ends;
use shop_core::platform::messages::codes;
use shop_core::platform::words::order_texts;

use crate::Random;
use crate::cart::coupon_management::random_codes;
use crate::content::mail_template::MailTemplate;
use crate::platform::context::Context;
use crate::platform::settings::ShopSettings;
use crate::ports::{CreditFilter, CreditRecord, CreditStore, LedgerEntry, NewCredit, NewMail, StoreError};

/// Why a credit was not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CreditError {
    #[error("the credit does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Store credits for the merchant.
#[derive(Clone)]
pub struct Credits {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CreditStore>,
}

impl Credits {
    /// Issues the same credit to each address of a form, with an e-mail to each; returns their ids.
    pub async fn issue_credits(&self, form: &CreditForm, author: &str) -> Result<Vec<i64>, CreditError> {
        let new = check(form, self.context.now()).map_err(CreditError::Fields)?;
        let settings = self.context.settings().await?;
        let credits = credits_to(self.context.random(), &new, author, &settings, settings.lang());
        Ok(self.store.issue_credits(&credits, self.context.now()).await?)
    }

    /// Withdraws an amount, as typed, from a credit.
    pub async fn withdraw_credit(&self, id: i64, amount: &str, reason: &str, author: &str) -> Result<(), CreditError> {
        let Some(found) = self.store.credit(id).await? else { return Err(CreditError::Unknown) };
        let refuse = |error| Err(CreditError::Fields(vec![error]));
        let Some(cents) = Cents::parse(amount.trim()).filter(|cents| *cents > Cents::ZERO) else {
            return refuse(FieldError::new("amount", codes::MERCHANT_AMOUNT_INVALID));
        };
        let maximum = shop_core::cart::coupon::credit_check::MAX_REASON_CHARS;
        if reason.trim().is_empty() {
            return refuse(FieldError::new("reason", codes::MERCHANT_REQUIRED));
        }
        if reason.chars().count() > maximum {
            return refuse(FieldError::new("reason", codes::MERCHANT_TOO_LONG).with("maximum", maximum));
        }
        if self.store.withdraw_credit(id, cents, author, reason.trim(), self.context.now()).await? {
            return Ok(());
        }
        let left = self.store.credit(id).await?.unwrap_or(found).credit.balance_cents;
        let lang = self.context.settings().await?.lang();
        refuse(FieldError::new("amount", codes::CREDIT_ABOVE_BALANCE).with("balance", price(left, lang)))
    }
}

impl Credits {
    /// Returns a page of credits, newest first, with the total count and the sum of their balances.
    pub async fn list_credits(&self, filter: &CreditFilter) -> Result<(Vec<CreditRecord>, u64, Cents), StoreError> {
        self.store.list_credits(filter, self.context.now()).await
    }

    /// Lists the newest credits of an account, including used up and expired ones, and the sum of their balances.
    pub async fn credits_of_account(
        &self,
        customer: CustomerId,
        most: u64,
    ) -> Result<(Vec<CreditRecord>, Cents), StoreError> {
        // No credit has an empty address, so this selects those of the account alone.
        let owner = Some(CreditOwner { customer_id: Some(customer), email: String::new() });
        let filter = CreditFilter { owner, page: 1, per_page: most, ..CreditFilter::default() };
        let (credits, _, left) = self.list_credits(&filter).await?;
        Ok((credits, left))
    }

    /// Returns a credit for staff.
    pub async fn credit(&self, id: i64) -> Result<Option<CreditRecord>, StoreError> {
        self.store.credit(id).await
    }

    /// Lists a credit's ledger entries, oldest first.
    pub async fn credit_ledger(&self, id: i64) -> Result<Vec<LedgerEntry>, StoreError> {
        self.store.credit_ledger(id).await
    }

    /// Writes off expired credits; returns how many.
    pub async fn expire_credits(&self) -> Result<u64, StoreError> {
        self.store.expire_credits(self.context.now()).await
    }
}

/// Builds credits with random codes, each with its e-mail.
pub(crate) fn credits_to(
    random: &dyn Random,
    new: &NewCredits,
    author: &str,
    settings: &ShopSettings,
    lang: Lang,
) -> Vec<NewCredit> {
    let bulk = Bulk { count: new.emails.len(), prefix: CREDIT_PREFIX.into(), length: CREDIT_LENGTH };
    let credit = |(email, code): (&String, String)| NewCredit {
        mail: build_mail(email, &code, new, settings, lang),
        code,
        email: email.clone(),
        amount: new.amount,
        expires_at: new.expires_at,
        reason: new.reason.clone(),
        author: author.to_owned(),
    };
    new.emails.iter().zip(random_codes(random, &bulk)).map(credit).collect()
}

fn build_mail(email: &str, code: &str, new: &NewCredits, settings: &ShopSettings, lang: Lang) -> NewMail {
    let amount = price(new.amount, lang);
    let shop = &settings.shop.name;
    let mut facts = vec![
        (order_texts::code(lang).to_owned(), code.to_owned()),
        (order_texts::amount(lang).to_owned(), amount.clone()),
    ];
    let end = ends(new.expires_at, lang);
    if !end.is_empty() {
        facts.push((order_texts::validity(lang).to_owned(), end));
    }
    if !new.reason.is_empty() {
        facts.push((order_texts::reason(lang).to_owned(), new.reason.clone()));
    }
    MailTemplate {
        kind: "store_credit".into(),
        recipient: email.to_owned(),
        subject: order_texts::credit_subject(lang, amount, shop),
        paragraphs: vec![order_texts::credit_opening(lang).to_owned()],
        facts,
        button: None,
        closing: vec![order_texts::credit_how(lang).to_owned()],
    }
    .into_mail(settings, lang)
}
