const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["euro", "€"],
]);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]+));/g;
const LAST_CODE_POINT = 0x10ffff;

function character(code: number): string | undefined {
  const isControl = code < 32 || (code >= 127 && code < 160);
  return isControl || code > LAST_CODE_POINT ? undefined : String.fromCodePoint(code);
}

/** Decodes the entities of an HTML text once. Also runs in the page renderer, which has no HTML parser. */
export function decodeEntities(html: string): string {
  if (!html.includes("&")) return html;
  return html.replace(ENTITY, (entity, decimal?: string, hex?: string, name = "") => {
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex ?? "", 16);
    return (name ? NAMED.get(name) : character(code)) ?? entity;
  });
}
