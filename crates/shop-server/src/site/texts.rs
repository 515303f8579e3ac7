//! Information pages, the sitemap, robots.txt, and what answers where nothing else does.

use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::Lang;
use shop_core::view::{Link, MenuEntry, Page, TextPage};
use shop_services::settings::ShopSettings;

use super::context::{Context, unavailable};
use super::listing::guest;
use super::words::pick;
use crate::render::PageRequest;
use crate::render::sitemap::{Robots, SitemapUrl, robots_txt};
use crate::state::AppState;

struct Text {
    slug: &'static str,
    title: (&'static str, &'static str),
    html: (&'static str, &'static str),
}

/// `{seller}`, `{email}`, `{phone}` and `{free}` are filled from the settings.
const TEXTS: &[Text] = &[
    Text {
        slug: "spedizioni",
        title: ("Spedizioni e ritiro", "Shipping and collection"),
        html: (
            "<p>Spediamo con corriere espresso in Italia e con corriere internazionale negli altri Paesi indicati alla cassa. Il costo esatto, imposte comprese, è mostrato nel carrello e alla cassa prima dell'ordine.</p>{free}<p>I prodotti freschi partono dal lunedì al giovedì, in imballo isotermico. In alternativa puoi ritirare l'ordine in bottega, senza spese.</p><p>Se il pacco arriva danneggiato, accetta con riserva e scrivici con una foto: {email}.</p>",
            "<p>We ship by express courier in Italy and by international courier to the other countries listed at checkout. The exact cost, taxes included, is shown in the cart and at checkout before you order.</p>{free}<p>Fresh products leave from Monday to Thursday in insulated packaging. You can also collect your order at our shop free of charge.</p><p>If the parcel arrives damaged, accept it with reservation and write to us with a photo: {email}.</p>",
        ),
    },
    Text {
        slug: "condizioni-di-vendita",
        title: ("Condizioni di vendita", "Terms of sale"),
        html: (
            "<p>Venditore: {seller}</p><h2>Ordine e contratto</h2><p>L'ordine è una proposta d'acquisto con obbligo di pagare; il contratto si conclude con la nostra conferma via e-mail. I prezzi sono in euro e comprendono l'IVA. Le spese di consegna sono indicate prima dell'ordine.</p><h2>Pagamento</h2><p>I metodi accettati sono elencati alla cassa. Con il bonifico teniamo da parte i prodotti fino all'accredito, per il tempo indicato nelle istruzioni.</p><h2>Consegna</h2><p>Consegniamo all'indirizzo indicato nell'ordine, di norma entro pochi giorni lavorativi e comunque entro trenta giorni.</p><h2>Recesso e garanzia</h2><p>Valgono le pagine sul diritto di recesso e sulla garanzia legale. La funzione per recedere in linea, «Recedere dal contratto qui», è in fondo a ogni pagina e nella pagina dell'ordine. Per i consumatori restano fermi i diritti del Codice del consumo e il foro del luogo di residenza.</p>",
            "<p>Seller: {seller}</p><h2>Order and contract</h2><p>An order is an offer to buy with an obligation to pay; the contract is concluded by our confirmation by e-mail. Prices are in euros and include VAT. Delivery costs are shown before you order.</p><h2>Payment</h2><p>The accepted methods are listed at checkout. For bank transfers we set the goods aside until the money arrives, for the time stated in the instructions.</p><h2>Delivery</h2><p>We deliver to the address in the order, usually within a few working days and in any case within thirty days.</p><h2>Withdrawal and guarantee</h2><p>See the pages on the right of withdrawal and on the legal guarantee. The function to withdraw on line, “Withdraw from the contract here”, is at the bottom of every page and on the order's page. Consumers keep all their statutory rights.</p>",
        ),
    },
    Text {
        slug: "diritto-di-recesso",
        title: ("Diritto di recesso", "Right of withdrawal"),
        html: (
            "<p>Se sei un consumatore puoi recedere entro 14 giorni dalla consegna, senza motivo: <a href=\"/recesso/\">recedere dal contratto qui</a>, oppure scrivi a {email} con il numero dell'ordine. Rimborsiamo il prezzo e le spese di consegna standard entro 14 giorni, con lo stesso mezzo di pagamento.</p><p>Il recesso è escluso per gli alimenti che rischiano di deteriorarsi rapidamente e per i prodotti sigillati che, per ragioni igieniche, non si possono restituire dopo l'apertura (art. 59 del Codice del consumo).</p><h2>Modulo</h2><p>«Con la presente notifico il recesso dal contratto relativo all'ordine n. … del …. Nome, indirizzo, data.»</p>",
            "<p>As a consumer you may withdraw within 14 days of delivery without giving a reason: <a href=\"/recesso/\">withdraw from the contract here</a>, or write to {email} with your order number. We refund the price and the standard delivery cost within 14 days by the same means of payment.</p><p>Foods liable to deteriorate rapidly, and sealed goods unsuitable for return once opened for hygiene reasons, are excluded.</p><h2>Model form</h2><p>“I hereby give notice that I withdraw from the contract concerning order no. … of …. Name, address, date.”</p>",
        ),
    },
    Text {
        slug: "garanzia-legale",
        title: ("Garanzia legale di conformità", "Legal guarantee of conformity"),
        html: (
            "<p>Tutti i prodotti sono coperti dalla garanzia legale di conformità (artt. 128 e seguenti del Codice del consumo). Se un prodotto non è conforme o arriva danneggiato, scrivici a {email}: lo sostituiamo o lo rimborsiamo.</p>",
            "<p>All products are covered by the legal guarantee of conformity. If a product is not as described or arrives damaged, write to {email}: we replace or refund it.</p>",
        ),
    },
    Text {
        slug: "privacy",
        title: ("Informativa sulla privacy", "Privacy notice"),
        html: (
            "<p>Titolare del trattamento: {seller}</p><p>Usiamo i dati dell'ordine per eseguirlo, per adempiere agli obblighi fiscali e per rispondere alle tue richieste. I dati contabili sono conservati per dieci anni, gli altri per il tempo necessario. Corrieri e fornitori di servizi li ricevono solo per quanto serve alla consegna.</p><p>Puoi chiedere accesso, rettifica, cancellazione e portabilità scrivendo a {email}, e presentare reclamo al Garante per la protezione dei dati personali.</p>",
            "<p>Controller: {seller}</p><p>We use order data to fulfil your order, to meet tax obligations and to answer your requests. Accounting data are kept for ten years, other data as long as needed. Couriers and service providers receive only what delivery requires.</p><p>You may ask for access, rectification, erasure and portability by writing to {email}, and lodge a complaint with the supervisory authority.</p>",
        ),
    },
    Text {
        slug: "cookie",
        title: ("Informativa sui cookie", "Cookie notice"),
        html: (
            "<p>Questo sito usa solo cookie tecnici: quello della sessione, che ricorda il carrello, e due che ne segnalano il contenuto alla pagina. Non usiamo cookie di profilazione né di terze parti.</p>",
            "<p>This site uses technical cookies only: one for the session, which remembers your cart, and two that tell the page what is in it. We use no profiling or third-party cookies.</p>",
        ),
    },
    Text {
        slug: "criteri-di-ordinamento",
        title: ("Come ordiniamo i prodotti", "How products are ranked"),
        html: (
            "<p>Nei cataloghi l'ordine predefinito è quello scelto dal negozio; puoi scegliere popolarità, novità o prezzo. Nella ricerca contano, nell'ordine, il codice, il nome e i testi del prodotto. Nessuna posizione è a pagamento.</p>",
            "<p>In the catalogue the default order is the shop's own; you can choose popularity, newest or price. In search, the code, the name and the texts of a product count, in this order. No position is paid for.</p>",
        ),
    },
    Text {
        slug: "accessibilita",
        title: ("Dichiarazione di accessibilità", "Accessibility statement"),
        html: (
            "<p>Vogliamo che tutti possano usare questo sito, anche da tastiera e con lettore di schermo, secondo le WCAG 2.2 livello AA. Se trovi un ostacolo scrivici a {email}: rispondiamo entro pochi giorni.</p>",
            "<p>We want everyone to be able to use this site, also by keyboard and screen reader, following WCAG 2.2 level AA. If you meet an obstacle write to {email}: we answer within a few days.</p>",
        ),
    },
    Text {
        slug: "contatti",
        title: ("Contatti", "Contact"),
        html: (
            "<p>{seller}</p><p>Telefono: {phone}</p><p>E-mail: {email}</p>",
            "<p>{seller}</p><p>Phone: {phone}</p><p>E-mail: {email}</p>",
        ),
    },
];

/// Links to the information pages.
pub(super) fn links(lang: Lang) -> Vec<Link> {
    let link = |(it, en): (&str, &str), path: String| Link { label: pick(lang, it, en).into(), path };
    let orders = [
        link(("Trova il tuo ordine", "Find your order"), "/ordine/".into()),
        // In these words, on every page, for the whole time (Codice del consumo, art. 54-bis).
        link(("Recedere dal contratto qui", "Withdraw from the contract here"), "/recesso/".into()),
    ];
    orders.into_iter().chain(TEXTS.iter().map(|t| link(t.title, format!("/{}/", t.slug)))).collect()
}

fn fill(html: &str, settings: &ShopSettings, lang: Lang) -> String {
    use shop_core::text::escape_html;
    let seller: Vec<String> = settings.seller_lines(lang).iter().map(|l| escape_html(l)).collect();
    let free = settings.free_shipping_from().map_or_else(String::new, |from| {
        let amount = shop_core::format::price(from, lang);
        match lang {
            Lang::It => format!("<p>In Italia la spedizione è gratuita da {amount}.</p>"),
            Lang::En => format!("<p>Shipping within Italy is free from {amount}.</p>"),
        }
    });
    html.replace("{seller}", &seller.join("<br>"))
        .replace("{email}", &escape_html(&settings.seller.email))
        .replace("{phone}", &escape_html(&settings.seller.phone))
        .replace("{free}", &free)
}

/// What is shown where there is nothing.
pub(super) fn not_found(lang: Lang, categories: &[MenuEntry]) -> TextPage {
    TextPage {
        title: pick(lang, "Pagina non trovata", "Page not found").into(),
        html: pick(
            lang,
            "<p>A questo indirizzo non c'è nulla. Forse il prodotto non è più in vendita, o l'indirizzo non è completo.</p>",
            "<p>There is nothing at this address. The product may no longer be sold, or the address is incomplete.</p>",
        )
        .into(),
        links: categories.iter().take(6).map(|c| Link { label: c.label.clone(), path: c.path.clone() }).collect(),
    }
}

/// The page that says that there is nothing, for one visitor.
pub(super) async fn missing(state: &AppState, request: &PageRequest, path: &str) -> Response {
    let lang = state.shop.settings().await.map(|s| s.lang()).unwrap_or_default();
    state
        .pages
        .respond_uncached(request, lang, || async {
            Ok(Context::load(state).await.map_err(unavailable)?.not_found(path))
        })
        .await
}

/// Information pages by their address; a missing slash at the end is added; anything else is not found.
pub(super) async fn page(
    State(state): State<AppState>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    let path = uri.path().to_owned();
    if path.starts_with("/wp-json/") || path.starts_with("/api/") {
        return (StatusCode::NOT_FOUND, axum::Json(serde_json::json!({ "code": "rest_no_route", "message": "Percorso sconosciuto.", "data": { "status": 404 } })))
            .into_response();
    }
    if path == "/shop/" || path == "/shop" {
        return Redirect::permanent("/negozio/").into_response();
    }
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if !path.ends_with('/') && !is_file && !path.starts_with("//") {
        let query = raw.map(|q| format!("?{q}")).unwrap_or_default();
        return Redirect::permanent(&format!("{path}/{query}")).into_response();
    }
    guest(&state, &request, &path, None, &[], |context, address| {
        let slug = path.trim_matches('/');
        let Some(text) = TEXTS.iter().find(|t| t.slug == slug) else { return Ok(context.not_found(address)) };
        let lang = context.lang;
        let title = pick(lang, text.title.0, text.title.1);
        let html = fill(pick(lang, text.html.0, text.html.1), &context.settings, lang);
        let head = context.head(title, &html, &path);
        let way = [context.home_link(), Link { label: title.into(), path: path.clone() }];
        Ok(context.page(&path, head, Page::Text(TextPage { title: title.into(), html, links: Vec::new() }), &way))
    })
    .await
}

/// `/robots.txt`
pub(super) async fn robots(State(state): State<AppState>) -> Response {
    let text = robots_txt(&Robots {
        disallow: ["/cart/", "/checkout/", "/my-account/", "/download/", "/admin/", "/api/", "/*?s=", "/*add-to-cart="]
            .map(str::to_owned)
            .to_vec(),
        sitemap: state.url("/sitemap.xml"),
        indexable: true,
    });
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// `/sitemap.xml`
pub(super) async fn sitemap(State(state): State<AppState>) -> Response {
    let context = match Context::load(&state).await {
        Ok(context) => context,
        Err(error) => {
            let _ = unavailable(error);
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        }
    };
    let day = |seconds: i64| {
        let (year, month, day) = shop_core::format::civil(seconds.div_euclid(86_400));
        format!("{year:04}-{month:02}-{day:02}")
    };
    let mut urls = vec![
        SitemapUrl { loc: state.url("/"), ..SitemapUrl::default() },
        SitemapUrl { loc: state.url("/negozio/"), ..SitemapUrl::default() },
    ];
    for category in context.catalogue.categories() {
        if context.catalogue.category_products(category.id).count() > 0 {
            urls.push(SitemapUrl { loc: state.url(&context.category_path(category)), ..SitemapUrl::default() });
        }
    }
    for product in context.catalogue.products() {
        let listed = product.item.status == shop_core::catalogue::product::PublishStatus::Publish
            && product.visibility != shop_core::catalogue::product::Visibility::Hidden;
        if listed {
            urls.push(SitemapUrl {
                loc: state.url(&format!("/prodotto/{}/", product.slug)),
                lastmod: Some(day(product.updated_at)),
                images: product
                    .item
                    .images
                    .iter()
                    .filter_map(|i| super::context::picture(i, ""))
                    .map(|p| state.url(&p.full_src))
                    .collect(),
                alternates: Vec::new(),
            });
        }
    }
    urls.extend(TEXTS.iter().map(|t| SitemapUrl { loc: state.url(&format!("/{}/", t.slug)), ..SitemapUrl::default() }));
    ([(header::CONTENT_TYPE, "application/xml")], crate::render::sitemap::sitemap(&urls)).into_response()
}
