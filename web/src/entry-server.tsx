// The page renderer's entry: the server passes a page's data as JSON and receives its HTML.

import { setPathPrefix } from "./core/address.ts";
import "./styles/all.css";
import { renderToString } from "react-dom/server.browser";
import { words as en } from "../pkg/words/en/all.ts";
import { words as it } from "../pkg/words/it/all.ts";
import { decodePageCart } from "./api/decodeCart.ts";
import { App } from "./app/App.tsx";
import { registerPages } from "./app/pages.ts";
import { PageProvider } from "./context/PageContext.tsx";
import { withParts } from "./context/sharedParts.ts";
import { hostCore, setCore } from "./core/core.ts";
import type { PageData } from "./core/types.ts";
import { pages as account } from "./features/accounts/pages.ts";
import { pages as cart } from "./features/cart/pages.ts";
import { pages as catalogue } from "./features/catalogue/pages.ts";
import { pages as product } from "./features/catalogue/product/pages.ts";
import { pages as checkout } from "./features/checkout/pages.ts";
import { pages as content } from "./features/content/pages.ts";
import { pages as order } from "./features/orders/pages.ts";
import { pages as texts } from "./features/shell/pages.ts";
import { registerWords } from "./i18n/words.ts";

interface Host {
  /** Calls a rule of the core: name and arguments as JSON, result as JSON. */
  __coreCall(name: string, args: string): string;
  /** Renders a page's data to HTML. */
  renderPage(json: string): string;
}

const host = globalThis as unknown as Host;

// Rendering is synchronous, so everything that the browser would load later is registered here.
registerWords("it", it);
registerWords("en", en);
registerPages({ ...catalogue, ...product, ...cart, ...content, ...account, ...checkout, ...order, ...texts });
// LookupResult up at each call, as the host may set the function after this script has run.
setCore(hostCore((name, args) => host.__coreCall(name, args)));

host.renderPage = (json) => {
  const data = decodePageCart(JSON.parse(json) as PageData);
  const { shell } = data;
  setPathPrefix(shell.prefix);
  return withParts(
    `${shell.lang}${shell.prefix} ${shell.quick_view !== null}`,
    () => renderToString(<App data={data} loading={false} />),
    (part) => renderToString(<PageProvider shell={shell}>{part}</PageProvider>),
  );
};
