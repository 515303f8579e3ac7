// What an address of the server takes and answers, read from the generated types (`npm run admin:types`).

import type { paths } from "@bottega/admin-api";

export type Method = "get" | "post" | "put" | "delete";
/** The addresses that answer to a method. */
export type Address<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;

type Content<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201 | 202 | 204)] : never;
/** What comes back: JSON, nothing, or a file. */
export type Answer<M extends Method, P extends keyof paths> =
  Content<Operation<M, P>> extends { content: infer C }
    ? C extends { "application/json": infer T }
      ? T
      : Blob
    : null;

type InPath<O> = O extends { parameters: { path: infer V } } ? { path: V } : unknown;
/** The query of the page's own address is handed on as it is: the server reads it. */
type InQuery<O> = O extends { parameters: { query?: infer Q } }
  ? { query?: NonNullable<Q> | URLSearchParams }
  : unknown;
type InBody<O> = O extends { requestBody: { content: infer C } }
  ? { body: C extends { "application/json": infer T } ? T : FormData }
  : unknown;
type Wanted<O> = InPath<O> & InQuery<O> & InBody<O>;
/** What must be said with an address; nothing where nothing must. */
export type Given<M extends Method, P extends keyof paths> =
  object extends Wanted<Operation<M, P>>
    ? [wanted?: Wanted<Operation<M, P>>]
    : [wanted: Wanted<Operation<M, P>>];
/** A call by one method. */
export type Caller<M extends Method> = <P extends Address<M>>(
  address: P,
  ...given: Given<M, P>
) => Promise<Answer<M, P>>;
