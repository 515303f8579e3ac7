//! A temporary folder for a test's pictures and its store.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::{Rgb, RgbImage};
use shop_pictures::PictureStore;

/// A folder of the test's own, removed on drop.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("bottega-pictures-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let dir = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    pub(crate) fn store(&self) -> PictureStore {
        PictureStore::new(self.0.join("out"))
    }

    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.0.join(name), bytes).unwrap();
    }

    pub(crate) fn draw(&self, name: &str, width: u32, height: u32) {
        let shade = |x: u32, y: u32| Rgb([u8::try_from(x % 256).unwrap(), u8::try_from(y % 256).unwrap(), 90]);
        RgbImage::from_fn(width, height, shade).save(self.0.join(name)).unwrap();
    }

    pub(crate) fn made(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.join("out"))
            .map(|dir| dir.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
