// Requests of the bulk order form and of purchase lists.

import { inLanguage } from "../core/address.ts";
import { core } from "../core/core.ts";
import type { BulkReport, FieldError, FoundProduct, SearchBy } from "../core/types.ts";
import { REQUEST_TIMEOUT_MS, StoreApiError } from "./storeApi.ts";

/** Endpoint of the trade layer's calls and downloads. */
export const TRADE_ENDPOINT = "/wp-admin/admin-ajax.php";
/** Requests the search results with pack sizes, best match first. */
const FOUND_JSON = "application/vnd.bottega.found+json";

async function post(
  path: string,
  fields: Record<string, string>,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  let response: Response;
  try {
    const body = new URLSearchParams(fields);
    response = await fetch(inLanguage(path), {
      method: "POST",
      body,
      credentials: "same-origin",
      headers: { Accept: accept },
      signal,
    });
  } catch {
    throw new StoreApiError("network", "", 0, {});
  }
  return response;
}

async function call(
  token: string,
  action: string,
  fields: Record<string, string>,
  accept = "application/json",
  signal: AbortSignal = AbortSignal.timeout(REQUEST_TIMEOUT_MS),
): Promise<Response> {
  const response = await post(TRADE_ENDPOINT, { action, security: token, ...fields }, accept, signal);
  if (!response.ok) throw new StoreApiError("refused", await sentenceOf(response), response.status, {});
  return response;
}

async function sentenceOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

/** Finds products for a row of the form. */
export async function findProducts(
  token: string,
  text: string,
  by: SearchBy,
  signal: AbortSignal,
): Promise<FoundProduct[]> {
  const fields = { searchValue: text, searchby: by, dataType: "json" };
  const response = await call(token, "b2bking_ajax_search", fields, FOUND_JSON, signal);
  return (await response.json()) as FoundProduct[];
}

/** Fetches an amount as the server formats it, as HTML. */
export async function fetchFormattedAmount(token: string, cents: number): Promise<string> {
  const fields = { pricesent: core().sentSum(cents) };
  return (await call(token, "b2bking_accountingsubtotals", fields, "text/html")).text();
}

/** Saves the cart as a purchase list. */
export async function saveCartAsList(token: string, title: string): Promise<void> {
  await call(token, "b2bking_save_cart_to_purchase_list", { title, dataType: "json" });
}

/** Puts lines into the cart. */
export async function addLines(token: string, productstring: string): Promise<void> {
  await call(token, "b2bking_bulkorder_add_cart", { productstring });
}

/** Saves lines as a purchase list; returns its id. */
export async function saveList(token: string, title: string, productstring: string): Promise<number> {
  return Number(await (await call(token, "b2bking_bulkorder_save_list", { title, productstring })).text());
}

/** Edited state of a purchase list. */
export interface ListChange {
  id: number;
  /** Version that the edit is based on. */
  version: number;
  title: string;
  productstring: string;
}

/** Changes a purchase list. */
export async function updateList(token: string, { id, version, ...change }: ListChange): Promise<void> {
  const fields = { listid: String(id), version: String(version), ...change };
  await call(token, "b2bking_purchase_list_update", fields);
}

/** Deletes a purchase list; `standingOrders` is the number of its standing orders that the page showed. */
export async function deleteList(token: string, id: number, standingOrders: number): Promise<void> {
  const fields = { listid: String(id), standing_orders: String(standingOrders) };
  await call(token, "b2bking_purchase_list_delete", fields);
}

/** Parses lines pasted from a spreadsheet; returns an error if none of them can be read. */
export async function parsePastedLines(token: string, text: string): Promise<BulkReport | FieldError> {
  const fields = { security: token, text };
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await post("/api/bulk-order/lines", fields, "application/json", limit);
  if (!response.ok && response.status !== 422) throw new StoreApiError("refused", "", response.status, {});
  return (await response.json()) as BulkReport | FieldError;
}
