//! Converts the merchant's pictures to the sizes that pages request.
//!
//! WebP only. All current browsers support it, so a JPEG copy would only cost disk space. AVIF would be 5 to 20 % smaller, but
//! its encoder takes 0.4 to 2.7 s per picture where WebP takes 0.06 s (measured): minutes instead of seconds for a catalogue.

mod memory_budget;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc;

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x4;
use fast_image_resize::{ResizeOptions, Resizer};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};
use memory_budget::MemoryBudget;
use sha2::{Digest, Sha256};
use shop_core::base::text::slugify;
use shop_core::catalogue::product::ImageRef;

/// Widths that pages choose from: a thumbnail, a card on a wide window and on a phone (180 points of two to three pixels), and a
/// main picture on screens of one and two pixels per point.
pub const WIDTHS_PX: [u32; 6] = [160, 320, 480, 640, 960, 1280];
/// Maximum stored width of a picture.
pub const MAX_WIDTH_PX: u32 = 1600;
/// Maximum number of pixels of a source, checked before it is decoded: decoded, they take 200 MB.
pub const MAX_PIXELS: u64 = 50_000_000;
/// Maximum side length of a source, which is the limit of WebP.
const MAX_SIDE_PX: u32 = 16_383;
/// Maximum size of a decoded source: the maximum number of pixels with four bytes each. With 16 bits per channel, fewer pixels
/// fit.
const MAX_DECODED_BYTES: u64 = MAX_PIXELS * 4;
/// Memory budget of all pictures that this process decodes at the same time: one of the largest with its resized copy, or four
/// photographs of 12 megapixels.
const BUDGET_BYTES: u64 = 400_000_000;
/// Maximum size of a source file.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Memory budget shared by all requests; pictures wait here for their turn.
static BUDGET: MemoryBudget = MemoryBudget::new(BUDGET_BYTES);

/// Quality of the encoder: the lowest at which fine text on labels stays clean.
const QUALITY: f32 = 80.0;
/// Default effort of the encoder to find a smaller file of the same quality, from 0 to 6.
pub const EFFORT: u8 = 4;
/// Maximum effort of the encoder.
pub const MAX_EFFORT: u8 = 6;
/// Part of the content hash: change it with the quality, so that old files are not reused.
const RECIPE: &[u8] = b"webp80/2";

/// Why a picture cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The name is empty or leads out of the folder.
    #[error("the name leads out of the picture folder")]
    Name,
    /// The file does not exist.
    #[error("file not found")]
    Missing,
    /// The file cannot be read, or the resized one cannot be written.
    #[error("{0}")]
    Io(String),
    /// The file is larger than 64 MB.
    #[error("the file is larger than 64 MB")]
    TooManyBytes,
    /// The picture has more pixels than may be decoded.
    #[error("{width} × {height} pixels are too many")]
    TooManyPixels { width: u32, height: u32 },
    /// Neither PNG, JPEG nor WebP, or damaged.
    #[error("neither PNG, JPEG nor WebP, or damaged")]
    Unreadable,
    /// The encoder failed.
    #[error("cannot be written as WebP")]
    Encoding,
}

/// A stored picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPicture {
    /// Name, size and widths, with the source name as given.
    pub image: ImageRef,
    /// Whether files were written; `false` if all existed already.
    pub made: bool,
}

/// The folder of resized pictures. File names contain a hash of the content, so a file never changes and may be cached for ever;
/// the same picture under the same name is stored once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureStore {
    dir: PathBuf,
    effort: u8,
}

impl PictureStore {
    /// Creates a store in a folder, which is created with the first picture.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), effort: EFFORT }
    }

    /// Sets the encoder's effort, at most [`MAX_EFFORT`]: 0 takes half the time and gives larger files.
    #[must_use]
    pub fn with_effort(self, effort: u8) -> Self {
        Self { effort: effort.min(MAX_EFFORT), ..self }
    }

    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// File name of one width of a picture ([`ImageRef::file`]).
    pub fn file_name(file: &str, width_px: u32) -> String {
        format!("{file}-{width_px}.webp")
    }

    /// Loads a PNG, JPEG or WebP picture from a folder, turns it upright, and stores it as WebP in every width up to its own.
    ///
    /// # Errors
    /// See [`PictureError`]. After an error some widths may have been written; they are complete, and are used the next time.
    pub fn load(&self, folder: &Path, source: &str) -> Result<StoredPicture, PictureError> {
        let path = inside(folder, source)?;
        let length = std::fs::metadata(&path).map_err(|error| io_error(&error))?.len();
        if length > MAX_BYTES {
            return Err(PictureError::TooManyBytes);
        }
        let bytes = std::fs::read(&path).map_err(|error| io_error(&error))?;
        self.keep(source, &bytes)
    }

    /// Stores a picture from bytes under a name, like [`Self::load`]. Of an animated picture, only the first frame is stored. A
    /// WebP that pages may load unchanged is stored unchanged at its own width. The size in the header is checked before the
    /// picture is decoded, and large pictures are decoded one after the other, so this call may wait.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn keep(&self, source: &str, bytes: &[u8]) -> Result<StoredPicture, PictureError> {
        let mut decoder = decoder(bytes)?;
        let (mut width, mut height) = decoder.dimensions();
        let pixels = u64::from(width) * u64::from(height);
        let decoded = decoder.total_bytes();
        let too_many = pixels > MAX_PIXELS || decoded > MAX_DECODED_BYTES || width.max(height) > MAX_SIDE_PX;
        if width == 0 || height == 0 || too_many {
            return Err(PictureError::TooManyPixels { width, height });
        }
        let orientation = decoder.orientation().map_err(|_| PictureError::Unreadable)?;
        // The picture may be rotated; the first four of the eight Exif orientations keep width and height.
        if orientation.to_exif() > 4 {
            (width, height) = (height, width);
        }
        let file = format!("{}-{}", slug_of(source), content_hash(bytes));
        let widths_px = widths(width);
        let missing: Vec<u32> =
            widths_px.iter().copied().filter(|w| !self.dir.join(Self::file_name(&file, *w)).is_file()).collect();
        if !missing.is_empty() {
            // The decoded picture is in memory together with its RGBA copy or, with transparency, the premultiplied copy for
            // resizing.
            let has_alpha = decoder.color_type().has_alpha();
            let _reservation = BUDGET.reserve(pixels * 4 + if has_alpha { decoded.max(pixels * 4) } else { decoded });
            let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| PictureError::Unreadable)?;
            picture.apply_orientation(orientation);
            let source = Source { picture: &picture.into_rgba8(), has_alpha, original: reusable_webp(bytes, pixels) };
            self.encode_missing(&file, &source, &missing)?;
        }
        let width_px = widths_px.last().copied().unwrap_or(width);
        let height_px = scaled_height(width, height, width_px);
        let image = ImageRef { source: source.to_owned(), file, width_px, height_px, widths_px, ..ImageRef::default() };
        Ok(StoredPicture { image, made: !missing.is_empty() })
    }

    /// Loads several pictures on as many threads as the machine has cores. Calls `progress` on the calling thread with the number
    /// of finished pictures.
    pub fn load_all(
        &self,
        folder: &Path,
        sources: &[&str],
        progress: &mut dyn FnMut(usize),
    ) -> BTreeMap<String, Result<StoredPicture, PictureError>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(sources.len());
        let next = std::sync::atomic::AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let mut loaded = BTreeMap::new();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(source) = sources.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                        // The receiver lives until all threads are done.
                        let _ = sender.send(((*source).to_owned(), self.load(folder, source)));
                    }
                });
            }
            drop(sender);
            for (source, result) in receiver {
                loaded.insert(source, result);
                progress(loaded.len());
            }
        });
        loaded
    }

    /// Encodes the missing widths, each from the source, so that quality losses do not add up.
    fn encode_missing(&self, file: &str, source: &Source, widths_px: &[u32]) -> Result<(), PictureError> {
        std::fs::create_dir_all(&self.dir).map_err(|error| io_error(&error))?;
        let mut resizer = Resizer::new();
        for width in widths_px {
            let name = Self::file_name(file, *width);
            match source.original {
                Some(bytes) if *width == source.picture.width() => self.write(&name, bytes)?,
                _ if *width == source.picture.width() => self.write(&name, &encode(source.picture, self.effort)?)?,
                _ => self.write(&name, &encode(&resize(&mut resizer, source, *width)?, self.effort)?)?,
            }
        }
        Ok(())
    }

    /// Writes to a temporary file and renames it, so that a file is complete or absent even if two processes write the same one.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), PictureError> {
        let part = self.dir.join(format!(".{name}.{}-{:?}", std::process::id(), std::thread::current().id()));
        let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, self.dir.join(name)));
        written.map_err(|error| {
            // The temporary file is useless; failing to remove it does not change the error.
            let _ = std::fs::remove_file(&part);
            io_error(&error)
        })
    }
}

/// A decoded picture to be encoded in several widths.
struct Source<'a> {
    /// Upright, with an alpha channel.
    picture: &'a RgbaImage,
    /// Whether any pixel may be transparent.
    has_alpha: bool,
    /// The original file, if pages may load it unchanged at its own width.
    original: Option<&'a [u8]>,
}

/// Returns the file itself if encoding it again would only lose detail: a lossy WebP with a single picture and no metadata (no
/// location, no colour profile, no frames), with at most one bit per pixel, about what [`QUALITY`] gives a photograph.
fn reusable_webp(bytes: &[u8], pixels: u64) -> Option<&[u8]> {
    // RIFF, the remaining length, WEBP, then a chunk: its name, its length and its bytes, padded to an even number.
    let length_at = |at: usize| -> Option<usize> {
        let four = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(four)).ok()
    };
    let is_one_picture = bytes.starts_with(b"RIFF") && bytes.get(8..16) == Some(b"WEBPVP8 ");
    let ends_with_it = length_at(4)? + 8 == bytes.len() && length_at(16)?.next_multiple_of(2) + 20 == bytes.len();
    let is_small = bytes.len() as u64 * 8 <= pixels;
    (is_one_picture && ends_with_it && is_small).then_some(bytes)
}

/// Widths for a source: the standard ones below its own width, and its own up to the maximum.
fn widths(source_px: u32) -> Vec<u32> {
    let own = source_px.min(MAX_WIDTH_PX);
    WIDTHS_PX.into_iter().filter(|width| *width < own).chain([own]).collect()
}

fn scaled_height(width: u32, height: u32, to_width: u32) -> u32 {
    let (width, height, to_width) = (u64::from(width.max(1)), u64::from(height), u64::from(to_width));
    let rounded = (height * to_width + width / 2) / width;
    u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
}

/// Path of a file in a folder. Rejects names that lead out of it.
fn inside(folder: &Path, source: &str) -> Result<PathBuf, PictureError> {
    let name = Path::new(source);
    let plain = name.components().all(|part| matches!(part, Component::Normal(_))) && !source.contains('\\');
    if plain && !source.is_empty() { Ok(folder.join(name)) } else { Err(PictureError::Name) }
}

/// The file's name as a slug, without folder and extension.
fn slug_of(source: &str) -> String {
    let slug = Path::new(source).file_stem().map(|stem| slugify(&stem.to_string_lossy())).unwrap_or_default();
    // File systems limit names to 255 bytes; hash, width and extension need 20.
    let short: String = slug.chars().take(60).collect();
    if short.is_empty() { "immagine".to_owned() } else { short }
}

/// Eight hexadecimal digits of the content's hash: with the name, enough to distinguish a merchant's pictures.
fn content_hash(bytes: &[u8]) -> String {
    let digest = Sha256::new().chain_update(RECIPE).chain_update(bytes).finalize();
    hex::encode(digest.get(..4).unwrap_or_default())
}

fn decoder(bytes: &[u8]) -> Result<impl ImageDecoder + '_, PictureError> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| PictureError::Unreadable)?;
    // Limits what a file contains beside its pixels; too many pixels are an error of their own.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(BUDGET_BYTES);
    reader.limits(limits);
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err(PictureError::Unreadable);
    }
    reader.into_decoder().map_err(|_| PictureError::Unreadable)
}

/// Resizes the picture to a width.
fn resize(resizer: &mut Resizer, source: &Source, width: u32) -> Result<RgbaImage, PictureError> {
    let picture = source.picture;
    let (from, to) =
        ((picture.width(), picture.height()), (width, scaled_height(picture.width(), picture.height(), width)));
    let mut target_image = RgbaImage::new(to.0, to.1);
    // Only one of the library's pixel types is compiled: all of them would take a minute.
    let pixels = TypedImageRef::<U8x4>::from_buffer(from.0, from.1, picture).map_err(|_| PictureError::Encoding)?;
    let mut target =
        TypedImage::<U8x4>::from_buffer(to.0, to.1, &mut target_image).map_err(|_| PictureError::Encoding)?;
    let options = ResizeOptions::new().use_alpha(source.has_alpha);
    resizer.resize_typed(&pixels, &mut target, &options).map_err(|_| PictureError::Encoding)?;
    Ok(target_image)
}

/// Encodes the picture; an opaque one is written without an alpha channel.
fn encode(picture: &RgbaImage, effort: u8) -> Result<Vec<u8>, PictureError> {
    let mut options = webp::WebPConfig::new().map_err(|()| PictureError::Encoding)?;
    (options.lossless, options.quality, options.method) = (0, QUALITY, i32::from(effort));
    let encoder = webp::Encoder::from_rgba(picture, picture.width(), picture.height());
    encoder.encode_advanced(&options).map(|bytes| bytes.to_vec()).map_err(|_| PictureError::Encoding)
}

fn io_error(error: &std::io::Error) -> PictureError {
    if error.kind() == std::io::ErrorKind::NotFound {
        PictureError::Missing
    } else {
        PictureError::Io(error.to_string())
    }
}
