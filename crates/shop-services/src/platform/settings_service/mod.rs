//! Changes of settings: validated against the stored data, saved as a whole, and logged with author and time.

mod log;

use std::collections::BTreeMap;
use std::sync::Arc;

use shop_core::base::FieldError;
use shop_core::cart::shipping::form::{ZoneForm, check_zones};
use shop_core::cart::tax::form::{TaxForm, check_taxes};
use shop_core::content::page::{PageKind, path};
use shop_core::content::theme::{Theme, ThemeForm, check_preview_origin};
use shop_core::platform::merchant::payment::check_methods;
use shop_core::platform::merchant::setting::{SettingContext, SettingValue, check_setting};
use shop_core::platform::messages::codes;
use shop_core::privacy::consent::{ConsentService, check_services};

use self::log::{change, payment_changes, service_changes, tax_changes, theme_changes, zone_changes};
use crate::catalogue::Catalogue;
use crate::platform::context::{Context, read_settings};
use crate::platform::settings::sections::{describe_value, section};
use crate::platform::settings::{
    ConsentServices, DeliveryClass, PaymentMethodSettings, SHOP_SETTINGS, ShopSettings, ThemeSettings,
};
use crate::ports::{FormError, LoggedChange, SettingChange, SettingLogStore, SettingsStore, StoreError, ports};

/// Maximum number of attempts when others save concurrently.
const MAX_ROUNDS: usize = 5;

/// Result of applying a change: the new settings with the log entries, or the invalid fields.
type Changed = Result<(ShopSettings, Vec<SettingChange>), Vec<FieldError>>;

ports! {
    pub(crate) trait SettingsServicePorts: SettingLogStore + SettingsStore
}

/// Settings for the merchant.
#[derive(Clone)]
pub struct SettingsService {
    pub(crate) context: Arc<Context>,
    pub(crate) store: Arc<dyn SettingsServicePorts>,
}

impl SettingsService {
    /// Changes settings of a section; those left out stay unchanged.
    pub async fn change_settings(
        &self,
        of_section: &str,
        typed: &BTreeMap<String, SettingValue>,
        author: &str,
    ) -> Result<(), FormError> {
        let place = self.setting_place().await?;
        self.change_shop_settings(author, |settings| change_section(settings, of_section, typed, &place)).await
    }

    /// Replaces the delivery zones.
    pub async fn change_zones(&self, forms: &[ZoneForm], author: &str) -> Result<(), FormError> {
        self.change_shop_settings(author, |settings| {
            let zones = check_zones(forms, &settings.zones)?;
            let changes = zone_changes(&settings.zones, &zones);
            Ok((ShopSettings { zones, ..settings.clone() }, changes))
        })
        .await
    }

    /// Replaces the payment methods, in their new order.
    pub async fn change_payment_methods(&self, forms: &[PaymentMethodSettings], author: &str) -> Result<(), FormError> {
        self.change_shop_settings(author, |settings| {
            let before = settings.own_payment_methods();
            let known: Vec<&str> = before.iter().map(|method| method.id.as_str()).collect();
            let payment_methods = check_methods(forms, &known)?;
            let changes = payment_changes(&before, &payment_methods);
            Ok((ShopSettings { payment_methods, ..settings.clone() }, changes))
        })
        .await
    }

    /// Replaces the services that set cookies or embed content.
    pub async fn change_consent_services(&self, forms: &[ConsentService], author: &str) -> Result<(), FormError> {
        self.change_shop_settings(author, |settings| {
            let services = check_services(forms)?;
            let changes = service_changes(&settings.consent_services.0, &services);
            Ok((ShopSettings { consent_services: ConsentServices(services), ..settings.clone() }, changes))
        })
        .await
    }

    /// Replaces the theme, and the origin that may preview it.
    pub async fn change_theme(&self, form: &ThemeForm, preview_origin: &str, author: &str) -> Result<(), FormError> {
        self.change_shop_settings(author, |settings| {
            let theme = match (Theme::check(form), check_preview_origin(preview_origin)) {
                (Ok(theme), Ok(preview_origin)) => ThemeSettings { theme, preview_origin },
                (theme, origin) => return Err(theme.err().into_iter().flatten().chain(origin.err()).collect()),
            };
            let changes = theme_changes(&settings.theme, &theme);
            Ok((ShopSettings { theme, ..settings.clone() }, changes))
        })
        .await
    }

    /// Replaces tax classes and rates. A class that products use stays.
    pub async fn change_taxes(&self, form: &TaxForm, author: &str) -> Result<(), FormError> {
        let catalogue = self.context.newest_catalogue().await?;
        self.change_shop_settings(author, |settings| {
            let tax = check_taxes(form)?;
            let removed = settings.tax.classes.iter().map(|class| &class.slug).filter(|slug| !tax.knows(slug));
            let used: Vec<FieldError> = removed
                .filter_map(|class| {
                    let count = products_taxed(&catalogue, class);
                    let error = || FieldError::new("classes", codes::OFFICE_TAX_CLASS_USED).with("value", class);
                    (count > 0).then(|| error().with("count", count))
                })
                .collect();
            if !used.is_empty() {
                return Err(used);
            }
            let changes = tax_changes(&settings.tax, &tax);
            let mut changed = ShopSettings { tax, ..settings.clone() };
            if changed.taxes.delivery_class.class().is_some_and(|class| !changed.tax.knows(class)) {
                changed.taxes.delivery_class = DeliveryClass::AsGoods;
            }
            Ok((changed, changes))
        })
        .await
    }

    /// Lists the latest changes, newest first, and the total count.
    pub async fn logged_changes(&self, offset: u64, limit: u64) -> Result<(Vec<LoggedChange>, u64), StoreError> {
        self.store.logged_changes(offset, limit).await
    }

    /// Applies a change to the stored settings. When somebody else saves in between, it is applied again.
    async fn change_shop_settings(
        &self,
        author: &str,
        apply: impl Fn(&ShopSettings) -> Changed,
    ) -> Result<(), FormError> {
        for _ in 0..MAX_ROUNDS {
            let stored = self.store.load_setting(SHOP_SETTINGS).await?;
            let settings = read_settings(stored.as_deref())?;
            let (mut changed, mut changes) = apply(&settings).map_err(FormError::Fields)?;
            require_new_consent(&settings, &mut changed, &mut changes);
            if changes.is_empty() {
                return Ok(());
            }
            let text = serde_json::to_string(&changed).map_err(|error| StoreError::Refused(error.to_string()))?;
            let now = self.context.now();
            if self.store.change_setting(SHOP_SETTINGS, stored.as_deref(), &text, &changes, author, now).await? {
                self.context.settings_changed();
                return Ok(());
            }
        }
        Err(FormError::Fields(vec![FieldError::new("", codes::OFFICE_CHANGED)]))
    }

    /// The data that settings are validated against.
    async fn setting_place(&self) -> Result<SettingContext, StoreError> {
        let settings = self.context.settings().await?;
        let pages = self.context.pages().await?;
        let catalogue = self.context.catalogue().await?;
        let pages =
            pages.shown(PageKind::Page, self.context.now()).map(|record| path(PageKind::Page, &record.page.slug));
        Ok(SettingContext {
            country: settings.shop.country.clone(),
            pages: pages.collect(),
            products: catalogue.products().iter().map(|product| product.item.id.0).collect(),
            tax_classes: settings.tax.classes.iter().map(|class| class.slug.clone()).collect(),
        })
    }
}

/// Visitors who have answered the banner have not consented to a new service: a new policy version makes the banner ask them
/// again.
fn require_new_consent(before: &ShopSettings, changed: &mut ShopSettings, changes: &mut Vec<SettingChange>) {
    let old = before.consent.policy_id;
    if changed.consent.policy_id == old && changed.visits().needs_more_consent_than(before) {
        changed.consent.policy_id = old.saturating_add(1);
        changes.insert(
            0,
            change("consent", "consent.policy_id", &old.to_string(), &changed.consent.policy_id.to_string()),
        );
    }
}

fn change_section(
    settings: &ShopSettings,
    of_section: &str,
    typed: &BTreeMap<String, SettingValue>,
    place: &SettingContext,
) -> Changed {
    let mut errors = Vec::new();
    let mut changes = Vec::new();
    let mut changed = settings.clone();
    let mut place = place.clone();
    if let Some(SettingValue::Text(country)) = typed.get("base_country") {
        place.country = country.trim().to_ascii_uppercase();
    }
    let mut typed = typed.clone();
    // The form still has the province of the previous country, unless another one was chosen.
    if let Some(SettingValue::Text(state)) = typed.get_mut("base_state")
        && place.country != settings.shop.country
        && *state == settings.shop.state
    {
        state.clear();
    }
    let typed = &typed;
    for name in typed.keys().filter(|name| !section(of_section).any(|setting| setting.name == name.as_str())) {
        errors.push(FieldError::new(name.clone(), codes::MERCHANT_VALUE_UNKNOWN).with("value", name));
    }
    for setting in section(of_section) {
        let Some(value) = typed.get(setting.name) else { continue };
        match check_setting(setting.name, setting.kind, value, &place) {
            Ok(checked) => {
                if !setting.put(&mut changed, &checked) {
                    errors.push(FieldError::new(setting.name, codes::OFFICE_VALUE_SHAPE));
                }
                let (before, after) = (setting.shown(settings), setting.shown(&changed));
                if before != after {
                    changes.push(change(of_section, setting.name, &describe_value(&before), &describe_value(&after)));
                }
            }
            Err(invalid) => errors.extend(invalid),
        }
    }
    if errors.is_empty() { Ok((changed, changes)) } else { Err(errors) }
}

/// Counts products with the tax class, including those whose variations have it.
fn products_taxed(catalogue: &Catalogue, class: &str) -> usize {
    let has = |product: &&Arc<shop_core::catalogue::product::Product>| {
        product.item.tax_class == class || product.variations.iter().any(|one| one.item.tax_class == class)
    };
    catalogue.products().iter().filter(has).count()
}
