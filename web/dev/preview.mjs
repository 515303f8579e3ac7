// Serves the fixtures as pages, rendered by the built bundles as the shop's server does. For viewing pages without a server: `npm
// run build && npm run preview:fixtures`, then open the printed address.

import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const web = fileURLToPath(new URL("..", import.meta.url));
const images = fileURLToPath(new URL("../../crates/shop-server/seed/images", import.meta.url));
const port = Number(process.env.PORT ?? 4173);
const types = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
};
const PAGE_JSON = "application/vnd.bottega.page+json";

const core = createRequire(import.meta.url)("../pkg/nodejs/shop_core.js");
globalThis.__coreCall = (name, args) => JSON.stringify(core[name](...JSON.parse(args)) ?? null);
/** Reads the built files again for each page, so that a reload shows a new build. */
function built() {
  const manifest = JSON.parse(readFileSync(join(web, "dist/.vite/manifest.json"), "utf8"));
  vm.runInThisContext(readFileSync(join(web, "dist-ssr/ssr.js"), "utf8"));
  return { entry: manifest["src/entry-client.tsx"], sheet: manifest["style.css"] };
}

/** Pages by address, which the fixture's own shell contains. */
function pages() {
  const found = new Map();
  for (const name of readdirSync(join(web, "dev/fixtures")).filter((file) => file.endsWith(".json"))) {
    const data = JSON.parse(readFileSync(join(web, "dev/fixtures", name), "utf8"));
    found.set(data.shell.path, data);
  }
  return found;
}

function renderDocument(data) {
  const { entry, sheet } = built();
  const { html } = JSON.parse(globalThis.renderPage(JSON.stringify(data)));
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="${data.shell.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${data.head.title}</title>
<meta name="description" content="${data.head.description}"><link rel="canonical" href="${data.head.canonical}">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/${sheet.file}">
<link rel="modulepreload" href="/${entry.file}"></head>
<body><div id="root">${html}</div><script type="application/json" id="page-data">${json}</script>
<script type="module" src="/${entry.file}"></script></body></html>`;
}

/** A store API that responds with the fixture's cart, so that buttons can be tried. */
function storeApi(response, all) {
  const page = [...all.values()].find((one) => one.page.kind === "cart" && one.page.cart.items.length > 0);
  response.writeHead(200, { "Content-Type": "application/json", Nonce: "fixture" });
  setTimeout(() => response.end(JSON.stringify(page.page.cart)), 150);
}

/** Sends a coloured square in place of a missing picture. */
function sendPlaceholder(pathname, response) {
  const hue = [...pathname].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  response.writeHead(200, { "Content-Type": "image/svg+xml" });
  response.end(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" preserveAspectRatio="xMidYMid slice">
<rect width="120" height="120" fill="hsl(${hue} 32% 82%)"/><circle cx="60" cy="64" r="34" fill="hsl(${hue} 30% 62%)"/>
<circle cx="60" cy="64" r="24" fill="hsl(${hue} 34% 42%)"/></svg>`);
}

createServer((request, response) => {
  const { pathname, search } = new URL(request.url, "http://localhost");
  const all = pages();
  if (pathname.startsWith("/wp-json/")) return storeApi(response, all);
  if (pathname.startsWith("/media/") && !existsSync(join(images, pathname.slice(7))))
    return sendPlaceholder(pathname, response);
  const file = pathname.startsWith("/media/") ? join(images, pathname.slice(7)) : join(web, "dist", pathname);
  if (extname(pathname) && existsSync(file) && !pathname.includes("..")) {
    response.writeHead(200, { "Content-Type": types[extname(pathname)] ?? "application/octet-stream" });
    return createReadStream(file).pipe(response);
  }
  const data = all.get(pathname + search) ?? all.get(pathname) ?? all.get("/404/");
  const status = data.page.kind === "not_found" ? 404 : 200;
  if (request.headers.accept === PAGE_JSON) {
    response.writeHead(status, { "Content-Type": PAGE_JSON });
    return response.end(JSON.stringify(data));
  }
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:",
  });
  response.end(renderDocument(data));
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
