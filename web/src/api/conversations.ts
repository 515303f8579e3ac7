// The calls about conversations and quotes. Each carries the token of its page.

import { inLanguage } from "../core/address.ts";
import type { FieldError } from "../core/types.ts";

/** A call that was refused: what is wrong, each error with its sentence; without one nothing is to be said. */
export class CallRefused extends Error {
  constructor(readonly errors: (FieldError & { message: string })[]) {
    super("refused");
  }
}

const carriesFile = (fields: FormData) =>
  [...fields.values()].some((value) => value instanceof File && value.size > 0);

/** Files did not arrive: the connection broke while they were sent, or they are more than the server reads. */
const uploadFailed = () =>
  new CallRefused([{ field: "files", code: "request_upload_failed", params: {}, message: "" }]);

async function call(action: string, token: string, fields: FormData): Promise<string> {
  fields.set("action", action);
  fields.set("security", token);
  let response: Response;
  try {
    response = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      credentials: "same-origin",
      body: fields,
    });
  } catch (reason) {
    throw carriesFile(fields) && navigator.onLine ? uploadFailed() : reason;
  }
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 413) throw uploadFailed();
  throw new CallRefused(errorsOf(text));
}

/** The errors of a refusal; the platform's own, such as one of an old token, are told as a page that was open too long. */
function errorsOf(text: string): (FieldError & { message: string })[] {
  try {
    const { data } = JSON.parse(text) as { data?: { errors?: (FieldError & { message: string })[] } };
    if (data?.errors) return data.errors;
  } catch {
    // No answer of the call: told below.
  }
  return [{ field: "", code: "form_expired", params: {}, message: "" }];
}

/** Writes in a conversation: `message`, `conversationid`, `files`. */
export const sendMessage = (token: string, fields: FormData) =>
  call("b2bkingconversationmessage", token, fields);

/** The path of an address of the shop's own. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.href);
  return pathname + search;
}

/** Begins an inquiry: `title`, `message`, `type`, `vendor`, `files`. Gives its path. */
export const sendInquiry = async (token: string, fields: FormData) =>
  pathOf(await call("b2bkingsendinquiry", token, fields));

/** Asks for a quote of the cart. Gives the conversation's path. */
export const requestQuote = async (
  token: string,
  quote: Record<"message" | "name" | "email" | "title", string>,
) => {
  const fields = new FormData();
  for (const [name, value] of Object.entries(quote)) fields.set(name, value);
  fields.set("type", "quote");
  return pathOf(await call("b2bkingrequestquotecart", token, fields));
};
