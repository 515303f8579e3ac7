//! Files of purchase lists: the downloads, and the texts of their table.

use shop_tests::{company, rules};

use crate::trade::bulk_orders::token;
use crate::trade::purchase_lists::{LISTS, download, save, take_from_sale, two};

rules! {
    async fn a_list_is_downloaded_as_csv_and_as_a_spreadsheet(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let (oil, _, products) = two(&mut buyer).await;
        let coffee = buyer.id("t-caffe").await;
        let id = save(&mut buyer, "Natale à la carte", &format!("{products}{coffee}:1|")).await;
        take_from_sale(&shop, coffee);
        let csv = download(&mut buyer, id, "").await;
        assert_eq!(csv.header("content-disposition"), Some("attachment; filename=\"natale-a-la-carte.csv\""));
        let text = csv.text();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[0], "ID;SKU;Prodotto;Quantità;Prezzo;Totale");
        assert_eq!(lines[1], format!("{oil};t-oil;Olio di prova;3;12,00;36,00"));
        assert_eq!(lines[3], "999999;;;1", "what is gone keeps its place");
        let token = token(&mut buyer).await;
        let fields = [("security", token.as_str()), ("text", text.as_str())];
        let read = buyer.submit("/api/bulk-order/lines", &fields).await;
        assert_eq!(read.expect(200)["lines"][0]["quantity"], 3, "what was downloaded can be read in again");
        let xlsx = download(&mut buyer, id, "&format=xlsx").await;
        assert_eq!((xlsx.status, &xlsx.body[..2]), (200, &b"PK"[..]));
        assert!(xlsx.header("content-disposition").is_some_and(|name| name.contains(".xlsx")));
    }

    async fn the_tables_texts_are_a_file_for_each_language(shop) {
        let mut visitor = shop.visitor();
        for (language, search) in [("it", "Cerca:"), ("Italian", "Cerca:"), ("en-GB", "Search:"), ("English", "Search:")] {
            let texts = visitor.page(&format!("{LISTS}i18n/{language}.json")).await.expect(200);
            assert_eq!(texts["search"], search, "{language}");
            assert!(texts["paginate"]["next"].is_string() && texts["zeroRecords"].is_string(), "{texts}");
        }
        for missing in ["de.json", "it", "../../x.json", "it.json.bak"] {
            assert_eq!(visitor.page(&format!("{LISTS}i18n/{missing}")).await.status, 404, "{missing}");
        }
    }

    async fn a_download_of_what_is_no_list_is_as_if_it_were_not_there(shop) {
        let mut buyer = company(&shop, "rosa@bar.example", "Bar Rosa").await;
        let token = token(&mut buyer).await;
        for odd in ["", "x", "-1", "0", "999999", "99999999999999999999"] {
            let path = format!("/wp-admin/admin-ajax.php?action=b2bkingdownloadpurchaselist&list={odd}&security={token}");
            assert_eq!(buyer.page(&path).await.status, 404, "{odd}");
        }
    }
}
