//! The merchant's pages and blog posts.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequest, OptionalFromRequest, Path, RawQuery, Request, State};
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use shop_core::content::page::PageKind;
use shop_core::platform::words::rest_texts;
use shop_services::ports::Comment;

use crate::app::forms::form_fields::Pairs;
use crate::app::forms::nul_bytes::Form;
use crate::app::storefront::Storefront;
use crate::app::visitor::session::Session;
use crate::page_data::content::comments::{commented, comments};
use crate::page_data::content::content_pages::{blog_content, content_of, page_content};
use crate::page_data::content::moderation::Reader;
use crate::page_data::context::{Context, unavailable};
use crate::render::{PageContent, PageFailure, PageRequest};
use crate::site::cached_page::respond_cached;
use crate::site::content::comment_form;
use crate::site::moderated_form::FormSender;

/// Query fields of a page with comments: the page of comments, and the comment that the form replies to.
const KNOWN: [&str; 2] = ["cpage", "replytocom"];

/// Fallback handler: the merchant's pages by their address; adds a missing trailing slash; 404 for anything else. Comments are posted to
/// the address of their page.
#[expect(clippy::too_many_arguments, reason = "what axum takes out of a request")]
pub(in crate::site) async fn page(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    connection: Extensions,
    method: Method,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
    posted: Option<PostedForm>,
) -> Response {
    let address = uri.path().to_owned();
    if address.starts_with("/wp-json/") || address.starts_with("/api/") {
        let body = serde_json::json!({ "code": "rest_no_route", "message": rest_texts::no_route(storefront.web.lang()), "data": { "status": 404 } });
        return (StatusCode::NOT_FOUND, axum::Json(body)).into_response();
    }
    if let Some(PostedForm(fields)) = posted.filter(|posted| method == Method::POST && posted.0.has("comment_post_ID"))
    {
        let (storefront, session, headers, connection, request) =
            (&storefront, &session, &headers, &connection, &request);
        return comment_form::send(
            FormSender { storefront, session, headers, connection, request },
            Some(&address),
            &fields,
        )
        .await;
    }
    if method != Method::GET && method != Method::HEAD {
        let is_page = storefront.web.context.pages().await.is_ok_and(|pages| {
            pages.at(PageKind::Page, address.trim_matches('/'), storefront.web.context.now()).is_some()
        });
        return if is_page { StatusCode::METHOD_NOT_ALLOWED } else { StatusCode::NOT_FOUND }.into_response();
    }
    if address == "/shop/" || address == "/shop" {
        return Redirect::permanent("/negozio/").into_response();
    }
    let is_file = address.rsplit('/').next().is_some_and(|last| last.contains('.'));
    if !address.ends_with('/') && !is_file && !address.starts_with("//") {
        let query = raw.map(|q| format!("?{q}")).unwrap_or_default();
        return Redirect::permanent(&format!("{address}/{query}")).into_response();
    }
    let slug = address.trim_matches('/');
    Visit { storefront: &storefront, session: &session, request: &request, kind: PageKind::Page, slug, path: &address }
        .respond(raw.as_deref())
        .await
}

/// The posted form of a request; absent if the body is not a form.
pub(in crate::site) struct PostedForm(Pairs);

impl<S: Send + Sync> OptionalFromRequest<S> for PostedForm {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Infallible> {
        if request.method() != Method::POST {
            return Ok(None);
        }
        Ok(Form::from_request(request, state).await.ok().map(|Form(fields)| Self(Pairs(fields))))
    }
}

/// A visit to a page or post.
struct Visit<'a> {
    storefront: &'a Arc<Storefront>,
    session: &'a Session,
    request: &'a PageRequest,
    kind: PageKind,
    slug: &'a str,
    path: &'a str,
}

impl Visit<'_> {
    /// Guests get the cached page. A page with comments is rendered for a customer, whom the form names, and for the author of a comment
    /// that awaits moderation.
    async fn respond(&self, raw: Option<&str>) -> Response {
        let Self { storefront, session, request, .. } = self;
        let unavailable_page = async |error| {
            storefront
                .pages
                .respond_uncached(request, storefront.web.lang(), || async { Err(unavailable(error)) })
                .await
        };
        let context = match Context::load(storefront, &session.buyer).await {
            Ok(context) => context,
            Err(error) => return unavailable_page(error).await,
        };
        let has_comments = commented(&context, self.kind, self.slug).is_some();
        let reader = if has_comments {
            match Reader::<Comment>::of(storefront, session, &Pairs::parse(raw.unwrap_or_default())).await {
                Ok(reader) => reader,
                Err(error) => return unavailable_page(error).await,
            }
        } else {
            Reader::default()
        };
        let key = context.key(self.path, raw, if has_comments { &KNOWN } else { &[] });
        let address = key.address().to_owned();
        let build = || self.content(&context, &address, &reader);
        if reader.is_somebody() {
            return storefront.pages.respond_uncached(request, context.lang, build).await;
        }
        storefront.pages.respond(request, key, build).await
    }

    async fn content(
        &self,
        context: &Context,
        address: &str,
        reader: &Reader<Comment>,
    ) -> Result<PageContent, PageFailure> {
        let Some(record) = commented(context, self.kind, self.slug) else {
            return page_content(context, self.kind, self.slug, address);
        };
        let query = Pairs::parse(address.split_once('?').map_or("", |(_, query)| query));
        let comment_section = comments(context, record, &query, reader, None).await.map_err(unavailable)?;
        Ok(match comment_section {
            Some(comment_section) => content_of(context, record, address, Some(comment_section)),
            None => context.not_found(self.path),
        })
    }
}

/// `/blog/{slug}/`
pub(super) async fn post(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path(slug): Path<String>,
    uri: Uri,
    RawQuery(raw): RawQuery,
    request: PageRequest,
) -> Response {
    Visit {
        storefront: &storefront,
        session: &session,
        request: &request,
        kind: PageKind::Post,
        slug: &slug,
        path: uri.path(),
    }
    .respond(raw.as_deref())
    .await
}

/// Handles a comment on `/blog/{slug}/`.
pub(super) async fn comment(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    headers: HeaderMap,
    connection: Extensions,
    uri: Uri,
    request: PageRequest,
    Form(fields): Form<Vec<(String, String)>>,
) -> Response {
    let (storefront, session, headers, connection, request) = (&storefront, &session, &headers, &connection, &request);
    comment_form::send(
        FormSender { storefront, session, headers, connection, request },
        Some(uri.path()),
        &Pairs(fields),
    )
    .await
}

/// `/blog/`
pub(super) async fn blog(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    request: PageRequest,
) -> Response {
    respond_cached((&storefront, &session), &request, "/blog/", None, &[], |context, address| {
        Ok(blog_content(context, 1, address))
    })
    .await
}

/// `/blog/page/{n}/`
pub(super) async fn blog_page(
    State(storefront): State<Arc<Storefront>>,
    session: Session,
    Path(number): Path<String>,
    uri: Uri,
    request: PageRequest,
) -> Response {
    respond_cached((&storefront, &session), &request, uri.path(), None, &[], |context, address| {
        match number.parse::<usize>() {
            Ok(1) => Err(PageFailure::Redirect { location: "/blog/".into(), permanent: true }),
            Ok(number) if number > 1 => Ok(blog_content(context, number, address)),
            _ => Ok(context.not_found(address)),
        }
    })
    .await
}
