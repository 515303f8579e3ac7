//! The catalogue and settings on a buyer's terms. Buyers without terms of their own see the common ones without a database query.
//! Each set of terms is computed once and cached until prices, roles, catalogue or settings change; after a sale only the stock
//! is updated.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use shop_core::base::{CompanyId, CustomerRoleId};
use shop_core::trade::role::RoleTerms;

use crate::accounts::buyer::Buyer;
use crate::catalogue::{Catalogue, CatalogueTerms, on_terms, with_stock_of};
use crate::platform::settings::ShopSettings;
use crate::ports::{PriceOwner, PriceOwners, StoreError, TradePriceStore};

/// How long cached roles and prices are used without checking the database for changes.
const RECHECK_MS: i64 = 500;
/// Maximum number of cached sets of terms (least recently used are evicted). For 100,000 products a set takes a few megabytes
/// beside what it shares, plus the products whose prices it changes.
const MAX_CACHED: usize = 16;

/// The shop as one buyer sees it.
#[derive(Clone, Debug)]
pub struct BuyerShop {
    /// Products on sale to the buyer, at the buyer's prices.
    pub catalogue: Arc<Catalogue>,
    /// Settings for the buyer, including how prices are displayed.
    pub settings: Arc<ShopSettings>,
    /// Identifies this state of the buyer's terms within the process; 0 for the common terms.
    pub terms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Terms {
    /// Guests in a shop that hides prices from them.
    WithoutPrices,
    /// A role, and a company with prices of its own; `trades`: the buyer belongs to a company at all.
    Of { role: Option<CustomerRoleId>, company: Option<CompanyId>, trades: bool },
}

/// Roles, and who has prices of their own.
#[derive(Debug, Default)]
struct TermsData {
    roles: BTreeMap<CustomerRoleId, RoleTerms>,
    owners: PriceOwners,
}

/// One computed set of terms.
#[derive(Debug)]
struct CachedTerms {
    /// The inputs it was computed from.
    role: Option<RoleTerms>,
    prices_version: i64,
    common: BuyerShop,
    seen: BuyerShop,
}

impl CachedTerms {
    /// Whether the terms themselves are unchanged.
    fn has_same_terms(&self, role: Option<&RoleTerms>, prices_version: i64) -> bool {
        self.role.as_ref() == role && self.prices_version == prices_version
    }

    /// Whether it is up to date.
    fn is_current(&self, common: &BuyerShop) -> bool {
        Arc::ptr_eq(&self.common.catalogue, &common.catalogue) && Arc::ptr_eq(&self.common.settings, &common.settings)
    }

    /// Whether the common catalogue differs only in stock from the one it was computed from.
    fn differs_by_stock(&self, now: &Catalogue) -> bool {
        let before = &self.common.catalogue;
        let state = |of: &Catalogue| (of.version, of.built_at, of.prices_since, of.no_stock_amount);
        state(before) == state(now)
    }
}

/// Caches what buyers see by their terms.
#[derive(Debug, Default)]
pub(crate) struct TermsCache {
    terms_data: RwLock<Arc<TermsData>>,
    checked_at_ms: AtomicI64,
    /// Number of changes in this process.
    changes: AtomicU64,
    /// Least recently used first.
    cached: Mutex<Vec<(Terms, Arc<CachedTerms>)>>,
    computing: tokio::sync::Mutex<()>,
    /// Number of the most recently computed set of terms.
    last_terms: AtomicU64,
    /// Catalogue version of the cached sets.
    version: AtomicI64,
}

impl TermsCache {
    /// Makes the next buyer with terms check the database.
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        self.checked_at_ms.store(0, Ordering::Release);
    }

    /// Returns what a buyer sees of the shop. With `newest` it is never behind another process, as needed for prices that are
    /// charged.
    pub(crate) async fn seen<S: TradePriceStore + ?Sized>(
        &self,
        store: &S,
        buyer: &Buyer,
        common: BuyerShop,
        (now_ms, newest): (i64, bool),
    ) -> Result<BuyerShop, StoreError> {
        self.evict_other_versions(common.catalogue.version);
        if buyer.customer_id.is_none() {
            if !common.settings.trade.hide_prices {
                return Ok(common);
            }
            return self.cached(store, Terms::WithoutPrices, common, &TermsData::default()).await;
        }
        if buyer.role_id.is_none() && buyer.company_id.is_none() {
            return Ok(common);
        }
        let terms_data = self.terms_data(store, now_ms, newest).await?;
        let trades = buyer.company_id.is_some();
        let has_prices = |id: &CustomerRoleId| terms_data.owners.roles.binary_search(id).is_ok();
        let special = |id: &CustomerRoleId| terms_data.roles.get(id).is_some_and(|role| trades || !role.is_plain());
        let role = buyer.role_id.filter(|id| has_prices(id) || special(id));
        let company = buyer.company_id.filter(|id| terms_data.owners.companies.binary_search(id).is_ok());
        if role.is_none() && company.is_none() {
            return Ok(common);
        }
        self.cached(store, Terms::Of { role, company, trades }, common, &terms_data).await
    }

    async fn terms_data<S: TradePriceStore + ?Sized>(
        &self,
        store: &S,
        now_ms: i64,
        newest: bool,
    ) -> Result<Arc<TermsData>, StoreError> {
        let terms_data = Arc::clone(&self.terms_data.read().unwrap_or_else(PoisonError::into_inner));
        let recently = (now_ms - self.checked_at_ms.load(Ordering::Acquire)).abs() < RECHECK_MS;
        if recently && (!newest || terms_data.owners.version == store.trade_prices_version().await?) {
            return Ok(terms_data);
        }
        let changes = self.changes.load(Ordering::Acquire);
        let roles: BTreeMap<CustomerRoleId, RoleTerms> = store.role_terms().await?.into_iter().collect();
        let same_prices = terms_data.owners.version == store.trade_prices_version().await?;
        let owners = if same_prices { terms_data.owners.clone() } else { store.price_owners().await? };
        let next = Arc::new(TermsData { roles, owners });
        *self.terms_data.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&next);
        self.checked_at_ms.store(now_ms, Ordering::Release);
        // Changes made during the read may be missing: check again next time.
        if self.changes.load(Ordering::Acquire) != changes {
            self.checked_at_ms.store(0, Ordering::Release);
        }
        Ok(next)
    }

    async fn cached<S: TradePriceStore + ?Sized>(
        &self,
        store: &S,
        terms: Terms,
        common: BuyerShop,
        terms_data: &TermsData,
    ) -> Result<BuyerShop, StoreError> {
        let (role, trades) = match terms {
            Terms::Of { role, trades, .. } => (role.and_then(|id| terms_data.roles.get(&id)), trades),
            Terms::WithoutPrices => (None, false),
        };
        let fresh =
            |cached: &CachedTerms| cached.has_same_terms(role, terms_data.owners.version) && cached.is_current(&common);
        if let Some(cached) = self.find(terms).filter(|cached| fresh(cached)) {
            return Ok(cached.seen.clone());
        }
        let _one_at_a_time = self.computing.lock().await;
        let before = self.find(terms);
        if let Some(cached) = before.as_ref().filter(|cached| fresh(cached)) {
            return Ok(cached.seen.clone());
        }
        let before = before.filter(|cached| cached.has_same_terms(role, terms_data.owners.version));
        let catalogue = match &before {
            Some(cached) if Arc::ptr_eq(&cached.common.catalogue, &common.catalogue) => {
                Arc::clone(&cached.seen.catalogue)
            }
            Some(cached) if cached.differs_by_stock(&common.catalogue) => match own_catalogue(cached) {
                Some(own) => Arc::new(with_stock_of(own, &cached.common.catalogue, &common.catalogue)),
                None => Arc::clone(&common.catalogue),
            },
            _ => catalogue(store, terms, role, &common.catalogue, &terms_data.owners).await?,
        };
        let settings =
            role.map_or_else(|| Arc::clone(&common.settings), |role| Arc::new(common.settings.on_terms(role, trades)));
        let number = match &before {
            Some(cached) => cached.seen.terms,
            None => self.last_terms.fetch_add(1, Ordering::AcqRel) + 1,
        };
        let seen = BuyerShop { catalogue, settings, terms: number };
        let prices_version = terms_data.owners.version;
        self.insert(terms, CachedTerms { role: role.cloned(), prices_version, common, seen: seen.clone() });
        Ok(seen)
    }

    /// Evicts sets of other catalogue versions, which would otherwise stay in memory.
    fn evict_other_versions(&self, version: i64) {
        if self.version.swap(version, Ordering::AcqRel) != version {
            let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
            cached.retain(|(_, one)| one.common.catalogue.version == version);
        }
    }

    fn find(&self, terms: Terms) -> Option<Arc<CachedTerms>> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let at = cached.iter().position(|(of, _)| *of == terms)?;
        let found = cached.remove(at);
        let one = Arc::clone(&found.1);
        cached.push(found);
        Some(one)
    }

    fn insert(&self, terms: Terms, one: CachedTerms) {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|(of, _)| *of != terms);
        cached.push((terms, Arc::new(one)));
        let surplus = cached.len().saturating_sub(MAX_CACHED);
        cached.drain(..surplus);
    }
}

/// Returns the catalogue of some terms if it differs from the common one.
fn own_catalogue(cached: &CachedTerms) -> Option<&Catalogue> {
    (!Arc::ptr_eq(&cached.seen.catalogue, &cached.common.catalogue)).then_some(cached.seen.catalogue.as_ref())
}

async fn catalogue<S: TradePriceStore + ?Sized>(
    store: &S,
    terms: Terms,
    role: Option<&RoleTerms>,
    common: &Arc<Catalogue>,
    owners: &PriceOwners,
) -> Result<Arc<Catalogue>, StoreError> {
    let (role_id, company_id) = match terms {
        Terms::WithoutPrices => {
            return Ok(Arc::new(on_terms(common, &CatalogueTerms { hides_prices: true, ..CatalogueTerms::default() })));
        }
        Terms::Of { role, company, .. } => (role, company),
    };
    let mut prices = BTreeMap::new();
    if let Some(id) = role_id.filter(|id| owners.roles.binary_search(id).is_ok()) {
        prices.extend(store.trade_prices(PriceOwner::Role(id)).await?);
    }
    if let Some(id) = company_id {
        prices.extend(store.trade_prices(PriceOwner::Company(id)).await?);
    }
    let hides = role.is_some_and(|role| !(role.hidden_category_ids.is_empty() && role.hidden_product_ids.is_empty()));
    if prices.is_empty() && !hides {
        return Ok(Arc::clone(common));
    }
    Ok(Arc::new(on_terms(
        common,
        &CatalogueTerms {
            hides_prices: false,
            hidden_category_ids: role.map(|role| role.hidden_category_ids.clone()).unwrap_or_default(),
            hidden_product_ids: role.map(|role| role.hidden_product_ids.clone()).unwrap_or_default(),
            prices,
        },
    )))
}
