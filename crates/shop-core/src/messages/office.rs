//! Sentences about what a merchant types in the back office: settings, delivery, taxes, terms, products, files.

super::messages! {
    OFFICE_VALUE_SHAPE "office_value_shape": "Questo valore non ha la forma attesa.", "This value does not have the expected form.";
    OFFICE_MEASURE_INVALID "office_measure_invalid": "Scrivi un numero positivo con al massimo tre decimali, come 2,5.", "Please write a positive number with at most three decimals, such as 2.5.";
    OFFICE_LIST_EMPTY "office_list_empty": "Scegli almeno una voce.", "Please choose at least one entry.";
    OFFICE_VAT_INVALID "office_vat_invalid": "«{value}» non è una partita IVA valida del Paese del negozio.", "“{value}” is not a valid VAT number of the shop's country.";
    OFFICE_IBAN_INVALID "office_iban_invalid": "«{value}» non è un IBAN: controlla che ci siano tutti i caratteri.", "“{value}” is not an IBAN: please check that all its characters are there.";
    OFFICE_BIC_INVALID "office_bic_invalid": "«{value}» non è un codice BIC: ha 8 o 11 caratteri.", "“{value}” is not a BIC: it has 8 or 11 characters.";
    OFFICE_COUNTRY_UNKNOWN "office_country_unknown": "«{value}» non è il codice di un Paese.", "“{value}” is not the code of a country.";
    OFFICE_STATE_UNKNOWN "office_state_unknown": "«{value}» non è una provincia del Paese scelto.", "“{value}” is not a province of the chosen country.";
    OFFICE_POSTCODE_INVALID "office_postcode_invalid": "«{value}» non è un CAP del Paese scelto.", "“{value}” is not a postcode of the chosen country.";
    OFFICE_PAGE_UNKNOWN "office_page_unknown": "A «{value}» non c'è una pagina pubblicata.", "There is no published page at “{value}”.";
    OFFICE_PRODUCT_UNKNOWN "office_product_unknown": "Il prodotto «{value}» non esiste.", "The product “{value}” does not exist.";
    OFFICE_CHANGED "office_changed": "Qualcun altro ha salvato nel frattempo: ricarica la pagina e riprova.", "Somebody else has saved meanwhile: please reload the page and try again.";
    OFFICE_ZONE_POSTCODE "office_zone_postcode": "«{value}» non indica dei CAP. Scrivi 09100, 09* oppure 09010...09099.", "“{value}” does not mean any postcodes. Please write 09100, 09* or 09010...09099.";
    OFFICE_ZONE_PLACE_MISSING "office_zone_place_missing": "I CAP valgono dentro un Paese o una provincia: scegline almeno uno.", "Postcodes hold within a country or province: please choose at least one.";
    OFFICE_ZONE_REST_TWICE "office_zone_rest_twice": "C'è già una zona senza luoghi, per il resto del mondo.", "There is already a zone without places, for the rest of the world.";
    OFFICE_WEIGHTS_REVERSED "office_weights_reversed": "Il peso massimo è inferiore al minimo.", "The greatest weight is below the least.";
    OFFICE_AMOUNT_RANGE "office_amount_range": "L'importo deve essere compreso tra {minimum} e {maximum}.", "The amount must be between {minimum} and {maximum}.";
    OFFICE_MINIMUM_MISSING "office_minimum_missing": "Indica l'importo da cui la spedizione è gratuita.", "Please give the amount from which delivery is free.";
    OFFICE_FREE_COSTS "office_free_costs": "La spedizione gratuita non ha un costo.", "Free delivery has no cost.";
    OFFICE_TWICE "office_twice": "«{value}» compare due volte.", "“{value}” appears twice.";
    OFFICE_TAX_CLASS_UNKNOWN "office_tax_class_unknown": "La classe d'imposta «{value}» non esiste.", "The tax class “{value}” does not exist.";
    OFFICE_TAX_CLASS_USED "office_tax_class_used": "La classe «{value}» è usata da {count} prodotti: cambiali prima.", "The class “{value}” is used by {count} products: please change them first.";
    OFFICE_TAX_RATE "office_tax_rate": "Scrivi una percentuale tra 0 e 100, come 22 o 5,5.", "Please write a percentage between 0 and 100, such as 22 or 5.5.";
    OFFICE_SLUG_INVALID "office_slug_invalid": "Usa lettere minuscole senza accenti, cifre e trattini singoli, come olio-di-oliva.", "Please use small letters without accents, digits and single hyphens, such as olio-di-oliva.";
    OFFICE_SLUG_TAKEN "office_slug_taken": "L'indirizzo «{slug}» è già usato.", "The address “{slug}” is taken.";
    OFFICE_NAME_TAKEN "office_name_taken": "C'è già una voce con il nome «{name}».", "There is already an entry named “{name}”.";
    OFFICE_CATEGORY_LOOP "office_category_loop": "Una categoria non può stare sotto se stessa.", "A category cannot be below itself.";
    OFFICE_ENTRY_GONE "office_entry_gone": "Questa voce non esiste più: ricarica la pagina.", "This entry no longer exists: please reload the page.";
    OFFICE_TERM_USED "office_term_used": "«{name}» è usato da {count} prodotti: toglilo prima da quelli.", "“{name}” is used by {count} products: please remove it from them first.";
    OFFICE_ORDER_INCOMPLETE "office_order_incomplete": "L'elenco è cambiato nel frattempo: ricarica la pagina.", "The list has changed meanwhile: please reload the page.";
    OFFICE_FILE_MISSING "office_file_missing": "Scegli un file.", "Please choose a file.";
    OFFICE_FILE_TOO_LARGE "office_file_too_large": "Il file supera {maximum} MB.", "The file is larger than {maximum} MB.";
    OFFICE_PICTURE_TYPE "office_picture_type": "Il file non è un'immagine PNG, JPEG o WebP leggibile.", "The file is not a readable PNG, JPEG or WebP picture.";
    OFFICE_PICTURE_PIXELS "office_picture_pixels": "L'immagine ha {width} × {height} punti: sono troppi.", "The picture has {width} × {height} pixels: too many.";
    OFFICE_PICTURE_ALT "office_picture_alt": "Descrivi l'immagine per chi non la vede.", "Please describe the picture for people who cannot see it.";
    OFFICE_GRAMS "office_grams": "Scrivi i grammi, da 0 a {maximum}, con al massimo due decimali.", "Please write grams from 0 to {maximum}, with at most two decimals.";
    OFFICE_SKU_TAKEN "office_sku_taken": "Lo SKU «{sku}» è già usato.", "The SKU “{sku}” is taken.";
    OFFICE_NO_COMBINATION "office_no_combination": "Scegli almeno un attributo con dei valori.", "Please choose at least one attribute with values.";
    OFFICE_COMBINATIONS_MANY "office_combinations_many": "Sono {count} combinazioni: al massimo {maximum} per prodotto.", "These are {count} combinations: at most {maximum} for a product.";
    OFFICE_NOT_VARIABLE "office_not_variable": "Solo un prodotto con varianti può averne.", "Only a product with variations can have them.";
    OFFICE_PRODUCT_BINNED "office_product_binned": "È nel cestino: prima va ripristinato.", "It is in the bin: it has to be restored first.";
    OFFICE_PRODUCT_NOT_BINNED "office_product_not_binned": "Non è nel cestino.", "It is not in the bin.";
    OFFICE_PRODUCT_ORDERED "office_product_ordered": "È in {count} ordini e serve ai loro documenti: può restare nel cestino.", "It is in {count} orders, whose papers need it: it can stay in the bin.";
    OFFICE_IMPORT_BUSY "office_import_busy": "Un'altra importazione è in corso: attendi che finisca.", "Another import is running: please wait until it ends.";
    OFFICE_IMPORT_UNREADABLE "office_import_unreadable": "Il file non si può importare: {reason}", "The file cannot be imported: {reason}";
}
