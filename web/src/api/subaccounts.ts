import { inLanguage } from "../core/address.ts";
// The calls by which a main account keeps its sub-accounts. Each answers text: what begins with "error" is one.

/** A call of the general endpoint; the fields go with the token of the page. No answer at all is told as an error too. */
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
