// Requests about conversations and quotes. Each carries the token of its page.

import { inLanguage } from "../core/address.ts";
import type { FieldError } from "../core/types.ts";

/** A call that the server rejected, with the errors and their messages; an error without a message is not shown. */
export class ConversationError extends Error {
  constructor(readonly errors: (FieldError & { message: string })[]) {
    super("refused");
  }
}

const carriesFile = (fields: FormData) =>
  [...fields.values()].some((value) => value instanceof File && value.size > 0);

/** The upload did not arrive: the connection broke, or the files exceed the server's size limit. */
const uploadFailed = () =>
  new ConversationError([{ field: "files", code: "request_upload_failed", params: {}, message: "" }]);

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
  throw new ConversationError(errorsOf(text));
}

/** Parses an error response; errors of the platform itself, such as an expired token, are reported as an expired form. */
function errorsOf(text: string): (FieldError & { message: string })[] {
  try {
    const { data } = JSON.parse(text) as { data?: { errors?: (FieldError & { message: string })[] } };
    if (data?.errors) return data.errors;
  } catch {
    // Not a response of this endpoint: reported below.
  }
  return [{ field: "", code: "form_expired", params: {}, message: "" }];
}

/** Posts a message to a conversation. Fields: `message`, `conversationid`, `files`. */
export const sendMessage = (token: string, fields: FormData) =>
  call("b2bkingconversationmessage", token, fields);

/** Returns the path and query of one of the shop's URLs. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.href);
  return pathname + search;
}

/** Starts an inquiry and returns its path. Fields: `title`, `message`, `type`, `vendor`, `files`. */
export const sendInquiry = async (token: string, fields: FormData) =>
  pathOf(await call("b2bkingsendinquiry", token, fields));

/** Requests a quote for the cart; returns the path of the conversation. */
export const requestQuote = async (
  token: string,
  quote: Record<"message" | "name" | "email" | "title", string>,
) => {
  const fields = new FormData();
  for (const [name, value] of Object.entries(quote)) fields.set(name, value);
  fields.set("type", "quote");
  return pathOf(await call("b2bkingrequestquotecart", token, fields));
};
