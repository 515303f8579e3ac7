//! Generates large catalogues for benchmarks of import, lists and search: synthetic, but as varied as real ones.

use std::fmt::Write;

/// A number generator with the same output on every machine (SplitMix64, Steele et al. 2014): a seeded generator of a library may
/// change between versions, which would make measurements incomparable.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(z % end).unwrap_or(0)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from.get(self.below(from.len())).copied().unwrap_or_default()
    }
}

/// Category, tax class and goods.
const SHELVES: [(&str, &str, &[&str]); 10] = [
    ("Pasta > Pasta secca", "reduced-4", &["Spaghetti", "Penne", "Fusilli", "Paccheri", "Linguine", "Orecchiette"]),
    ("Pasta > Pasta all’uovo", "reduced-4", &["Tagliatelle", "Tajarin", "Pappardelle", "Lasagne"]),
    ("Olio > Extravergine", "reduced-4", &["Olio extravergine", "Olio nuovo", "Olio fruttato"]),
    ("Formaggi > Stagionati", "reduced-4", &["Pecorino", "Parmigiano", "Asiago", "Caciocavallo", "Provolone"]),
    ("Salumi", "reduced-10", &["Prosciutto crudo", "Salame", "Coppa", "Speck", "Bresaola", "Guanciale"]),
    ("Dolci > Biscotti", "reduced-10", &["Cantucci", "Amaretti", "Baci di dama", "Savoiardi"]),
    ("Dolci > Miele", "reduced-10", &["Miele di acacia", "Miele di castagno", "Miele di sulla"]),
    ("Conserve", "reduced-10", &["Passata di pomodoro", "Pesto", "Carciofi sott’olio", "Capperi", "Olive"]),
    ("Caffè e tè", "", &["Caffè in grani", "Caffè macinato", "Tè nero", "Tisana"]),
    ("Vini", "", &["Barolo", "Chianti", "Vermentino", "Franciacorta", "Lambrusco", "Aglianico"]),
];
const MAKERS: [&str; 12] = [
    "della Nonna",
    "del Borgo",
    "Antica Masseria",
    "Fratelli Serra",
    "Cascina Bianca",
    "del Pastaio",
    "Valle Chiara",
    "Poggio Alto",
    "del Molino",
    "San Rocco",
    "Terre Rosse",
    "Ca’ dei Frati",
];
const KINDS: [&str; 8] =
    ["biologico", "artigianale", "riserva", "delicato", "intenso", "integrale", "affumicato", "dolce"];
const REGIONS: [&str; 10] = [
    "Puglia",
    "Toscana",
    "Sicilia",
    "Piemonte",
    "Liguria",
    "Campania",
    "Umbria",
    "Veneto",
    "Sardegna",
    "Emilia-Romagna",
];
const TAGS: [&str; 6] = ["vegano", "senza-glutine", "regalo", "novità", "biologico", "piccante"];
const SIZES: [(&str, i64); 5] = [("100 g", 100), ("250 g", 250), ("500 g", 500), ("1 kg", 1000), ("3 kg", 3000)];

const HEADER: &str = "Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Tax status,\
    Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Weight,Sale price,Regular price,Categories,Tags,Parent,\
    Upsells,Cross-sells,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,\
    Attribute 1 default,Attribute 2 name,Attribute 2 value(s),Attribute 2 visible,Attribute 2 global,Meta: name_en,\
    Meta: net_weight_g\n";

/// Generates a catalogue file with `count` products, one in five with two to five pack sizes as variations (in addition to the
/// count). The same count and seed give the same bytes on every machine and in every version of this shop. Links point to earlier
/// and, one in fifty, to later products. The weight column has no unit, so any shop accepts it.
pub fn generated_catalogue(count: usize, seed: u64) -> String {
    let mut numbers = Numbers(seed);
    let mut out = String::with_capacity(count.saturating_mul(700));
    out.push_str(HEADER);
    for number in 1..=count {
        write_product(&mut out, &mut numbers, number, count);
    }
    out
}

fn write_product(out: &mut String, numbers: &mut Numbers, number: usize, count: usize) {
    let (category, tax_class, goods) = SHELVES.get(numbers.below(SHELVES.len())).copied().unwrap_or_default();
    let (good, kind, maker) = (numbers.pick(goods), numbers.pick(&KINDS), numbers.pick(&MAKERS));
    let region = numbers.pick(&REGIONS);
    let name = format!("{good} {kind} {maker} n. {number}");
    let sku = sku_of(number);
    let base = i64::try_from(150 + numbers.below(4000)).unwrap_or(150);
    let tags = if numbers.one_in(2) { numbers.pick(&TAGS) } else { "" };
    let featured = i32::from(numbers.one_in(25));
    let upsell = if numbers.one_in(4) { sku_of(1 + numbers.below(number)) } else { String::new() };
    let ahead = if numbers.one_in(50) { count } else { number };
    let cross_sell = if numbers.one_in(3) { sku_of(1 + numbers.below(ahead)) } else { String::new() };
    let short = format!("{good} {kind}: {region}, ricetta di {maker}.");
    let long = format!(
        "<p>{good} {kind} di {maker}, lavorato in {region} in piccoli lotti.</p><p>Si conserva in luogo fresco e asciutto; \
         ideale con {}.</p>",
        numbers.pick(&["pane casereccio", "verdure di stagione", "un vino rosso giovane", "formaggi freschi"])
    );
    let texts = format!("\"{short}\",\"{long}\"");
    let sizes = if numbers.one_in(5) { 2 + numbers.below(4) } else { 0 };
    let region_cells = format!("{region},1,1");
    let line = |out: &mut String, cells: std::fmt::Arguments<'_>| {
        // Writing to a String cannot fail.
        let _ = out.write_fmt(cells);
    };
    if sizes == 0 {
        let stock = numbers.below(200);
        let sale = if numbers.one_in(8) { decimal(base * 4 / 5) } else { String::new() };
        let status = i32::from(stock > 0);
        line(
            out,
            format_args!(
                "simple,{sku},{name},1,{featured},visible,{texts},taxable,{tax_class},{status},{stock},,0,0.5,{sale},{},\
                 {category},{tags},,{upsell},{cross_sell},{number},Formato,500 g,1,1,,Regione,{region_cells},{good} {number},500\n",
                decimal(base)
            ),
        );
        return;
    }
    let offered = SIZES.iter().take(sizes);
    let names: Vec<&str> = offered.clone().map(|(name, _)| *name).collect();
    line(
        out,
        format_args!(
            "variable,{sku},{name},1,{featured},visible,{texts},taxable,{tax_class},1,,,0,0.5,,,{category},{tags},,{upsell},\
             {cross_sell},{number},Formato,\"{}\",1,1,{},Regione,{region_cells},{good} {number},\n",
            names.join(", "),
            names.first().copied().unwrap_or_default()
        ),
    );
    for (at, (size, grams)) in offered.enumerate() {
        let (stock, price) = (numbers.below(100), decimal(base * (100 + grams) / 200));
        let weight = shop_core::base::text::format_fixed(*grams, 3);
        line(
            out,
            format_args!(
                "variation,{sku}-{at},{name} - {size},1,0,visible,,,taxable,parent,1,{stock},,0,{weight},,{price},,,{sku},,,{at},\
                 Formato,{size},,1,,,,,,{good} {number} - {size},{grams}\n"
            ),
        );
    }
}

fn sku_of(number: usize) -> String {
    format!("gen-{number:06}")
}

fn decimal(cents: i64) -> String {
    shop_core::base::Cents(cents.max(1)).to_decimal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
        assert_eq!(generated_catalogue(50, 1), generated_catalogue(50, 1));
        assert_ne!(generated_catalogue(50, 1), generated_catalogue(50, 2));
    }

    #[test]
    fn a_catalogue_has_as_many_products_as_asked_for() {
        let text = generated_catalogue(300, 7);
        let products = text.lines().skip(1).filter(|line| !line.starts_with("variation,")).count();
        assert_eq!(products, 300);
        assert!(text.lines().count() > 350, "some have variations");
    }
}
