import { inLanguage } from "../core/address.ts";
import type { ConsentBanner, ConsentRecord, Lang } from "../core/types.ts";

const BASE = "/wp-json/complianz/v1";

/** Sends a consent choice to the server, which stores it as proof and confirms it by cookies. The page may be reloaded meanwhile:
 * a choice that does not arrive is sent again by a later page. */
export function trackConsent(record: ConsentRecord, event: string): void {
  const { consented_categories, consented_services, consenttype, policy_id } = record;
  fetch(inLanguage(`${BASE}/track`), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ consented_categories, consented_services, consenttype, policy_id, event }),
    keepalive: true,
  }).catch(() => undefined);
}

/** Fetches the consent banner for this visitor; `null` if the shop has none. */
export async function fetchBanner(lang: Lang): Promise<ConsentBanner | null> {
  const query = new URLSearchParams({ lang, locale: `${lang}_${lang === "it" ? "IT" : "GB"}` });
  // Merchants set this query parameter to see the banner of another region.
  const region = new URLSearchParams(window.location.search).get("cmplz_user_region");
  if (region) query.set("cmplz_user_region", region);
  query.set("token", String(Date.now()));
  const response = await fetch(inLanguage(`${BASE}/banner?${query}`), {
    headers: { Accept: "application/json" },
  });
  if (!response.ok) throw new Error(`banner: ${response.status}`);
  return ((await response.json()) as { banner: ConsentBanner | null }).banner;
}
