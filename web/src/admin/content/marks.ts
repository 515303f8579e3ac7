// Puts tags around what is selected of a text. What of them stays is decided by the server.

/** A text with a selected part. */
export interface Marked {
  text: string;
  from: number;
  to: number;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function between({ text, from, to }: Marked, before: string, middle: string, after: string): Marked {
  return {
    text: text.slice(0, from) + before + middle + after + text.slice(to),
    from: from + before.length,
    to: from + before.length + middle.length,
  };
}

/** The selected part inside a tag. */
export function wrapped(marked: Marked, tag: string): Marked {
  return between(marked, `<${tag}>`, marked.text.slice(marked.from, marked.to), `</${tag}>`);
}

/** The selected lines as entries of a list. */
export function listed(marked: Marked, tag: "ul" | "ol"): Marked {
  const lines = marked.text.slice(marked.from, marked.to).split("\n");
  const entries = lines.map((line) => `<li>${line.trim()}</li>`).join("\n");
  return between(marked, `<${tag}>\n`, entries, `\n</${tag}>`);
}

/** The selected part as a link. */
export function linked(marked: Marked, address: string): Marked {
  const words = marked.text.slice(marked.from, marked.to) || address;
  return between(marked, `<a href="${escaped(address)}">`, words, "</a>");
}
