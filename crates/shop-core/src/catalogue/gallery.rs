//! The picture gallery of a product page (storefront specification, sections 2, 4 and 9).

use crate::base::ImageId;

/// Returns whether the large picture can be zoomed: only if it is wider than the gallery, both in CSS pixels.
///
/// ```
/// use shop_core::catalogue::gallery::zooms;
/// assert!(zooms(1200, 600));
/// assert!(!zooms(600, 600));
/// ```
pub fn zooms(picture_width: i64, gallery_width: i64) -> bool {
    picture_width > gallery_width
}

/// Returns the text under a picture in the full-screen gallery: its own caption, else its title.
pub fn caption<'a>(data_caption: &'a str, title: &'a str) -> &'a str {
    if data_caption.is_empty() { title } else { data_caption }
}

/// Returns the index of the picture to show after a variation is chosen (`Some` with its picture) or reset (`None`, the first
/// one). A variation whose picture is not in the gallery, or without one (0), changes nothing.
///
/// ```
/// use shop_core::catalogue::gallery::shown_picture;
/// use shop_core::base::ImageId;
/// let pictures = [ImageId(4), ImageId(5)];
/// assert_eq!(shown_picture(&pictures, Some(ImageId(5))), Some(1));
/// assert_eq!(shown_picture(&pictures, None), Some(0));
/// assert_eq!(shown_picture(&pictures, Some(ImageId(9))), None);
/// ```
pub fn shown_picture(pictures: &[ImageId], variation_picture: Option<ImageId>) -> Option<usize> {
    match variation_picture {
        None => (!pictures.is_empty()).then_some(0),
        Some(ImageId(0)) => None,
        Some(picture) => pictures.iter().position(|own| *own == picture),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_does_not_zoom() {
        assert!(!zooms(600, 600) && !zooms(0, 600) && zooms(601, 600));
    }

    #[test]
    fn a_caption_comes_before_the_title() {
        assert_eq!((caption("Latta", "x"), caption("", "Titolo")), ("Latta", "Titolo"));
    }

    #[test]
    fn a_variation_moves_to_its_own_picture_and_a_reset_to_the_first() {
        let pictures = [ImageId(7), ImageId(8)];
        assert_eq!(shown_picture(&pictures, Some(ImageId(8))), Some(1));
        assert_eq!(shown_picture(&pictures, None), Some(0));
        for none in [ImageId(0), ImageId(9)] {
            assert_eq!(shown_picture(&pictures, Some(none)), None);
        }
        assert_eq!(shown_picture(&[], None), None);
    }
}
