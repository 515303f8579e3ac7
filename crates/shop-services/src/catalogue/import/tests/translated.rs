//! Files of sites in other languages, and of older versions, give the same result as the English file.

use shop_core::base::Cents;

use super::*;

const ENGLISH: &str = "ID,Type,SKU,\"GTIN, UPC, EAN, or ISBN\",Name,Published,Is featured?,Visibility in catalog,Short description,\
    Description,Tax status,Tax class,In stock?,Stock,Weight (kg),Sale price,Regular price,Categories,Tags,Parent,Brands,\
    Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: name_en";
const ITALIAN: &str = "ID,Tipo,COD,\"GTIN, UPC, EAN, o ISBN\",Nome,Pubblicato,In primo piano?,Visibilità nel catalogo,\
    Breve descrizione,Descrizione,Stato delle imposte,Aliquota di imposta,In stock?,Magazzino,Peso (kg),Prezzo in offerta,\
    Prezzo di listino,Categorie,Tag,Genitore,Marchi,Attributo 1 nome,Attributo 1 valuta(e),Attributo 1 visibile,\
    Attributo 1 globale,Meta: name_en";
const GERMAN: &str = "ID,Typ,Artikelnummer,\"GTIN, UPC, EAN oder ISBN\",Name,Veröffentlicht,Ist hervorgehoben?,\
    Sichtbarkeit im Katalog,Kurzbeschreibung,Beschreibung,Steuerstatus,Steuerklasse,Vorrätig?,Lager,Gewicht (kg),Angebotspreis,\
    Regulärer Preis,Kategorien,Schlagwörter,Übergeordnetes Produkt,Marken,Attribut 1 Name,Attribut 1 Wert(e),\
    Attribut 1 Sichtbar,Attribut 1 Global,Meta: name_en";
const FRENCH: &str = "ID,Type,UGS,\"GTIN, UPC, EAN ou ISBN\",Nom,Publié,Mis en avant\u{a0}?,Visibilité dans le catalogue,\
    Description courte,Description,État de la TVA,Classe de TVA,En stock\u{a0}?,Stock,Poids (kg),Tarif promo,Tarif régulier,\
    Catégories,Étiquettes,Parent,Marques,Nom de l’attribut 1,Valeur(s) de l’attribut 1 ,Attribut 1 visible,Attribut 1 global,\
    Méta : name_en";
const SPANISH: &str = "ID,Tipo,SKU,\"GTIN, UPC, EAN o ISBN\",Nombre,Publicado,¿Está destacado?,Visibilidad en el catálogo,\
    Descripción corta,Descripción,Estado del impuesto,Clase de impuesto,¿Existencias?,Inventario,Peso (kg),Precio rebajado,\
    Precio normal,Categorías,Etiquetas,Superior,Marcas,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,\
    Atributo global 1,Meta: name_en";
const PORTUGUESE: &str = "ID,Tipo,REF,\"GTIN, UPC, EAN ou ISBN\",Nome,Publicado,Em destaque?,Visibilidade no catálogo,\
    Descrição breve,Descrição,Situação fiscal,Classe de imposto,Em stock?,Stock,Peso (kg),Preço promocional,Preço normal,\
    Categorias,Etiquetas,Pai,Marcas,Atributo 1 nome,Atributo 1 valor(es),Atributo 1 visível,Atributo 1 global,\
    Metadados: name_en";
const BRAZILIAN: &str = "ID,Tipo,SKU,\"GTIN, UPC, EAN, ou ISBN\",Nome,Publicado,Em destaque?,Visibilidade no catálogo,\
    Descrição curta,Descrição,Status do imposto,Classe de imposto,Em estoque?,Estoque,Peso (kg),Preço promocional,Preço,\
    Categorias,Tags,Ascendente,Brands,Nome do atributo 1,Valores do atributo 1,Visibilidade do atributo 1,Atributo global 1,\
    Metadado: name_en";
const DUTCH: &str = "ID,Type,Artikelnummer,\"GTIN, UPC, EAN of ISBN\",Naam,Gepubliceerd,Uitgelicht?,Zichtbaarheid in catalogus,\
    Korte omschrijving,Beschrijving,Btw status,Belastingklasse,Op voorraad?,Voorraad,Gewicht (kg),Actieprijs,Reguliere prijs,\
    Categorieën,Tags,Hoofd,Merken,Naam eigenschap 1,Waarde eigenschap 1,Zichtbare eigenschap 1,Globale eigenschap 1,\
    Meta: name_en";
const POLISH: &str = "ID,Typ,SKU,\"GTIN, UPC, EAN lub ISBN\",Nazwa,Opublikowano,Wyróżniony produkt?,Widoczność w katalogu,\
    Krótki opis,Opis,Status podatku,Klasa podatkowa,W magazynie?,Stan magazynowy,Waga (kg),Cena promocyjna,Cena,Kategorie,Tagi,\
    Element nadrzędny,Marki,Nazwa atrybutu 1,Wartości atrybutu 1,Atrybut 1 widoczny,Atrybut 1: globalny,Pola: name_en";
const RUSSIAN: &str = "ID,Тип,Артикул,\"GTIN, UPC, EAN или ISBN\",Имя,Опубликован,Рекомендуемый?,Видимость в каталоге,\
    Краткое описание,Описание,Статус налога,Налоговый класс,В наличии?,Запасы,Вес (кг),Акционная цена,Базовая цена,Категории,\
    Метки,Родительский,Бренды,Название атрибута 1,Значения атрибутов 1,Видимость атрибута 1,Глобальный атрибут 1,\
    Мета: name_en";
const MIXED: &str = "id,tipo,SKU,EAN,Nome,Published,Featured,Visibility in catalogue,Short Description,Descrizione,Tax status,\
    Steuerklasse,In stock?,Stock quantity,Peso [kg],Sale price,Price,Categorie,Tags,Parent SKU,Brand,Attribute 1 name,\
    Attributo 1 valuta(e),Attribut 1 Sichtbar,Attribute 1 global,Meta: name_en";

const ROWS: &str = "501,simple,OLI,8001234567890,Olio nuovo,1,1,visible,Spremuto,Lungo,taxable,reduced-4,1,12,\"0,75\",\"10,00\",\
    \"12,50\",Oli,nuovo,,Rossi,,,,,New oil\n\
    502,variable,MIE,,Miele,1,0,visible,,,taxable,,1,,,,,Mieli,,,,Vasetto,\"250 g, 500 g\",1,1,\n\
    503,variation,MIE-2,,Miele - 250 g,1,0,visible,,,taxable,parent,1,5,,,\"6,90\",,,MIE,,Vasetto,250 g,,1,\n";

#[tokio::test]
async fn the_columns_of_every_language_give_the_same_catalogue() {
    let english = MemoryStore::default();
    let report = import(&english, &format!("{ENGLISH}\n{ROWS}")).await;
    assert_eq!((counts(&report), &report.warnings), ([3, 0, 0, 0], &vec![]));
    let expected = export(&english.data());
    assert!(expected.contains("8001234567890") && expected.contains("Rossi") && expected.contains("New oil"));
    let others = [ITALIAN, GERMAN, FRENCH, SPANISH, PORTUGUESE, BRAZILIAN, DUTCH, POLISH, RUSSIAN, MIXED];
    for header in others {
        let store = MemoryStore::default();
        let report = import(&store, &format!("\u{feff}{header}\n{ROWS}")).await;
        assert_eq!((report.errors, report.warnings), (vec![], vec![]), "{header}");
        assert_eq!(export(&store.data()), expected, "{header}");
    }
}

#[tokio::test]
async fn a_file_that_updates_prices_does_so_in_every_language() {
    let store = MemoryStore::default();
    import(&store, &format!("{ENGLISH}\n{ROWS}")).await;
    for (cents, header) in [
        (1300, "SKU;Prezzo di listino"),
        (1301, "Artikelnummer;Regulärer Preis"),
        (1302, "UGS;Tarif régulier"),
        (1303, "SKU;Precio normal"),
        (1304, "REF;Preço normal"),
        (1305, "SKU;Preço"),
        (1306, "Artikelnummer;Reguliere prijs"),
        (1307, "SKU;Cena"),
        (1308, "Артикул;Базовая цена"),
        (1309, "sku;Regular Price (€)"),
        (1310, "SKU;Prezzo"),
    ] {
        let report =
            import(&store, &format!("{header}\nOLI;\"{}\"\n", Cents(cents).to_decimal().replace('.', ","))).await;
        assert_eq!(counts(&report), [0, 1, 0, 0], "{header}: {:?}", report.errors);
        assert_eq!(store.data().products[0].item.prices.regular, Some(Cents(cents)), "{header}");
    }
}

#[tokio::test]
async fn measures_of_files_in_other_units_are_converted() {
    let store = MemoryStore::default();
    for (header, weight, length) in [
        ("SKU,Name,Weight (lbs),Length (in)", 454, 2_540),
        ("SKU,Nome,Peso (g),Lunghezza (mm)", 1, 100),
        ("SKU,Nom,Poids (livres),Longueur (pouce)", 454, 2_540),
        ("Артикул,Имя,Вес (кг),Длина (м)", 1_000, 100_000),
        ("SKU,Name,Weight (oz),Length (yd)", 28, 91_440),
        ("SKU,Name,Weight,Length", 1_000, 1_000),
    ] {
        import(&store, &format!("{header}\na,A,1,1\n")).await;
        let item = store.data().products.remove(0).item;
        assert_eq!((item.weight_milli, item.length_milli), (Some(weight), Some(length)), "{header}");
    }
}
