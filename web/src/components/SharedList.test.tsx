// A list that many pages have alike, as the page renderer writes it.
import { renderToString } from "react-dom/server";
import { partPlace, withParts } from "../context/sharedParts.ts";
import { SharedList } from "./SharedList.tsx";

let written = 0;

function List({ names }: { names: string[] }) {
  const entries = () => {
    written += 1;
    return names.map((name) => <li key={name}>{name}</li>);
  };
  return <SharedList className="list" label="Vini" name="wines" of={names} entries={entries} />;
}

const plain = (names: string[]) => renderToString(<List names={names} />);
const shared = (names: string[], frame = "it") => withParts(frame, () => plain(names), renderToString);

test("the HTML is that of the browser", () => {
  const names = ["Barolo & figli", "<Brunello>"];
  expect(plain(names)).toContain("<li>Barolo &amp; figli</li>");
  expect(shared(names)).toBe(plain(names));
  expect(shared(names)).toBe(plain(names));
});

test("it is written once for all pages, and again for other entries or another frame", () => {
  const times = (names: string[], frame?: string) => {
    const before = written;
    shared(names, frame);
    return written - before;
  };
  const names = ["Arneis", "Grignolino"];
  expect([times(names), times([...names]), times(["Arneis"]), times(names), times(names, "en")]).toEqual([
    1, 0, 1, 1, 1,
  ]);
});

test("an entry of each page's own stands after them, and is written with every page", () => {
  const page = (own: string) => (
    <SharedList name="own" of={1} entries={() => <li>Arneis</li>} last={<li>{own}</li>} />
  );
  for (const own of ["/vini/", "/olio/"]) {
    const plain = renderToString(page(own));
    expect(plain).toBe(`<ul><li>Arneis</li><li>${own}</li></ul>`);
    expect(withParts("it", () => renderToString(page(own)), renderToString)).toBe(plain);
  }
});

test("pictures that a part has fetched at once are announced before the page, each time it is used", () => {
  const picture = <img alt="" src="/pictures/1/a.webp" fetchPriority="high" />;
  const page = () =>
    withParts("it", () => `<main>${partPlace("card 1", 1, () => picture)}</main>`, renderToString);
  const [first, again] = [page(), page()];
  expect(first).toMatch(
    /^<link rel="preload"[^>]*href="\/pictures\/1\/a.webp"[^>]*><main><img[^>]*><\/main>$/,
  );
  expect(again).toBe(first);
});

for (const odd of ["<!--part:-->", "<!--part:7-->", "<!--part:0", "a<!--part:x-->b"])
  test(`what only looks like a place stays as it is: ${odd}`, () => {
    expect(withParts("it", () => odd, renderToString)).toBe(odd);
  });

test("a page that cannot be rendered leaves no places behind", () => {
  const broken = () => {
    throw new Error("broken page");
  };
  expect(() => withParts("it", broken, renderToString)).toThrow("broken page");
  expect(plain(["Nebbiolo"])).not.toContain("part:");
});
