import type { PageData } from "../../core/types.ts";

function setContent(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}

/** Updates the document's head for a page that the app navigates to. */
export function applyHead({ head, shell }: PageData): void {
  document.title = head.title;
  document.documentElement.lang = shell.lang;
  setContent('meta[name="description"]', "content", head.description);
  setContent('link[rel="canonical"]', "href", head.canonical);
  for (const link of document.head.querySelectorAll('link[rel="alternate"][hreflang]')) link.remove();
  for (const { hreflang, href } of head.alternates) {
    const link = Object.assign(document.createElement("link"), { rel: "alternate", hreflang, href });
    document.head.append(link);
  }
}
