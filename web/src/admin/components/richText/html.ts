// HTML as the editor holds it. What of a text stays in the shop is decided by the server.

import { generateHTML, generateJSON } from "@tiptap/core";
import { Image } from "@tiptap/extension-image";
import { Subscript } from "@tiptap/extension-subscript";
import { Superscript } from "@tiptap/extension-superscript";
import { TableKit } from "@tiptap/extension-table";
import { StarterKit } from "@tiptap/starter-kit";

/** What the editor knows of HTML. */
export const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4, 5, 6] },
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
    underline: false,
  }),
  Image,
  Subscript,
  Superscript,
  TableKit.configure({ table: { resizable: false } }),
];

/** Elements under names that the editor does not use. */
const SAME_AS: Record<string, string> = { B: "STRONG", I: "EM", DEL: "S" };
/** Elements that the editor adds or leaves out as it needs. */
const FRAME =
  "colgroup, col, tbody, thead, body > p:only-child, li > p:only-of-type, td > p:only-of-type, th > p:only-of-type";
const KEPT_ATTRIBUTES = ["href", "src", "alt", "title", "colspan", "rowspan", "start"];

function read(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** The elements of a text with what they say, in order. */
function told(body: HTMLElement): string {
  for (const frame of body.querySelectorAll(FRAME)) frame.replaceWith(...frame.childNodes);
  const elements = [...body.querySelectorAll("*")].map((element) => {
    const attributes = KEPT_ATTRIBUTES.filter(
      (name) => element.hasAttribute(name) && element.getAttribute(name) !== "1",
    );
    const said = attributes.map((name) => `${name}=${element.getAttribute(name)}`);
    return [SAME_AS[element.tagName] ?? element.tagName, ...said].join(" ");
  });
  return JSON.stringify([elements, body.textContent?.replace(/\s+/g, "")]);
}

/** Whether the editor keeps all that a text has; one that it does not is changed as HTML. */
export function isHeld(html: string): boolean {
  // Lines outside of any element are paragraphs to the shop, and one to the editor.
  const lines = [...read(html).childNodes].some(
    (node) => node instanceof Text && /\S\s*\n\s*\S/.test(node.data),
  );
  return !lines && told(read(html)) === told(read(generateHTML(generateJSON(html, EXTENSIONS), EXTENSIONS)));
}

/** The editor's HTML as people would write it: entries without paragraphs of their own, nothing where there is nothing. */
export function tidied(html: string): string {
  const body = read(html);
  for (const frame of body.querySelectorAll("colgroup")) frame.remove();
  for (const paragraph of body.querySelectorAll("li > p:only-child, td > p:only-child, th > p:only-child"))
    paragraph.replaceWith(...paragraph.childNodes);
  return body.textContent?.trim() || body.querySelector("img, hr") ? body.innerHTML : "";
}
