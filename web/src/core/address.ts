// Addresses in the language of the page. The shop's own language has none before its paths, the other one its code (`/en/cart/`);
// calls go the same way, so that their answers are in the language of the page that makes them. Components write addresses
// without a language: the jsx runtime (src/jsx) puts the one of the page before those of links and forms.

const CODE = /^\/(?:it|en)(?=\/|$)/;
/** Another host's, or a file, which is the same in all languages. */
const ELSEWHERE = /^\/(?:[/\\]|pictures\/|assets\/)/;

let prefix = "";

/** Says what stands before the addresses of a page: once in a browser, before each page in the renderer. */
export function speakUnder(given: string): void {
  prefix = given;
}

/** The address of a page or a call of the shop in the language of the page. All others stay as they are. */
export function inLanguage(address: string): string {
  const foreign = !address.startsWith("/") || ELSEWHERE.test(address) || CODE.test(address);
  return foreign ? address : prefix + address;
}

/** The path of an address without the language of the page; `null`: it is in another language. */
export function barePath(path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const bare = path.slice(prefix.length);
  return CODE.test(bare) ? null : bare;
}

/** Where the page is, without its language. */
export const currentPath = (): string => barePath(window.location.pathname) ?? window.location.pathname;

/** Text of the shop's editors with its links, and those of forms, in the language of the page. */
export const linksInLanguage = (html: string): string =>
  prefix === ""
    ? html
    : html.replace(
        /(<(?:a\s[^>]*?\bhref|form\s[^>]*?\baction)=")(\/[^"]*)"/g,
        (_, before: string, to: string) => `${before}${inLanguage(to)}"`,
      );
