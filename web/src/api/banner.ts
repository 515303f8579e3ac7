import type { FootBannerView } from "../core/types.ts";

/** Records that the visitor has closed the banner at the foot of the page. */
export async function dismissBanner({ rest_url, rest_nonce, field, value }: FootBannerView): Promise<void> {
  const response = await fetch(rest_url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-WP-Nonce": rest_nonce },
    body: JSON.stringify({ woocommerce_meta: { [field]: value } }),
  });
  if (!response.ok) throw new Error(`banner: ${response.status}`);
}
