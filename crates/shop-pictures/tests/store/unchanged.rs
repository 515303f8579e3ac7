//! A picture that pages may load unchanged is not encoded again.

use std::path::Path;

use image::{Rgb, RgbImage};
use shop_pictures::{MAX_WIDTH_PX, PictureStore};

use crate::folder::Folder;

/// Bytes that the store writes for a picture at its own width, saved as a file of the folder.
fn encoded(folder: &Folder, name: &str, picture: &RgbImage) -> Vec<u8> {
    picture.save(folder.0.join("drawn.png")).unwrap();
    let bytes = at_own_width(&folder.store(), &folder.0, "drawn.png");
    folder.put(name, &bytes);
    bytes
}

fn at_own_width(store: &PictureStore, folder: &Path, name: &str) -> Vec<u8> {
    let image = store.load(folder, name).unwrap().image;
    std::fs::read(store.dir().join(PictureStore::file_name(&image.file, image.width_px))).unwrap()
}

fn shade(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| Rgb([u8::try_from(x % 256).unwrap(), u8::try_from(y % 256).unwrap(), 90]))
}

#[test]
fn a_small_lossy_webp_is_stored_unchanged() {
    let folder = Folder::new();
    for width in [90, 700, MAX_WIDTH_PX] {
        let bytes = encoded(&folder, "olio.webp", &shade(width, 300));
        assert_eq!(at_own_width(&folder.store(), &folder.0, "olio.webp"), bytes, "{width}");
    }
}

#[test]
fn its_smaller_widths_are_made_of_it() {
    let folder = Folder::new();
    encoded(&folder, "olio.webp", &shade(700, 350));
    let image = folder.store().load(&folder.0, "olio.webp").unwrap().image;
    assert_eq!(image.widths_px, [160, 320, 480, 640, 700]);
    let small = image::open(folder.store().dir().join(PictureStore::file_name(&image.file, 320))).unwrap();
    assert_eq!((small.width(), small.height()), (320, 160));
}

#[test]
fn one_that_is_wider_than_any_page_shows_it_is_made_narrower() {
    let folder = Folder::new();
    let mut wide = Vec::new();
    shade(MAX_WIDTH_PX + 200, 300)
        .write_with_encoder(image::codecs::webp::WebPEncoder::new_lossless(&mut wide))
        .unwrap();
    folder.put("olio.webp", &wide);
    assert_eq!(folder.store().load(&folder.0, "olio.webp").unwrap().image.width_px, MAX_WIDTH_PX);
}

/// The location of a photograph is stored after its pixels.
#[test]
fn what_a_file_holds_beside_its_picture_is_not_passed_on() {
    let folder = Folder::new();
    let bytes = encoded(&folder, "olio.webp", &shade(200, 100));
    let mut with_place = bytes.clone();
    with_place.extend(b"EXIF\x08\0\0\0Bagheria");
    folder.put("behind.webp", &with_place);
    let length = u32::try_from(with_place.len() - 8).unwrap().to_le_bytes();
    with_place.splice(4..8, length);
    folder.put("within.webp", &with_place);
    for name in ["behind.webp", "within.webp"] {
        let stored = at_own_width(&folder.store(), &folder.0, name);
        assert!(!stored.windows(8).any(|part| part == b"Bagheria"), "{name}");
    }
}

#[test]
fn a_file_of_more_bytes_than_its_picture_needs_is_encoded_anew() {
    let folder = Folder::new();
    let mut state = 1_u32;
    let noise = RgbImage::from_fn(300, 200, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgb([a, b, c])
    });
    let dense = encoded(&folder, "neve.webp", &noise);
    assert!(dense.len() * 8 > 300 * 200);
    assert_ne!(at_own_width(&folder.store(), &folder.0, "neve.webp"), dense);
}

#[test]
fn a_lossless_webp_is_encoded_anew() {
    let folder = Folder::new();
    let mut lossless = Vec::new();
    shade(200, 100).write_with_encoder(image::codecs::webp::WebPEncoder::new_lossless(&mut lossless)).unwrap();
    folder.put("olio.webp", &lossless);
    assert_ne!(at_own_width(&folder.store(), &folder.0, "olio.webp"), lossless);
}
