//! VAT numbers that the register was asked for.

use async_trait::async_trait;
use shop_core::base::time::UnixSeconds;
use shop_core::base::{CompanyId, CustomerId};
use shop_core::trade::company::{Approval, VatStanding};
use shop_core::trade::vat_check::{VatAnswer, VatSilence};
use shop_services::ports::{
    NewMail, NewVatCheck, RegisterAnswer, RegisterEntry, StoreError, VatCheck, VatCheckFilter, VatCheckStore,
    VatCompany, WaitingVat,
};

use crate::db::{Db, Write};
use crate::outbox::queue;
use crate::row::row;
use crate::statement::{Filter, Set, set, values};

row! {
    VatCheck: vat_checks(id) {
        id, customer_id, company_id, email, asked_by, country, vat_number, answer, silence,
        entry: RegisterEntry { name, address, consultation },
        tries, next_try_at, created_at, answered_at,
    }
}

row! {
    VatCompany: companies(id) {
        id, name, country, vat_number, standing: vat_status, checked_at: vat_checked_at,
        email: "(SELECT c.email FROM customers c WHERE c.id = companies.owner_id)",
    }
}

row! {
    WaitingVat: vat_checks(vat_number) { country: "MIN(country)", vat_number, tries: "MAX(tries)", }
}

#[async_trait]
impl VatCheckStore for Db {
    async fn add_vat_check(&self, new: &NewVatCheck, mails: &[NewMail], now: UnixSeconds) -> Result<i64, StoreError> {
        let write = self.begin(true).await?;
        let mut row = set! {
            customer_id: new.customer_id,
            company_id: new.company_id,
            email: &new.email,
            asked_by: &new.asked_by,
            country: &new.country,
            vat_number: &new.vat_number,
            next_try_at: new.next_try_at,
            created_at: now,
        };
        row.append(said(&new.answer, now));
        let id = write.insert_new("vat_checks", row).await?;
        note_at_companies(&write, &new.vat_number, new.answer.answer(), now).await?;
        queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(id)
    }

    async fn note_vat_standing(
        &self,
        vat_number: &str,
        answer: VatAnswer,
        checked_at: UnixSeconds,
    ) -> Result<(), StoreError> {
        let write = self.begin(false).await?;
        note_at_companies(&write, vat_number, answer, checked_at).await?;
        write.commit().await
    }

    async fn vat_answer_since(&self, vat_number: &str, since: UnixSeconds) -> Result<Option<VatCheck>, StoreError> {
        self.find(
            "WHERE vat_number = $1 AND answered_at > $2 ORDER BY answered_at DESC, id DESC LIMIT 1",
            values![vat_number, since],
        )
        .await
    }

    async fn vat_check(&self, id: i64) -> Result<Option<VatCheck>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }

    async fn list_vat_checks(&self, filter: &VatCheckFilter) -> Result<(Vec<VatCheck>, u64), StoreError> {
        let mut condition = Filter::new("1 = 1");
        if let Some(answer) = filter.answer {
            condition.and("answer = ?", answer);
        }
        condition.and_search(&filter.search, &["vat_number", "name", "email"]);
        let rows = self.some(&condition, "id DESC", (filter.offset, filter.limit)).await?;
        Ok((rows, self.count("vat_checks", condition).await?))
    }

    async fn due_vat_numbers(&self, now: UnixSeconds, limit: u64) -> Result<Vec<WaitingVat>, StoreError> {
        let rest = "WHERE next_try_at <= $1 GROUP BY vat_number ORDER BY MIN(next_try_at), vat_number LIMIT $2";
        self.list(rest, values![now, limit]).await
    }

    async fn claim_vat_number(
        &self,
        vat_number: &str,
        now: UnixSeconds,
        until: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let sql =
            "UPDATE vat_checks SET tries = tries + 1, next_try_at = $3 WHERE vat_number = $1 AND next_try_at <= $2";
        let write = self.begin(false).await?;
        let taken = write.run(sql, values![vat_number, now, until]).await?;
        write.commit().await?;
        Ok(taken > 0)
    }

    async fn vat_waiting_addresses(&self, vat_number: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT email FROM vat_checks \
                   WHERE vat_number = $1 AND answer = $2 AND email <> '' ORDER BY email LIMIT 20";
        self.rows(sql, values![vat_number, VatAnswer::Unanswered]).await
    }

    async fn tell_vat_answer(&self, vat_number: &str, email: &str) -> Result<(), StoreError> {
        let last = "id = (SELECT MAX(id) FROM vat_checks WHERE vat_number = $1 AND answer = $2 AND email = '')";
        let waiting = values![vat_number, VatAnswer::Unanswered];
        self.update("vat_checks", set! { email }, last, waiting).await.map(|_| ())
    }

    async fn answer_vat_number(
        &self,
        vat_number: &str,
        answer: &RegisterAnswer,
        mails: &[NewMail],
        now: UnixSeconds,
    ) -> Result<bool, StoreError> {
        let write = self.begin(true).await?;
        let mut answered = set! { next_try_at = "NULL" };
        answered.append(said(answer, now));
        let waiting = values![vat_number, VatAnswer::Unanswered];
        if write.update("vat_checks", answered, "vat_number = $1 AND answer = $2", waiting).await? == 0 {
            return Ok(false);
        }
        note_at_companies(&write, vat_number, answer.answer(), now).await?;
        queue(&write, None, mails, now).await?;
        write.commit().await?;
        Ok(true)
    }

    async fn vat_still_unanswered(
        &self,
        vat_number: &str,
        silence: VatSilence,
        next_try_at: Option<UnixSeconds>,
    ) -> Result<(), StoreError> {
        let waiting = values![vat_number, VatAnswer::Unanswered];
        self.update("vat_checks", set! { silence, next_try_at }, "vat_number = $1 AND answer = $2", waiting)
            .await
            .map(|_| ())
    }

    async fn companies_with_vat(&self, vat_number: &str) -> Result<Vec<VatCompany>, StoreError> {
        self.list("WHERE vat_number = $1 ORDER BY id LIMIT 20", values![vat_number]).await
    }

    async fn vat_company_of(&self, customer: CustomerId) -> Result<Option<VatCompany>, StoreError> {
        let rest = "WHERE id = (SELECT company_id FROM customers WHERE id = $1) AND approval = $2";
        self.find(rest, values![customer, Approval::Approved]).await
    }

    async fn vat_company(&self, id: CompanyId) -> Result<Option<VatCompany>, StoreError> {
        self.find("WHERE id = $1", values![id]).await
    }
}

/// The columns of an answer.
fn said(answer: &RegisterAnswer, now: UnixSeconds) -> Set {
    match answer {
        RegisterAnswer::Valid(entry) => set! {
            answer: VatAnswer::Valid,
            silence = "NULL",
            name: &entry.name,
            address: &entry.address,
            consultation: &entry.consultation,
            answered_at: now,
        },
        RegisterAnswer::Invalid => set! { answer: VatAnswer::Invalid, silence = "NULL", answered_at: now },
        RegisterAnswer::Unanswered(silence) => set! { answer: VatAnswer::Unanswered, silence: *silence },
    }
}

/// What is known of the number now. No answer takes nothing away that was known before.
async fn note_at_companies(
    write: &Write<'_>,
    vat_number: &str,
    answer: VatAnswer,
    now: UnixSeconds,
) -> Result<(), StoreError> {
    let (standing, of) = match answer {
        VatAnswer::Valid => (VatStanding::Valid, "vat_number = $1"),
        VatAnswer::Invalid => (VatStanding::Invalid, "vat_number = $1"),
        VatAnswer::Unanswered => (VatStanding::Unanswered, "vat_number = $1 AND vat_status = 'unchecked'"),
    };
    let noted = set! { vat_status: standing, vat_checked_at: now, version = "version + 1" };
    write.update("companies", noted, of, values![vat_number]).await.map(|_| ())
}
