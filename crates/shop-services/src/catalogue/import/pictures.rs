//! Pictures named in a file.

use std::collections::{BTreeMap, BTreeSet};

use shop_core::catalogue::product::{ImageRef, Item};

use super::plan::Unit;
use super::problem::{Problem, ProblemCode};
use super::report::{PictureCounts, PictureImport, Progress, Stage};
use shop_pictures::{PictureError, StoredPicture};

/// Loads the pictures of all units into the store and puts their sizes into the products.
pub(super) fn load_pictures(
    units: &mut [Unit],
    lines: &[u64],
    import: &PictureImport<'_>,
    progress: &mut (dyn FnMut(Progress) + Send),
    warnings: &mut Vec<Problem>,
) -> PictureCounts {
    let named: BTreeSet<(String, u64)> = units.iter().flat_map(|unit| picture_rows(unit, lines)).collect();
    let mut counts = PictureCounts::default();
    let mut sources: Vec<&str> = named.iter().map(|(source, _)| source.as_str()).collect();
    sources.dedup();
    sources.retain(|source| {
        let remote = is_remote(source);
        counts.remote += usize::from(remote);
        !remote
    });
    let total = sources.len();
    let loaded = import
        .store
        .load_all(import.folder, &sources, &mut |done| progress(Progress { stage: Stage::Pictures, done, total }));
    for result in loaded.values() {
        match result {
            Ok(picture) if picture.made => counts.made += 1,
            Ok(_) => counts.reused += 1,
            Err(_) => counts.unusable += 1,
        }
    }
    for (source, line) in &named {
        if let Some(Err(error)) = loaded.get(source) {
            let problem = Problem::new(*line, "Images", ProblemCode::PictureUnusable, source);
            warnings.push(problem.with("reason", error));
        }
    }
    for unit in units {
        if unit.row.is_some() {
            fill(&mut unit.product.item, &loaded);
        }
        for row in &unit.variations {
            if let Some(variation) = unit.product.variations.get_mut(row.at) {
                fill(&mut variation.item, &loaded);
            }
        }
    }
    counts
}

fn is_remote(source: &str) -> bool {
    source.contains("://")
}

/// A picture that cannot be loaded now keeps its previous version.
fn fill(item: &mut Item, loaded: &BTreeMap<String, Result<StoredPicture, PictureError>>) {
    for image in &mut item.images {
        if let Some(Ok(picture)) = loaded.get(&image.source) {
            let source = std::mem::take(&mut image.source);
            *image = ImageRef { source, ..picture.image.clone() };
        }
    }
}

/// Source names of a unit's pictures with the line of their row.
fn picture_rows(unit: &Unit, lines: &[u64]) -> BTreeSet<(String, u64)> {
    let line = |row: usize| lines.get(row).copied().unwrap_or_default();
    let own = unit.row.map(|row| (line(row), &unit.product.item)).into_iter();
    let variations =
        unit.variations.iter().filter_map(|row| Some((line(row.row), &unit.product.variations.get(row.at)?.item)));
    own.chain(variations)
        .flat_map(|(line, item)| item.images.iter().map(move |image| (image.source.clone(), line)))
        .collect()
}
