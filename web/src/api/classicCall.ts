// A `wc-ajax` call: form data posted to `/?wc-ajax=…`.

import { inLanguage } from "../core/address.ts";
import { REQUEST_TIMEOUT_MS, StoreApiError } from "./storeApi.ts";

/** Makes a `wc-ajax` call; returns the unparsed response body. */
export async function classicCall(name: string, fields: URLSearchParams): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(inLanguage(`/?wc-ajax=${name}`), {
      method: "POST",
      body: fields,
      credentials: "same-origin",
      headers: { "X-Requested-With": "XMLHttpRequest" },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new StoreApiError("network", "", 0, {});
  }
  if (!response.ok) throw new StoreApiError("refused", sentenceOf(text), response.status, {});
  return text;
}

/** Extracts the message of an error response; empty if the server sent none. */
function sentenceOf(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
