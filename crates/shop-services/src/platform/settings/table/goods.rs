//! Settings of stock, lists and the quick view.

use shop_core::catalogue::quick_view::QuickViewSettings;
use shop_core::platform::merchant::setting::SettingKind;

use super::super::declare::{choices, settings};
use super::number;

settings! {
    /// How stock is reserved and displayed. A year of minutes or days is long enough for any shop.
    stock: StockSettings in "stock" {
        hold_minutes: i64 = 60, "hold_stock_minutes" as number(0, 525_600),
            ["Minuti per cui un ordine non pagato tiene i pezzi", "Minutes for which an unpaid order holds its stock"],
            hint ["0: per sempre", "0: for ever"];
        hold_transfer_days: i64 = 10, "hold_transfer_days" as number(0, 365),
            ["Giorni per cui un ordine con bonifico tiene i pezzi",
             "Days for which an order waiting for a transfer holds its stock"],
            hint ["0: per sempre", "0: for ever"];
        low_amount: i64 = 2, "low_stock_amount" as number(0, 1_000_000),
            ["«Ultimi pezzi» da questa quantità in giù", "“Few left” from this quantity down"];
        no_stock_amount: i64, "no_stock_amount" as number(0, 1_000_000),
            ["Esaurito da questa quantità in giù", "Sold out from this quantity down"];
        hide_sold_out: bool, "hide_out_of_stock",
            ["Nascondi negli elenchi i prodotti esauriti", "Keep sold-out products off the lists"];
    }
}

settings! {
    quick_view: QuickViewShopSettings in "quick_view" {
        enabled: bool = true, "quick_view.enabled", ["Anteprima negli elenchi", "Quick view in the lists"];
        view: QuickViewPlace, "quick_view.view", ["Si apre", "Opens"];
        next_prev: bool = true, "quick_view.next_prev", ["Frecce verso gli altri prodotti", "Arrows to other products"];
        hash_change: bool = true, "quick_view.hash_change",
            ["Cambia l’indirizzo, così si può condividere", "Changes the address, so that it can be shared"];
        auto_close: bool = true, "quick_view.auto_close",
            ["Si chiude dopo l’aggiunta al carrello", "Closes after adding to the cart"];
        cart_redirect: bool, "quick_view.cart_redirect",
            ["Dopo l’aggiunta porta al carrello", "Leads to the cart after adding"];
        zoom: bool = true, "quick_view.zoom", ["Le immagini si possono ingrandire", "Pictures can be enlarged"];
        /// 0 means none.
        product_id: i64, "quick_view.product_id" as SettingKind::Product,
            ["Prodotto che si apre da solo", "Product that opens by itself"];
    }
}

impl QuickViewShopSettings {
    /// Converts the settings for the quick view's rules.
    pub fn rules(&self) -> QuickViewSettings {
        QuickViewSettings {
            next_prev: self.next_prev,
            hash_change: self.hash_change,
            auto_close: self.auto_close,
            cart_redirect: self.cart_redirect,
            cart_url: "/cart/".into(),
        }
    }
}

choices! {
    /// Where the quick view opens.
    pub enum QuickViewPlace {
        #[default]
        Popup = "popup" ["Al centro", "In the middle"],
        Sidebar = "sidebar" ["Di lato", "At the side"],
    }
}

settings! {
    /// Product lists. More than 100 products make a page slow; above 200 variations a product page is larger than fetching the
    /// chosen one, and WooCommerce, whose API this shop implements, embeds up to 30.
    listings: ListingSettings in "listings" {
        per_page: i64 = 24, "products_per_page" as number(1, 100), ["Prodotti per pagina", "Products on a page"];
        variations_on_page: i64 = 30, "variations_on_page" as number(0, 200),
            ["Varianti già pronte nella pagina", "Variations ready in the page"],
            hint ["Oltre questo numero si carica quella scelta", "Beyond this number the chosen one is fetched"];
    }
}
