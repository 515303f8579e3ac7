import { inLanguage } from "../core/address.ts";
import type { ConsentBanner, ConsentRecord, Lang } from "../core/types.ts";

const BASE = "/wp-json/complianz/v1";

/** Tells the shop of a choice, which it keeps as proof: cookies of its answer say so. The page may be loaded anew meanwhile. What
 * does not arrive is told again by a page that is loaded later. */
export function trackConsent(record: ConsentRecord, event: string): void {
  const { consented_categories, consented_services, consenttype, policy_id } = record;
  fetch(inLanguage(`${BASE}/track`), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ consented_categories, consented_services, consenttype, policy_id, event }),
    keepalive: true,
  }).catch(() => undefined);
}

/** The banner with the boxes of this visitor; `null`: the shop has none. */
export async function fetchBanner(lang: Lang): Promise<ConsentBanner | null> {
  const query = new URLSearchParams({ lang, locale: `${lang}_${lang === "it" ? "IT" : "GB"}` });
  // Named in the page's address, as merchants do to see what visitors of another region see.
  const region = new URLSearchParams(window.location.search).get("cmplz_user_region");
  if (region) query.set("cmplz_user_region", region);
  query.set("token", String(Date.now()));
  const response = await fetch(inLanguage(`${BASE}/banner?${query}`), {
    headers: { Accept: "application/json" },
  });
  if (!response.ok) throw new Error(`banner: ${response.status}`);
  return ((await response.json()) as { banner: ConsentBanner | null }).banner;
}
