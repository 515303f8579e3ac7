import { render, screen } from "@testing-library/react";
import { Tabs } from "./Tabs.tsx";

const PARTS = ["Tutti", "In attesa", "Completati"];

function Parts({ current }: { current: string }) {
  return (
    <Tabs label="Stati" current={current}>
      {PARTS.map((part) => (
        <li key={part}>
          <a href={`#${part}`} aria-current={part === current ? "page" : undefined}>
            {part}
          </a>
        </li>
      ))}
    </Tabs>
  );
}

test("a row of tabs scrolls to the current one", () => {
  const place = jest.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockImplementation(function (
    this: HTMLElement,
  ) {
    return this.tagName === "A" ? 100 * PARTS.indexOf(this.textContent ?? "") + 20 : 20;
  });
  const { rerender } = render(<Parts current="Tutti" />);
  const row = screen.getByRole("navigation", { name: "Stati" });
  expect(row.scrollLeft).toBe(0);
  rerender(<Parts current="Completati" />);
  expect(row.scrollLeft).toBe(200);
  place.mockRestore();
});
