import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { type Call, serve } from "../../../tests/server.ts";
import type { NamedEntry } from "../api/types.ts";
import { LanguageProvider } from "../context/language.tsx";
import { ProductPicker } from "./EntryPicker.tsx";

const product = (id: number, name: string) => ({ id, name, variations: [] });
const page = (number: number, pages: number, ...products: object[]) => ({
  body: { products, page: number, pages, total: products.length, by_status: [] },
});

function Form({ most }: { most: number | null }) {
  const [chosen, setChosen] = useState<NamedEntry[]>([]);
  return (
    <LanguageProvider>
      <ProductPicker
        name="p"
        label="Prodotti"
        error={undefined}
        chosen={chosen}
        change={setChosen}
        most={most}
      />
    </LanguageProvider>
  );
}

async function open(answer: (call: Call) => object | Promise<object>, most: number | null = null) {
  jest.useFakeTimers();
  const calls = serve(answer as Parameters<typeof serve>[0]);
  render(<Form most={most} />);
  await act(() => jest.advanceTimersByTimeAsync(0));
  const type = async (text: string) => {
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
    await act(() => jest.advanceTimersByTimeAsync(300));
  };
  return { calls, type };
}

const said = () => screen.getByRole("status").textContent;
const found = () => screen.queryAllByRole("button", { name: /^\+ / }).map(({ textContent }) => textContent);

afterEach(() => jest.useRealTimers());

test("too little and too much is not searched for, and the list says what is missing", async () => {
  const { calls, type } = await open(() => page(1, 1));
  await type("o");
  expect(said()).toBe("Inserisci 1 o più caratteri");
  await type("o".repeat(102));
  expect(said()).toBe("Elimina 2 caratteri");
  await type("   ");
  expect(said()).toBe("");
  expect(calls).toHaveLength(0);
});

test("while the server looks the list says so, and only the latest answer is shown", async () => {
  let first: (answer: object) => void = () => {};
  const { calls, type } = await open((call) =>
    call.path.includes("search=ol&")
      ? new Promise<object>((done) => {
          first = done;
        })
      : page(1, 1, product(2, "Olive")),
  );
  await type("ol");
  expect(said()).toBe("Sto cercando…");
  await type("oliv");
  expect(found()).toEqual(["+ Olive"]);
  await act(async () => first(page(1, 1, product(1, "Olio"))));
  expect(found()).toEqual(["+ Olive"]);
  expect(calls).toHaveLength(2);
});

test("nothing found is said, and further pages are got by a button", async () => {
  const { type } = await open((call) => {
    if (call.path.includes("xx")) return page(1, 1);
    return call.path.includes("page=2") ? page(2, 2, product(2, "Olio 2")) : page(1, 2, product(1, "Olio 1"));
  });
  await type("xx");
  expect(said()).toBe("Nessun riscontro trovato");
  await type("olio");
  fireEvent.click(screen.getByRole("button", { name: "Mostra altri" }));
  expect(said()).toBe("Caricamento altri risultati…");
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(found()).toEqual(["+ Olio 1", "+ Olio 2"]);
  expect(screen.queryByRole("button", { name: "Mostra altri" })).toBeNull();
});

test("a list that could not be loaded is asked for again", async () => {
  let tries = 0;
  const { type } = await open(() => {
    tries += 1;
    return tries === 1
      ? { status: 503, body: { code: "unavailable", message: "", errors: [] } }
      : page(1, 1, product(1, "Olio"));
  });
  await type("olio");
  expect([said(), found()]).toEqual(["Sto cercando…", []]);
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(found()).toEqual(["+ Olio"]);
});

test("when no more may be chosen the list says how many that are", async () => {
  const { calls, type } = await open(() => page(1, 1, product(1, "Olio")), 1);
  await type("olio");
  fireEvent.click(screen.getByRole("button", { name: "+ Olio" }));
  await type("aceto");
  expect(said()).toBe("Puoi selezionare solo 1 articolo");
  expect(calls).toHaveLength(1);
});
