//! Pictures of merchants: stored in several widths, or rejected.

use image::{Rgb, RgbImage, Rgba, RgbaImage};
use shop_pictures::{PictureError, PictureStore};

use crate::folder::Folder;

/// A PNG header of the given size without pixels.
fn hollow_png(width: u32, height: u32) -> Vec<u8> {
    hollow_png_of(width, height, 8)
}

fn hollow_png_of(width: u32, height: u32, bits: u8) -> Vec<u8> {
    let mut head = b"IHDR".to_vec();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend([bits, 2, 0, 0, 0]);
    let mut crc = !0_u32;
    for byte in &head {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(crc & 1));
        }
    }
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0d".to_vec();
    png.extend(head);
    png.extend((!crc).to_be_bytes());
    png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    png
}

#[test]
fn every_width_up_to_the_pictures_own_is_made_and_none_beyond() {
    let folder = Folder::new();
    for (width, made) in [
        (2400, &[160, 320, 480, 640, 960, 1280, 1600][..]),
        (1000, &[160, 320, 480, 640, 960, 1000]),
        (640, &[160, 320, 480, 640]),
        (90, &[90]),
    ] {
        let name = format!("{width}.png");
        folder.draw(&name, width, 20);
        assert_eq!(folder.store().load(&folder.0, &name).unwrap().image.widths_px, made);
    }
}

#[test]
fn a_picture_is_kept_as_webp_in_its_widths_with_its_proportions() {
    let folder = Folder::new();
    folder.draw("Olio d'oliva.png", 700, 350);
    let picture = folder.store().load(&folder.0, "Olio d'oliva.png").unwrap();
    let image = &picture.image;
    assert!(picture.made && image.file.starts_with("olio-doliva-") && image.file.len() == 12 + 8, "{}", image.file);
    assert_eq!(
        (image.width_px, image.height_px, image.widths_px.as_slice()),
        (700, 350, &[160, 320, 480, 640, 700][..])
    );
    assert_eq!(folder.made().len(), 5);
    let small = image::open(folder.0.join("out").join(PictureStore::file_name(&image.file, 320))).unwrap();
    assert_eq!((small.width(), small.height()), (320, 160));
}

#[test]
fn more_effort_makes_a_smaller_file_of_the_same_picture() {
    let folder = Folder::new();
    folder.draw("olio.png", 640, 480);
    let bytes_at = |effort| {
        let out = folder.0.join(format!("effort-{effort}"));
        let image = PictureStore::new(&out).with_effort(effort).load(&folder.0, "olio.png").unwrap().image;
        assert_eq!((image.width_px, image.height_px), (640, 480));
        std::fs::metadata(out.join(PictureStore::file_name(&image.file, 640))).unwrap().len()
    };
    assert!(bytes_at(6) < bytes_at(0));
}

#[test]
fn the_same_content_is_made_once_and_other_content_gets_another_name() {
    let folder = Folder::new();
    folder.draw("a.png", 200, 100);
    let first = folder.store().load(&folder.0, "a.png").unwrap();
    let second = folder.store().load(&folder.0, "a.png").unwrap();
    assert_eq!((second.made, &second.image), (false, &first.image));
    folder.draw("a.png", 200, 101);
    let third = folder.store().load(&folder.0, "a.png").unwrap();
    assert!(third.made && third.image.file != first.image.file);
}

#[test]
fn a_width_that_was_lost_is_made_again() {
    let folder = Folder::new();
    folder.draw("a.png", 400, 100);
    let first = folder.store().load(&folder.0, "a.png").unwrap();
    let made = folder.made();
    std::fs::remove_file(folder.0.join("out").join(PictureStore::file_name(&first.image.file, 160))).unwrap();
    assert!(folder.store().load(&folder.0, "a.png").unwrap().made);
    assert_eq!(folder.made(), made, "and nothing unfinished is left");
}

#[test]
fn jpeg_and_webp_are_read_and_transparency_is_kept() {
    let folder = Folder::new();
    folder.draw("a.jpg", 170, 90);
    RgbaImage::from_pixel(300, 200, Rgba([200, 10, 10, 0])).save(folder.0.join("b.webp")).unwrap();
    let opaque = folder.store().load(&folder.0, "a.jpg").unwrap();
    assert_eq!(opaque.image.widths_px, [160, 170]);
    for width_px in [160, 170] {
        let stored =
            image::open(folder.0.join("out").join(PictureStore::file_name(&opaque.image.file, width_px))).unwrap();
        assert!(!stored.color().has_alpha(), "{width_px}");
    }
    let clear = folder.store().load(&folder.0, "b.webp").unwrap();
    let small = image::open(folder.0.join("out").join(PictureStore::file_name(&clear.image.file, 160))).unwrap();
    assert!(small.to_rgba8().pixels().all(|pixel| pixel.0[3] == 0));
}

#[test]
fn a_photograph_taken_upright_stands_upright() {
    let folder = Folder::new();
    folder.draw("a.jpg", 320, 180);
    let plain = std::fs::read(folder.0.join("a.jpg")).unwrap();
    // An Exif block with orientation 6: rotated by 90 degrees.
    let mut turned = plain[..2].to_vec();
    turned.extend(b"\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0");
    turned.extend(&plain[2..]);
    folder.put("b.jpg", &turned);
    let image = folder.store().load(&folder.0, "b.jpg").unwrap().image;
    assert_eq!((image.width_px, image.height_px), (180, 320));
    let stored = image::open(folder.0.join("out").join(PictureStore::file_name(&image.file, 180))).unwrap();
    assert_eq!((stored.width(), stored.height()), (180, 320));
}

#[test]
fn names_that_lead_out_of_the_folder_are_refused() {
    let folder = Folder::new();
    folder.draw("a.png", 10, 10);
    let inner = folder.0.join("inner");
    std::fs::create_dir_all(&inner).unwrap();
    for name in ["../a.png", "/etc/passwd", "", "x/../../a.png", "..\\a.png", "./../a.png"] {
        assert_eq!(folder.store().load(&inner, name), Err(PictureError::Name), "{name}");
    }
}

#[test]
fn missing_damaged_and_foreign_files_are_refused() {
    let folder = Folder::new();
    folder.draw("whole.png", 300, 300);
    let whole = std::fs::read(folder.0.join("whole.png")).unwrap();
    folder.put("half.png", &whole[..whole.len() / 2]);
    folder.put("text.png", b"not a picture");
    folder.put("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
    folder.put("empty.png", b"");
    assert_eq!(folder.store().load(&folder.0, "none.png"), Err(PictureError::Missing));
    for name in ["half.png", "text.png", "a.svg", "empty.png"] {
        assert_eq!(folder.store().load(&folder.0, name), Err(PictureError::Unreadable), "{name}");
    }
    assert_eq!(folder.made(), Vec::<String>::new());
}

#[test]
fn too_many_pixels_are_refused_before_anything_is_decoded() {
    let folder = Folder::new();
    for (width, height) in [(10_000, 5_001), (16_384, 1), (1, 60_000), (2_000_000_000, 2_000_000_000)] {
        folder.put("bomb.png", &hollow_png(width, height));
        let result = folder.store().load(&folder.0, "bomb.png");
        assert!(
            matches!(result, Err(PictureError::TooManyPixels { .. } | PictureError::Unreadable)),
            "{width} × {height}: {result:?}"
        );
    }
    folder.put("bomb.png", &hollow_png(10_000, 5_001));
    let result = folder.store().load(&folder.0, "bomb.png");
    assert_eq!(result, Err(PictureError::TooManyPixels { width: 10_000, height: 5_001 }));
}

/// A JPEG whose header claims another size.
fn jpeg_claiming(width: u16, height: u16) -> Vec<u8> {
    let mut jpeg = Vec::new();
    RgbImage::new(16, 16).write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).unwrap();
    let at = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    jpeg[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
    jpeg[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
    jpeg
}

/// The header of a lossless WebP without pixels; each side at most 16,384.
fn hollow_webp(width: u32, height: u32) -> Vec<u8> {
    let mut webp = b"RIFF\x16\0\0\0WEBPVP8L\x0a\0\0\0\x2f".to_vec();
    webp.extend(((width - 1) | ((height - 1) << 14)).to_le_bytes());
    webp.extend([0; 5]);
    webp
}

#[test]
fn what_a_header_claims_is_refused_in_every_format() {
    let folder = Folder::new();
    let store = folder.store();
    let pixels = |width, height| Err(PictureError::TooManyPixels { width, height });
    assert_eq!(store.keep("a.png", &hollow_png(30_000, 30_000)), pixels(30_000, 30_000));
    assert_eq!(store.keep("a.jpg", &jpeg_claiming(30_000, 30_000)), pixels(30_000, 30_000));
    assert_eq!(store.keep("a.webp", &hollow_webp(16_000, 16_000)), pixels(16_000, 16_000));
    // The number of pixels is allowed, but 16 bits per channel take twice the memory.
    assert_eq!(store.keep("a.png", &hollow_png_of(7000, 7000, 16)), pixels(7000, 7000));
}

#[test]
fn a_header_that_claims_more_than_its_file_holds_is_refused() {
    let folder = Folder::new();
    let store = folder.store();
    for (name, bytes) in [
        ("a.png", hollow_png(6000, 6000)),
        ("a.webp", hollow_webp(6000, 6000)),
        ("half.jpg", jpeg_claiming(16, 16)[..60].to_vec()),
        ("half.webp", include_bytes!("../fixtures/animated.webp")[..100].to_vec()),
    ] {
        assert_eq!(store.keep(name, &bytes), Err(PictureError::Unreadable), "{name}");
    }
    assert_eq!(folder.made(), Vec::<String>::new());
}

#[test]
fn printers_colours_are_read_and_of_a_film_its_first_picture_is_kept() {
    let folder = Folder::new();
    for (name, bytes) in [
        ("cmyk.jpg", &include_bytes!("../fixtures/cmyk.jpg")[..]),
        ("animated.webp", include_bytes!("../fixtures/animated.webp")),
        ("animated.png", include_bytes!("../fixtures/animated.png")),
    ] {
        let stored = folder.store().keep(name, bytes).unwrap();
        let file = folder.0.join("out").join(PictureStore::file_name(&stored.image.file, 200));
        let Rgb([red, green, blue]) = *image::open(file).unwrap().into_rgb8().get_pixel(100, 50);
        assert!(red > 150 && green < 90 && blue < 90, "{name}: {red} {green} {blue}");
    }
}

#[test]
fn many_pictures_are_loaded_together_and_each_answers_for_itself() {
    let folder = Folder::new();
    for number in 0..5 {
        folder.draw(&format!("p{number}.png"), 50 + number, 40);
    }
    let mut progress = Vec::new();
    let loaded = folder.store().load_all(
        &folder.0,
        &["p0.png", "p1.png", "none.png", "p2.png", "p3.png", "p4.png"],
        &mut |done| {
            progress.push(done);
        },
    );
    assert_eq!(progress, [1, 2, 3, 4, 5, 6]);
    assert_eq!(loaded.len(), 6);
    assert_eq!(loaded["none.png"], Err(PictureError::Missing));
    assert!(loaded.values().filter(|result| result.is_ok()).count() == 5);
    assert!(folder.store().load_all(&folder.0, &[], &mut |_| {}).is_empty());
}
