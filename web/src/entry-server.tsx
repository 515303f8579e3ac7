// The page renderer's entry: the server hands over a page's data as JSON and gets its HTML back.

import { speakUnder } from "./core/address.ts";
import "./styles/all.css";
import { renderToString } from "react-dom/server.browser";
import { words as en } from "../pkg/words/en/all.ts";
import { words as it } from "../pkg/words/it/all.ts";
import { plainPage } from "./api/plainCart.ts";
import { App } from "./app/App.tsx";
import { registerPages } from "./app/pages.ts";
import { PageProvider } from "./context/PageContext.tsx";
import { withParts } from "./context/sharedParts.ts";
import { hostCore, setCore } from "./core/core.ts";
import type { PageData } from "./core/types.ts";
import { pages as account } from "./features/account/pages.ts";
import { pages as cart } from "./features/cart/pages.ts";
import { pages as catalogue } from "./features/catalogue/pages.ts";
import { pages as checkout } from "./features/checkout/pages.ts";
import { pages as content } from "./features/content/pages.ts";
import { pages as order } from "./features/order/pages.ts";
import { pages as product } from "./features/product/pages.ts";
import { pages as texts } from "./features/shell/pages.ts";
import { registerWords } from "./i18n/words.ts";

interface Host {
  /** A rule of the core: name and arguments as JSON, answer as JSON. */
  __coreCall(name: string, args: string): string;
  /** The HTML of a page from its data. */
  renderPage(json: string): string;
}

const host = globalThis as unknown as Host;

// Rendering cannot wait for a page that the browser would fetch later.
registerWords("it", it);
registerWords("en", en);
registerPages({ ...catalogue, ...product, ...cart, ...content, ...account, ...checkout, ...order, ...texts });
// Looked up at each call: the host may set the function after this script was read.
setCore(hostCore((name, args) => host.__coreCall(name, args)));

host.renderPage = (json) => {
  const data = plainPage(JSON.parse(json) as PageData);
  const { shell } = data;
  speakUnder(shell.prefix);
  return withParts(
    `${shell.lang}${shell.prefix} ${shell.quick_view !== null}`,
    () => renderToString(<App data={data} loading={false} />),
    (part) => renderToString(<PageProvider shell={shell}>{part}</PageProvider>),
  );
};
