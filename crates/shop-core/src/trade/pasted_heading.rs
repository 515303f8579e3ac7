//! Column headings of Italian and English spreadsheets.

use super::pasted_number::QuantityUnit;
use crate::base::search_text::fold_for_search;

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Heading {
    /// The SKU of a product.
    Code,
    /// The number of a product.
    Id,
    /// The name of a product.
    Name,
    /// A quantity; ordered from the plainest on.
    Quantity(Counts),
    /// Known but irrelevant here: prices, totals, stock, notes.
    Other,
    Unknown,
}

/// Unit that a quantity column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Counts {
    /// No unit given, which means pieces.
    Plain,
    Pieces,
    Packs,
}

impl Counts {
    pub(super) const fn unit(self) -> QuantityUnit {
        match self {
            Self::Plain | Self::Pieces => QuantityUnit::Pieces,
            Self::Packs => QuantityUnit::Packs,
        }
    }
}

/// Whole headings, as [`words`] normalises them.
const CODES: &str = "sku|codice|cod|codice articolo|cod articolo|cod art|codice art|codart|codice prodotto|cod prodotto|codice sku|\
    code|item code|item no|item number|item id|product code|article code|article no|article number|art no|n articolo|n art|art|\
    ref|rif|referenza|riferimento|reference|part number|part no|product sku|sku code";
const IDS: &str = "id|product id|id prodotto";
const NAMES: &str = "prodotto|prodotti|articolo|articoli|nome|nome prodotto|nome articolo|descrizione|descrizione articolo|\
    descrizione prodotto|desc|denominazione|titolo|product|products|product name|name|item|items|item name|item description|\
    description|product description|article|title";
/// Headings that mean a quantity only on their own: other words beside them change the meaning.
const ORDERED: &str = "ordine|ord|ordinato|ordinata|ordinati|ordinate|da ordinare|order|ordered|to order|tuo ordine|vostro ordine|\
    il tuo ordine|your order|richiesti|richiesto|richiesta";
const NOTES: &str = "note|nota|notes|note articolo|formato|size|format|peso|weight|marca|brand|produttore|producer|categoria|\
    category|um|u m|unita di misura|unit of measure|uom|unit|ean|ean13|gtin|barcode|bar code|codice a barre|codice ean|scadenza|\
    expiry|lotto|lot|batch|data|date|consegna|delivery|riga|line|row|n riga|line no|colore|colour|color|fornitore|supplier|\
    confezione|packaging|immagine|image|foto|photo|link|url|origine|origin|stato|status|n ordine|numero ordine|order no|\
    order number|order code|codice ordine|data ordine|order date|cliente|customer|tipo|type|n|nr|pos";

/// Words that mark money and other numbers than quantities: one is enough.
const MONEY: &str = "prezzo|prezzi|price|prices|costo|cost|importo|importi|amount|eur|euro|listino|sconto|discount|iva|vat|tax|\
    imponibile|netto|lordo|net|gross|subtotale|subtotal|pu|valore|value|spesa|aliquota|rate";
const NOT_ORDERED: &str = "giacenza|giacenze|disponibile|disponibili|disponibilita|magazzino|stock|available|availability|min|max|\
    minimo|minima|massimo|massima|minimum|maximum|moq|multiplo|multipli|multiple|step|scaglione|scala";
const TOTALS: &str = "totale|totali|total|totals|tot";
const QUANTITIES: &str = "quantita|quantitativo|quantitativi|qta|qt|qnt|quant|q|qty|quantity|quantities|qtys";
const PIECES: &str = "pz|pezzi|pezzo|pcs|pc|pieces|piece|unita|units";
const PACKS: &str = "colli|collo|conf|confezioni|confezione|cartoni|cartone|ct|ctn|scatole|scatola|pacchi|pacco|packs|pack|boxes|\
    box|cartons|carton|cases|case|casse|cassa";
/// Words without meaning of their own beside a quantity.
const FILLERS: &str = "n|nr|no|num|numero|number|ord|of|di|da|in|the|la|ordine|ordinata|ordinato|ordinati|ordinate|ordinare|order|\
    ordered|to|richiesta|richiesto|richiesti|requested|required|needed|desiderata|acquisto|acquistare|buy|your|tua|vostra|per";
/// Words between the counted unit and its container: "pezzi per collo".
const CONTENT: &str = "per|x|ogni|each|a|al|in|su";

fn has(list: &str, word: &str) -> bool {
    list.split('|').any(|known| known.trim() == word)
}

/// Splits a heading into folded words, abbreviations without dots and apostrophes: "Q.tà" is "qta", "€/pz" is "eur pz".
fn words(heading: &str) -> Vec<String> {
    let folded = fold_for_search(heading).replace('€', " eur ").replace(['°', 'º'], " ");
    let dotless: String = folded.chars().filter(|c| !matches!(c, '\'' | '.')).collect();
    // "N.pezzi", "Cod.articolo": a dot between two words separates them; between single letters it marks an abbreviation.
    let parted = folded.split('.').all(|part| part.trim().chars().count() != 1) && folded.contains('.');
    let text = if parted { folded.replace('.', " ").replace('\'', "") } else { dotless };
    let known = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    known.map(str::to_owned).collect()
}

/// Classifies a column by its heading.
pub(super) fn heading(text: &str) -> Heading {
    // Dots can be read in two ways; either may give a known heading.
    let spaced = words(&text.replace('.', " "));
    match of_words(&words(text)) {
        Heading::Unknown => of_words(&spaced),
        known => known,
    }
}

fn of_words(words: &[String]) -> Heading {
    let whole = words.join(" ");
    let any = |list: &str| words.iter().any(|word| has(list, word));
    let all = |lists: &[&str]| words.iter().all(|word| lists.iter().any(|list| has(list, word)));
    if whole.is_empty() {
        return Heading::Unknown;
    }
    if has(CODES, &whole) {
        return Heading::Code;
    }
    if has(IDS, &whole) {
        return Heading::Id;
    }
    if has(NAMES, &whole) {
        return Heading::Name;
    }
    if has(ORDERED, &whole) {
        return Heading::Quantity(Counts::Plain);
    }
    if has(NOTES, &whole) || has(TOTALS, &whole) {
        return Heading::Other;
    }
    let vocabulary =
        [MONEY, NOT_ORDERED, TOTALS, QUANTITIES, PIECES, PACKS, FILLERS, CONTENT, "unitario|unitaria|cad|cadauno"];
    if any(MONEY) || any(NOT_ORDERED) {
        return if any(MONEY) || all(&vocabulary) { Heading::Other } else { Heading::Unknown };
    }
    let (pieces, packs, plain) = (any(PIECES), any(PACKS), any(QUANTITIES));
    if !(pieces || packs || plain) || !all(&[TOTALS, QUANTITIES, PIECES, PACKS, FILLERS, CONTENT]) {
        return Heading::Unknown;
    }
    match (pieces, packs) {
        // "Pezzi per collo": the size of a pack.
        (true, true) => Heading::Other,
        _ if words.iter().skip(1).any(|word| has("per|x|ogni|each", word)) => Heading::Other,
        (true, false) => Heading::Quantity(Counts::Pieces),
        (false, true) => Heading::Quantity(Counts::Packs),
        (false, false) => Heading::Quantity(Counts::Plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(expected: Heading, headings: &[&str]) {
        for one in headings {
            for written in [(*one).to_owned(), one.to_uppercase(), one.to_lowercase(), format!(" {one} ")] {
                assert_eq!(heading(&written), expected, "{written}");
            }
        }
    }

    #[test]
    fn quantities_are_known_in_all_usual_forms() {
        let plain = [
            "Quantità",
            "Quantita",
            "Quantita'",
            "Quantità ordinata",
            "Quantità da ordinare",
            "Qta",
            "Q.tà",
            "Q.ta'",
            "Q.ta",
            "Q.tà.",
            "Qtà",
            "Q.tà ordine",
            "Qt.",
            "QTY",
            "Qty.",
            "Quantity",
            "Order qty",
            "Order quantity",
            "Qty ordered",
            "Ordine",
            "Ordinato",
            "Da ordinare",
            "Order",
            "Ordered",
            "Il tuo ordine",
            "Totale quantità",
            "Total qty",
            "Quantitativo",
            "Q",
            "Quantity required",
        ];
        all(Heading::Quantity(Counts::Plain), &plain);
        let pieces = [
            "Pz",
            "Pz.",
            "Pezzi",
            "N. pezzi",
            "N° pezzi",
            "N.pezzi",
            "Nr. pezzi",
            "Numero pezzi",
            "Pcs",
            "Pieces",
            "No. of pieces",
            "Unità",
            "Units",
            "Q.tà pz",
            "Quantità (pz)",
            "Quantità pezzi",
            "Totale pezzi",
            "Pezzi ordinati",
        ];
        all(Heading::Quantity(Counts::Pieces), &pieces);
        let packs = [
            "Colli",
            "N. colli",
            "Confezioni",
            "N. confezioni",
            "Conf.",
            "Cartoni",
            "Cartons",
            "Boxes",
            "Packs",
            "No. of packs",
            "Cases",
            "Quantità (colli)",
            "Colli ordinati",
        ];
        all(Heading::Quantity(Counts::Packs), &packs);
    }

    #[test]
    fn prices_totals_stock_and_contents_are_no_quantities() {
        let others = [
            "Prezzo",
            "Prezzo unitario",
            "Prezzo cad.",
            "Prezzo al pezzo",
            "Prezzo/pz",
            "€/pz",
            "P.U.",
            "Price",
            "Unit price",
            "Price per piece",
            "Prezzo (€)",
            "Importo",
            "Totale",
            "Totale €",
            "Totale riga €",
            "Total",
            "Total price",
            "Amount",
            "Subtotale",
            "Sconto %",
            "IVA",
            "VAT rate",
            "Giacenza",
            "Disponibilità",
            "Stock qty",
            "Q.tà disponibile",
            "Quantità minima",
            "Min. qty",
            "Pezzi per collo",
            "Pz per confezione",
            "Pz x cartone",
            "Pcs per case",
            "Pcs/box",
            "Note",
            "Formato",
            "U.M.",
            "EAN",
            "N. ordine",
            "Order no.",
            "Data ordine",
            "Order date",
        ];
        all(Heading::Other, &others);
    }

    #[test]
    fn products_are_known_by_code_number_and_name() {
        all(
            Heading::Code,
            &[
                "SKU",
                "Codice",
                "Cod.",
                "Codice articolo",
                "Cod. art.",
                "Cod.Art.",
                "Item code",
                "Item no.",
                "Ref.",
                "Product code",
            ],
        );
        all(Heading::Id, &["ID", "Product ID"]);
        all(
            Heading::Name,
            &["Prodotto", "Articolo", "Nome", "Descrizione", "Product", "Product name", "Name", "Description"],
        );
    }

    #[test]
    fn other_words_are_unknown() {
        all(Heading::Unknown, &["", "Foo", "Pezzi di pane", "Mario", "CAV-35", "Uova 6 pz", "Ordine del cliente"]);
    }

    #[test]
    fn the_shops_own_lists_are_read_again() {
        use crate::base::Lang;
        use crate::platform::words::list_texts;
        for lang in [Lang::It, Lang::En] {
            assert_eq!(heading(list_texts::column_sku(lang)), Heading::Code);
            assert_eq!(heading(list_texts::column_product(lang)), Heading::Name);
            assert_eq!(heading(list_texts::column_quantity(lang)), Heading::Quantity(Counts::Plain));
            assert_eq!(heading(list_texts::column_price(lang)), Heading::Other);
            assert_eq!(heading(list_texts::column_subtotal(lang)), Heading::Other);
        }
    }
}
