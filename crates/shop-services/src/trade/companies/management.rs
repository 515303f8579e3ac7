//! Company management by the merchant.

use shop_core::base::{Cents, CompanyId, CustomerRoleId, FieldError};
use shop_core::platform::messages::codes;
use shop_core::platform::words::site_texts;
use shop_core::trade::company::{Approval, MAX_NOTE_CHARS};
use shop_core::trade::credit_line::MAX_CREDIT_LIMIT;

use super::mails::{self, CompanyMail};
use super::{Companies, CompanyError, TRIES, contended};
use crate::ports::{CompanyFilter, CompanyMember, CompanyRecord, CompanyRow, Customer, NewMail, StoreError};

impl Companies {
    /// Returns a page of companies and the total count.
    pub async fn list_companies(&self, filter: &CompanyFilter) -> Result<(Vec<CompanyRow>, u64), StoreError> {
        self.store.list_companies(filter).await
    }

    /// Counts the companies that wait for approval.
    pub async fn waiting_companies(&self) -> Result<u64, StoreError> {
        self.store.count_companies(Approval::Pending).await
    }

    pub async fn company(&self, id: CompanyId) -> Result<Option<CompanyRecord>, StoreError> {
        self.store.company(id).await
    }

    /// Lists the people of a company, the main account first.
    pub async fn company_members(&self, id: CompanyId) -> Result<Vec<CompanyMember>, StoreError> {
        self.store.company_members(id).await
    }

    /// Approves a company, rejects it with a reason for its main account, or sets it back to pending. The company is notified by
    /// e-mail if its state changes; approving an approved company removes the mark of changed data.
    pub async fn decide(
        &self,
        id: CompanyId,
        approval: Approval,
        reason: &str,
        by: &Customer,
    ) -> Result<(), CompanyError> {
        let reason = reason.trim();
        let refuse = |code| FieldError::new("reason", code).with("max", MAX_NOTE_CHARS);
        if approval == Approval::Rejected && reason.is_empty() {
            return Err(CompanyError::Fields(vec![refuse(codes::TRADE_REASON_REQUIRED)]));
        }
        if reason.chars().count() > MAX_NOTE_CHARS {
            return Err(CompanyError::Fields(vec![refuse(codes::FIELD_TOO_LONG)]));
        }
        let settings = self.context.settings().await?;
        self.change_company(id, |company| {
            let same = company.approval == approval && company.content.rejection_reason == reason;
            company.changed_at = None;
            if same {
                return Ok(None);
            }
            company.approval = approval;
            let lang = settings.lang();
            let (occasion, note) = match approval {
                Approval::Approved => (Some(CompanyMail::Approved), site_texts::company_approved(lang).to_owned()),
                Approval::Rejected => {
                    (Some(CompanyMail::Rejected { reason }), site_texts::company_rejected(lang, reason))
                }
                Approval::Pending => (None, site_texts::company_waits_again(lang).to_owned()),
            };
            company.content.rejection_reason =
                if approval == Approval::Rejected { reason.to_owned() } else { String::new() };
            company.content.note(self.context.now(), &by.username, note);
            Ok(occasion)
        })
        .await
    }

    /// Sets the role and credit limit of a company; `None` for no limit.
    pub async fn set_terms(
        &self,
        id: CompanyId,
        role_id: CustomerRoleId,
        credit_limit: Option<Cents>,
    ) -> Result<(), CompanyError> {
        let mut errors = Vec::new();
        if !self.store.roles().await?.iter().any(|role| role.id == role_id && role.is_trade) {
            errors.push(FieldError::new("role_id", codes::TRADE_ROLE_UNKNOWN));
        }
        if credit_limit.is_some_and(|limit| !(Cents::ZERO..=MAX_CREDIT_LIMIT).contains(&limit)) {
            errors.push(FieldError::new("credit_limit", codes::TRADE_CREDIT_LIMIT_RANGE));
        }
        if !errors.is_empty() {
            return Err(CompanyError::Fields(errors));
        }
        self.change_company(id, |company| {
            (company.role_id, company.credit_limit) = (role_id, credit_limit);
            Ok(None)
        })
        .await
    }

    /// Adds a note visible to staff only.
    pub async fn add_note(&self, id: CompanyId, text: &str, by: &Customer) -> Result<(), CompanyError> {
        let text = text.trim();
        let refuse = |code| Err(CompanyError::Fields(vec![FieldError::new("text", code).with("max", MAX_NOTE_CHARS)]));
        if text.is_empty() {
            return refuse(codes::TRADE_NOTE_REQUIRED);
        }
        if text.chars().count() > MAX_NOTE_CHARS {
            return refuse(codes::FIELD_TOO_LONG);
        }
        self.change_company(id, |company| {
            company.content.note(self.context.now(), &by.username, text.to_owned());
            Ok(None)
        })
        .await
    }

    /// Changes a company and sends its main account the e-mail that the change calls for.
    async fn change_company<'a>(
        &self,
        id: CompanyId,
        change: impl Fn(&mut CompanyRecord) -> Result<Option<CompanyMail<'a>>, CompanyError>,
    ) -> Result<(), CompanyError> {
        for _ in 0..TRIES {
            let Some(mut company) = self.store.company(id).await? else { return Err(CompanyError::Unknown) };
            let occasion = change(&mut company)?;
            let mails = self.mails_to_owner(&company, occasion).await?;
            if self.store.save_company(&company, &mails, self.context.now()).await? {
                return Ok(());
            }
        }
        Err(contended().into())
    }

    async fn mails_to_owner(
        &self,
        company: &CompanyRecord,
        occasion: Option<CompanyMail<'_>>,
    ) -> Result<Vec<NewMail>, StoreError> {
        let Some(occasion) = occasion else { return Ok(Vec::new()) };
        let Some(owner) = self.store.account(company.owner_id).await? else { return Ok(Vec::new()) };
        let settings = self.context.settings().await?;
        let url = self.context.public_url();
        Ok(mails::write(&occasion, &company.name, &owner.email, &settings, url).into_iter().collect())
    }
}
