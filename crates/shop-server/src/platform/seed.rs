//! Seed catalogue of a new shop.

use std::io::Write;
use std::path::Path;

use rust_embed::RustEmbed;
use serde_json::Value;
use shop_core::content::page::PageForm;
use shop_pictures::PictureStore;
use shop_services::Shop;
use shop_services::catalogue::import::{ImportError, ImportOptions, OnError, PictureImport};
use shop_services::platform::apply::ApplyError;
use shop_services::ports::StoreError;

use crate::platform::import_report;

/// Error of seeding a shop.
#[derive(Debug, thiserror::Error)]
pub enum SeedError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Apply(#[from] ApplyError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Broken(String),
}

/// Returns the pages that every shop starts with: the home page and the legally required ones.
pub fn first_pages() -> Result<Vec<PageForm>, StoreError> {
    read_pages("pages.json")
}

fn read_pages(name: &'static str) -> Result<Vec<PageForm>, StoreError> {
    let inconsistent = |reason: String| StoreError::Inconsistent { table: "seed".into(), row: name.to_owned(), reason };
    let file = SeedFiles::get(name).ok_or_else(|| inconsistent("not in this binary".into()))?;
    serde_json::from_slice(&file.data).map_err(|error| inconsistent(error.to_string()))
}

#[derive(RustEmbed)]
#[folder = "seed/"]
struct SeedFiles;

/// Seeds an empty shop: products, pictures, settings. Prints progress to `out`.
pub async fn seed(shop: &Shop, store: &PictureStore, out: &mut (dyn Write + Send)) -> Result<(), SeedError> {
    let folder = store.dir().join(".seed");
    std::fs::create_dir_all(&folder)?;
    for name in SeedFiles::iter().filter(|name| name.starts_with("images/")) {
        if let (Some(file), Some(base)) = (SeedFiles::get(&name), name.strip_prefix("images/")) {
            std::fs::write(folder.join(base), file.data)?;
        }
    }
    let csv = SeedFiles::get("products.csv")
        .ok_or_else(|| SeedError::Broken("the seed catalogue is not in this binary".into()))?;
    let document =
        SeedFiles::get("shop.json").map(|f| String::from_utf8_lossy(&f.data).into_owned()).unwrap_or_default();
    let settings_first = with_pictures(&document, &folder, store)?;
    let mut progress = |_| {};
    let report = shop
        .imports
        .import(
            csv.data.as_ref(),
            ImportOptions {
                on_error: OnError::KeepGood,
                now: shop.context.now(),
                weight_unit: "kg",
                dimension_unit: "cm",
                pictures: Some(PictureImport { folder: &folder, store }),
                progress: &mut progress,
            },
        )
        .await?;
    import_report::print(&report, out)?;
    shop.set_up.apply_document(&settings_first, &|_| Err("the seed has no people".into())).await?;
    shop.context.catalogue_changed();
    if shop.content.add_first_pages(&first_pages()?).await? {
        for post in read_pages("posts.json")? {
            shop.content
                .save_page(None, &post)
                .await?
                .map_err(|refusal| SeedError::Broken(format!("posts.json: {refusal:?}")))?;
        }
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Resizes the pictures of the shop document and replaces their names by the picture store's JSON.
fn with_pictures(document: &str, folder: &Path, store: &PictureStore) -> Result<String, SeedError> {
    let mut value: Value =
        serde_json::from_str(document).map_err(|e| SeedError::Broken(format!("seed/shop.json: {e}")))?;
    let load = |name: &str| -> Option<String> {
        if name.is_empty() {
            return None;
        }
        let stored = store.load(folder, name).ok()?;
        serde_json::to_string(&stored.image).ok()
    };
    let hero = value.get("hero_image").and_then(Value::as_str).and_then(load);
    if let Some(map) = value.as_object_mut() {
        map.insert("hero_image".into(), hero.unwrap_or_default().into());
    }
    for category in value.get_mut("categories").and_then(Value::as_array_mut).into_iter().flatten() {
        let image = category.get("image").and_then(Value::as_str).and_then(load).unwrap_or_default();
        if let Some(map) = category.as_object_mut() {
            map.insert("image".into(), image.into());
        }
    }
    Ok(value.to_string())
}
