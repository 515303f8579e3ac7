import { inLanguage } from "../core/address.ts";

/** Sends an e-mail address that the visitor entered; returns whether the server stored it. */
export async function sendCapturedEmail(email: string, location: string): Promise<boolean> {
  const body = new URLSearchParams({
    action: "the_ajax_hook",
    tracking_email: email,
    subscription_location: location,
  });
  try {
    const answer = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      body,
      keepalive: true,
    });
    return answer.ok && (await answer.text()) === "1";
  } catch {
    return false;
  }
}
