//! Files with pictures.

use std::path::{Path, PathBuf};

use super::*;
use shop_pictures::PictureStore;

/// A folder with two pictures, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("bottega-import-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        for (file, width) in [("a.png", 200), ("b.png", 100)] {
            image::RgbImage::new(width, 50).save(dir.join(file)).unwrap();
        }
        Self(dir)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn import_with_pictures(store: &MemoryStore, text: &str, folder: &Path, out: &Path) -> ImportReport {
    let pictures = PictureStore::new(out);
    let options = ImportOptions {
        on_error: OnError::KeepGood,
        now: NOW,
        weight_unit: "kg",
        dimension_unit: "cm",
        pictures: Some(PictureImport { folder, store: &pictures }),
        progress: &mut |_| {},
    };
    import_products(store, text.as_bytes(), options).await.unwrap()
}

#[tokio::test]
async fn pictures_are_loaded_once_and_their_sizes_stored_with_the_product() {
    let folder = Folder::new("once");
    let out = folder.0.join("out");
    let store = MemoryStore::default();
    let text = "SKU,Name,Images\np,P,\"a.png, b.png\"\nq,Q,a.png\n";
    let report = import_with_pictures(&store, text, &folder.0, &out).await;
    assert_eq!(report.pictures, PictureCounts { made: 2, ..PictureCounts::default() });
    let products = store.data().products;
    assert_eq!(products[0].item.images[0], products[1].item.images[0]);
    assert_eq!(products[0].item.images[0].widths_px, [160, 200]);
    let again = import_with_pictures(&store, text, &folder.0, &out).await;
    assert_eq!((again.unchanged, again.pictures), (2, PictureCounts { reused: 2, ..PictureCounts::default() }));
    // Names alone, without the folder, keep the loaded pictures.
    assert_eq!(import(&store, text).await.unchanged, 2);
}

#[tokio::test]
async fn addresses_are_not_fetched_and_unusable_pictures_are_told_by_line() {
    let folder = Folder::new("unusable");
    let store = MemoryStore::default();
    let text = "SKU,Name,Images\np,P,\"https://example.com/a.png, none.png\"\nq,Q,\"none.png, ../a.png, b.png\"\nr,,none.png\n";
    let report = import_with_pictures(&store, text, &folder.0, &folder.0.join("out")).await;
    assert_eq!(report.pictures, PictureCounts { made: 1, reused: 0, remote: 1, unusable: 2 });
    assert_eq!(
        codes(&report.warnings),
        [(2, ProblemCode::PictureUnusable), (3, ProblemCode::PictureUnusable), (3, ProblemCode::PictureUnusable)]
    );
    let images = &store.data().products[0].item.images;
    assert_eq!((images[0].source.as_str(), images[0].file.as_str()), ("https://example.com/a.png", ""));
    assert_eq!(images.len(), 2, "names are kept even where the file is missing");
}
