//! Whether a text can be read on its background (payments, section 9; the ratios are those of WCAG 2).

use super::color::Color;

/// Linear light of each channel value, in millionths: v/12.92 up to 10, ((v/255 + 0.055)/1.055)^2.4 above (IEC 61966-2-1).
/// Written out, as powers may differ from one machine to another.
#[rustfmt::skip]
static LINEAR: [i64; 256] = [
    0, 304, 607, 911, 1214, 1518, 1821, 2125, 2428, 2732, 3035, 3347, 3677, 4025, 4391, 4777, 5182, 5605, 6049, 6512,
    6995, 7499, 8023, 8568, 9134, 9721, 10_330, 10_960, 11_612, 12_286, 12_983, 13_702, 14_444, 15_209, 15_996,
    16_807, 17_642, 18_500, 19_382, 20_289, 21_219, 22_174, 23_153, 24_158, 25_187, 26_241, 27_321, 28_426, 29_557,
    30_713, 31_896, 33_105, 34_340, 35_601, 36_889, 38_204, 39_546, 40_915, 42_311, 43_735, 45_186, 46_665, 48_172,
    49_707, 51_269, 52_861, 54_480, 56_128, 57_805, 59_511, 61_246, 63_010, 64_803, 66_626, 68_478, 70_360, 72_272,
    74_214, 76_185, 78_187, 80_220, 82_283, 84_376, 86_500, 88_656, 90_842, 93_059, 95_307, 97_587, 99_899, 102_242,
    104_616, 107_023, 109_462, 111_932, 114_435, 116_971, 119_538, 122_139, 124_772, 127_438, 130_136, 132_868,
    135_633, 138_432, 141_263, 144_128, 147_027, 149_960, 152_926, 155_926, 158_961, 162_029, 165_132, 168_269,
    171_441, 174_647, 177_888, 181_164, 184_475, 187_821, 191_202, 194_618, 198_069, 201_556, 205_079, 208_637,
    212_231, 215_861, 219_526, 223_228, 226_966, 230_740, 234_551, 238_398, 242_281, 246_201, 250_158, 254_152,
    258_183, 262_251, 266_356, 270_498, 274_677, 278_894, 283_149, 287_441, 291_771, 296_138, 300_544, 304_987,
    309_469, 313_989, 318_547, 323_143, 327_778, 332_452, 337_164, 341_914, 346_704, 351_533, 356_400, 361_307,
    366_253, 371_238, 376_262, 381_326, 386_429, 391_572, 396_755, 401_978, 407_240, 412_543, 417_885, 423_268,
    428_690, 434_154, 439_657, 445_201, 450_786, 456_411, 462_077, 467_784, 473_531, 479_320, 485_150, 491_021,
    496_933, 502_886, 508_881, 514_918, 520_996, 527_115, 533_276, 539_479, 545_724, 552_011, 558_340, 564_712,
    571_125, 577_580, 584_078, 590_619, 597_202, 603_827, 610_496, 617_207, 623_960, 630_757, 637_597, 644_480,
    651_406, 658_375, 665_387, 672_443, 679_542, 686_685, 693_872, 701_102, 708_376, 715_694, 723_055, 730_461,
    737_910, 745_404, 752_942, 760_525, 768_151, 775_822, 783_538, 791_298, 799_103, 806_952, 814_847, 822_786,
    830_770, 838_799, 846_873, 854_993, 863_157, 871_367, 879_622, 887_923, 896_269, 904_661, 913_099, 921_582,
    930_111, 938_686, 947_307, 955_973, 964_686, 973_445, 982_251, 991_102, 1_000_000,
];

/// Least ratios, times 10.
const AA: i64 = 45;
const AA_LARGE: i64 = 30;
const AAA: i64 = 70;
const AAA_LARGE: i64 = 45;

/// Relative luminance in units of 10^-10.
fn luminance(color: Color) -> i64 {
    let linear = |channel: u8| LINEAR.get(usize::from(channel)).copied().unwrap_or_default();
    2126 * linear(color.red) + 7152 * linear(color.green) + 722 * linear(color.blue)
}

/// Whether the ratio of two opaque colours reaches `tenths`. Both luminances are raised by 0.05, the light of a dark screen.
fn reaches(one: Color, other: Color, tenths: i64) -> bool {
    let raised = |color: Color| luminance(color) + 500_000_000;
    let (a, b) = (raised(one), raised(other));
    a.max(b) * 10 >= a.min(b) * tenths
}

/// How strictly readability is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// 4.5, large text 3.
    Aa,
    /// 7, large text 4.5.
    Aaa,
}

/// Whether a text of this colour can be read on this background.
pub fn is_readable(text: Color, background: Color, level: Level, large: bool) -> bool {
    let tenths = match (level, large) {
        (Level::Aa, false) => AA,
        (Level::Aa, true) => AA_LARGE,
        (Level::Aaa, false) => AAA,
        (Level::Aaa, true) => AAA_LARGE,
    };
    reaches(text, background, tenths)
}

/// The text's own colour where it can be read, else black or white, whichever stands out more: one of them always reaches
/// 4.5.
pub fn readable_text(text: Color, background: Color) -> Color {
    if is_readable(text, background, Level::Aa, false) {
        return text;
    }
    let raised = |color: Color| luminance(color) + 500_000_000;
    // Against white the ratio is 1.05/l, against black l/0.05.
    let white_stands_out = 10_500_000_000_i128 * 500_000_000 > i128::from(raised(background)).pow(2);
    if white_stands_out { Color::WHITE } else { Color::BLACK }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn color(css: &str) -> Color {
        Color::parse(css).unwrap()
    }

    #[test]
    fn grey_on_white_is_readable_from_its_known_bound_on() {
        let on_white = |css, level, large| is_readable(color(css), Color::WHITE, level, large);
        assert!(on_white("#767676", Level::Aa, false) && !on_white("#777777", Level::Aa, false));
        assert!(on_white("#949494", Level::Aa, true) && !on_white("#959595", Level::Aa, true));
        assert!(on_white("#595959", Level::Aaa, false) && !on_white("#5a5a5a", Level::Aaa, false));
        assert!(!on_white("#3ab1e4", Level::Aa, true));
    }

    #[test]
    fn unreadable_text_becomes_black_or_white() {
        assert_eq!(readable_text(color("#777"), Color::WHITE), Color::BLACK);
        assert_eq!(readable_text(color("#222"), color("#111")), Color::WHITE);
        assert_eq!(readable_text(color("#16739f"), Color::WHITE), color("#16739f"));
    }

    proptest! {
        #[test]
        fn what_is_chosen_can_be_read(text in any::<[u8; 3]>(), ground in any::<[u8; 3]>()) {
            let of = |[red, green, blue]: [u8; 3]| Color { red, green, blue, alpha_thousandths: 1000 };
            prop_assert!(is_readable(readable_text(of(text), of(ground)), of(ground), Level::Aa, false));
        }
    }
}
