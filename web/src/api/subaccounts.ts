import { inLanguage } from "../core/address.ts";
// Requests by which a main account manages its sub-accounts. Responses are text; one that starts with "error" is an error.

/** Calls the ajax endpoint with the fields and the page's token. A missing response is returned as an error text too. */
export async function callSubaccounts(action: string, token: string, fields: FormData): Promise<string> {
  const body = new URLSearchParams({ action, security: token });
  for (const [name, value] of fields) {
    if (typeof value === "string") body.append(name, value);
  }
  try {
    const response = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      credentials: "same-origin",
      body,
    });
    const text = await response.text();
    return response.ok || text.startsWith("error") ? text : `error: ${response.status}`;
  } catch {
    return "error: offline";
  }
}
