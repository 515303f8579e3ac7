export type TabName = "description" | "additional_information" | "reviews";

/** The tab that an address asks for. Comment links of older addresses lead to the reviews. */
export function tabFromAddress(href: string): TabName | null {
  const hash = href.includes("#") ? href.slice(href.indexOf("#")) : "";
  if (hash.includes("comment-") || hash === "#reviews" || hash === "#tab-reviews") return "reviews";
  if (href.includes("comment-page-") || href.includes("cpage=")) return "reviews";
  if (hash === "#tab-additional_information") return "additional_information";
  return hash === "#tab-description" ? "description" : null;
}
