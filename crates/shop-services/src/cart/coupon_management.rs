//! Creation of coupons by the merchant: one by one or in bulk.

use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::cart::coupon::Coupon;
use shop_core::cart::coupon::bulk::{ALPHABET, Bulk, BulkForm, code};
use shop_core::cart::coupon::check::{CouponForm, check};
use shop_core::cart::coupon::validity::code_of;
use shop_core::platform::messages::codes;

use crate::catalogue::Catalogue;
use crate::ports::{CouponChanged, CouponFilter, CouponOrder, CouponRecord, CouponStore, StoreError};
use crate::{Context, Random};

/// Maximum number of rounds to replace random codes that are taken.
const MAX_ROUNDS: usize = 20;

/// Why a coupon was not saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CouponFormError {
    #[error("the coupon does not exist")]
    Unknown,
    #[error("invalid fields: {0:?}")]
    Fields(Vec<FieldError>),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The merchant's coupons.
#[derive(Clone)]
pub struct Coupons {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn CouponStore>,
}

impl Coupons {
    /// Creates a coupon; returns its id.
    pub async fn add_coupon(&self, form: &CouponForm) -> Result<i64, CouponFormError> {
        let coupon = check_coupon(form, &*self.context.catalogue().await?).map_err(CouponFormError::Fields)?;
        let added = self.store.add_coupons(std::slice::from_ref(&coupon), self.context.now()).await?;
        added.first().map(|(id, _)| *id).ok_or_else(|| code_taken(&coupon.code))
    }

    pub async fn change_coupon(&self, id: i64, form: &CouponForm) -> Result<(), CouponFormError> {
        let coupon = check_coupon(form, &*self.context.catalogue().await?).map_err(CouponFormError::Fields)?;
        match self.store.change_coupon(id, &coupon).await? {
            CouponChanged::Saved => Ok(()),
            CouponChanged::Unknown => Err(CouponFormError::Unknown),
            CouponChanged::CodeTaken => Err(code_taken(&coupon.code)),
        }
    }

    /// Copies a coupon under a free code (the old one with a number) and with no uses; returns the copy's id.
    pub async fn duplicate_coupon(&self, id: i64) -> Result<i64, CouponFormError> {
        let Some(found) = self.store.coupon_record(id).await? else { return Err(CouponFormError::Unknown) };
        let stem: String = found.coupon.code.chars().take(45).collect();
        for n in 2..1000 {
            let copy = Coupon { code: format!("{stem}-{n}"), ..found.coupon.clone() };
            if let Some((id, _)) =
                self.store.add_coupons(std::slice::from_ref(&copy), self.context.now()).await?.first()
            {
                return Ok(*id);
            }
        }
        Err(code_taken(&stem))
    }

    /// Creates many equal coupons, each with a random code; returns the codes. The form's own code is ignored.
    pub async fn add_bulk_coupons(
        &self,
        form: &CouponForm,
        bulk: &BulkForm,
    ) -> Result<(Coupon, Vec<String>), CouponFormError> {
        // The codes are generated later: any valid one will do for validating the rest.
        let rest = CouponForm { code: "x".into(), ..form.clone() };
        let catalogue = self.context.catalogue().await?;
        let (coupon, bulk) = match (check_coupon(&rest, &catalogue), shop_core::cart::coupon::bulk::check(bulk)) {
            (Ok(coupon), Ok(bulk)) => (coupon, bulk),
            (coupon, bulk) => {
                let mut errors = bulk.err().unwrap_or_default();
                errors.extend(coupon.err().unwrap_or_default());
                return Err(CouponFormError::Fields(errors));
            }
        };
        let mut codes_added = Vec::with_capacity(bulk.count);
        for _ in 0..MAX_ROUNDS {
            let missing = bulk.count - codes_added.len();
            let wanted: Vec<Coupon> = random_codes(self.context.random(), &Bulk { count: missing, ..bulk.clone() })
                .into_iter()
                .map(|code| Coupon { code, ..coupon.clone() })
                .collect();
            codes_added
                .extend(self.store.add_coupons(&wanted, self.context.now()).await?.into_iter().map(|(_, code)| code));
            if codes_added.len() >= bulk.count {
                break;
            }
        }
        Ok((coupon, codes_added))
    }
}

impl Coupons {
    /// Returns a page of coupons, newest first, and the total count.
    pub async fn list_coupons(&self, filter: &CouponFilter) -> Result<(Vec<CouponRecord>, u64), StoreError> {
        self.store.list_coupons(filter, self.context.now()).await
    }

    /// Returns a coupon for staff.
    pub async fn coupon_record(&self, id: i64) -> Result<Option<CouponRecord>, StoreError> {
        self.store.coupon_record(id).await
    }

    /// Lists orders that redeemed a coupon, newest first, at most 100.
    pub async fn coupon_orders(&self, id: i64) -> Result<Vec<CouponOrder>, StoreError> {
        self.store.coupon_orders(id).await
    }

    /// Deletes a coupon: the discounts on existing orders stay, carts lose it. `false` if there was none.
    pub async fn delete_coupon(&self, id: i64) -> Result<bool, StoreError> {
        self.store.delete_coupon(id).await
    }
}

fn code_taken(code: &str) -> CouponFormError {
    CouponFormError::Fields(vec![FieldError::new("code", codes::MERCHANT_CODE_TAKEN).with("code", code_of(code))])
}

/// Validates a form, by the rules and by whether the products and categories it names exist.
fn check_coupon(form: &CouponForm, catalogue: &Catalogue) -> Result<Coupon, Vec<FieldError>> {
    let unknown = unknown_entries(form, catalogue);
    match check(form) {
        Ok(coupon) if unknown.is_empty() => Ok(coupon),
        Ok(_) => Err(unknown),
        Err(mut errors) => {
            errors.extend(unknown);
            Err(errors)
        }
    }
}

fn unknown_entries(form: &CouponForm, catalogue: &Catalogue) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (field, ids) in [("product_ids", &form.product_ids), ("excluded_product_ids", &form.excluded_product_ids)] {
        if let Some(id) = ids.iter().find(|id| catalogue.find(**id).is_none()) {
            errors.push(FieldError::new(field, codes::MERCHANT_UNKNOWN_ENTRY).with("id", id));
        }
    }
    for (field, ids) in [("category_ids", &form.category_ids), ("excluded_category_ids", &form.excluded_category_ids)] {
        if let Some(id) = ids.iter().find(|id| !catalogue.terms().categories().iter().any(|one| one.id == **id)) {
            errors.push(FieldError::new(field, codes::MERCHANT_UNKNOWN_ENTRY).with("id", id));
        }
    }
    errors
}

/// Random codes, all different.
pub(crate) fn random_codes(random: &dyn Random, bulk: &Bulk) -> Vec<String> {
    let mut codes = std::collections::BTreeSet::new();
    while codes.len() < bulk.count {
        let limit = u32::try_from(ALPHABET.len()).unwrap_or(u32::MAX);
        let places: Vec<usize> = (0..bulk.length).map(|_| random.below(limit) as usize).collect();
        codes.insert(code(&bulk.prefix, &places));
    }
    codes.into_iter().collect()
}
