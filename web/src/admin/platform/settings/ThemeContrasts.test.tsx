import { render, screen } from "@testing-library/react";
import { LanguageProvider } from "../../context/language.tsx";
import { ThemeContrasts } from "./ThemeContrasts.tsx";
import type { Contrasts } from "./useContrasts.ts";

const element = (contrasts: unknown) => (
  <LanguageProvider>
    <ThemeContrasts contrasts={contrasts as Contrasts} />
  </LanguageProvider>
);

test("insufficient contrasts are announced, sufficient ones are not", () => {
  const good = { pair: "ink_on_paper", ratio: "12.5", minimum: "4.5", enough: true };
  const { rerender } = render(element([good]));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  rerender(element([good, { pair: "brand_on_paper", ratio: "2.1", minimum: "4.5", enough: false }]));
  expect(screen.getByRole("status")).toHaveTextContent(
    /^Link sullo sfondo: 2,1 a 1: si legge male, serve almeno 4,5 a 1$/,
  );
});
