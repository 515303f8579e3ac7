// Addresses in the language of the page. The shop's own language has no path prefix, the other one has its code (`/en/cart/`);
// calls use the same prefix, so that responses are in the language of the page. Components write addresses without a language:
// `Link` and `Form` (src/ui/Link.tsx) add the page's prefix.

const CODE = /^\/(?:it|en)(?=\/|$)/;
/** Addresses of other hosts, and files, which are the same in all languages. */
const ELSEWHERE = /^\/(?:[/\\]|pictures\/|assets\/)/;

let prefix = "";

/** Sets the path prefix of the page: once in a browser, before each page in the renderer. */
export function setPathPrefix(newPrefix: string): void {
  prefix = newPrefix;
}

/** Adds the page's language prefix to the address of a page or a call of the shop. All others stay as they are. */
export function inLanguage(address: string): string {
  const foreign = !address.startsWith("/") || ELSEWHERE.test(address) || CODE.test(address);
  return foreign ? address : prefix + address;
}

/** Removes the page's language prefix from a path; `null` if the path is in another language. */
export function barePath(path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const bare = path.slice(prefix.length);
  return CODE.test(bare) ? null : bare;
}

/** Returns the path of the current page without its language prefix. */
export const currentPath = (): string => barePath(window.location.pathname) ?? window.location.pathname;

/** Adds the page's language prefix to links and forms in HTML written by the shop's editors. */
export const linksInLanguage = (html: string): string =>
  prefix === ""
    ? html
    : html.replace(
        /(<(?:a\s[^>]*?\bhref|form\s[^>]*?\baction)=")(\/[^"]*)"/g,
        (_, before: string, to: string) => `${before}${inLanguage(to)}"`,
      );
