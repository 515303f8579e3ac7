// Arguments and response types of the back office API by path, derived from the generated types (`npm run admin:types`).

import type { paths } from "@bottega/admin-api";

export type Method = "get" | "post" | "put" | "delete";
/** The API paths that support a method. */
export type ApiPath<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Content<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;
/** Response type: JSON, nothing, or a file. */
export type ApiResponse<M extends Method, P extends keyof paths> =
  Content<Operation<M, P>> extends { content: infer C }
    ? C extends { "application/json": infer T }
      ? T
      : Blob
    : null;

type InPath<O> = O extends { parameters: { path: infer V } } ? { path: V } : unknown;
/** `URLSearchParams` forwards the query of the page's own URL unchanged; the server parses it. */
type InQuery<O> = O extends { parameters: { query?: infer Q } }
  ? { query?: NonNullable<Q> | URLSearchParams }
  : unknown;
type InBody<O> = O extends { requestBody: { content: infer C } }
  ? { body: C extends { "application/json": infer T } ? T : FormData }
  : unknown;
type CallParts<O> = InPath<O> & InQuery<O> & InBody<O>;
/** Arguments of a call beside the path; optional if none are required. */
export type CallArguments<M extends Method, P extends keyof paths> =
  object extends CallParts<Operation<M, P>>
    ? [parts?: CallParts<Operation<M, P>>]
    : [parts: CallParts<Operation<M, P>>];
/** Function that calls the API with one HTTP method. */
export type Caller<M extends Method> = <P extends ApiPath<M>>(
  address: P,
  ...args: CallArguments<M, P>
) => Promise<ApiResponse<M, P>>;
