import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../../tests/server.ts";
import * as sample from "../../api/samples.ts";
import type { PictureRow, ProductDetail } from "../../api/types.ts";
import { PlacePart } from "./PlacePart.tsx";
import { useProductForm } from "./useProductForm.ts";
import { VariationsPart } from "./VariationsPart.tsx";

const picture = (file: string): PictureRow => ({
  ...{ file, source: `${file}.jpg`, alt: `Foto ${file}`, alt_en: "", src: `/pictures/${file}-320.webp` },
  ...{ width: 320, height: 320 },
});
const product: ProductDetail = { ...sample.product, pictures: [picture("a1"), picture("b2")] };

function Form({ initial }: { initial: ProductDetail }) {
  const form = useProductForm(initial);
  return (
    <form
      ref={form.element}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <VariationsPart form={form} />
      <PlacePart form={form} />
      <button type="submit">Salva</button>
      <output>{form.unsaved ? "da salvare" : "salvato"}</output>
    </form>
  );
}

function show(initial: ProductDetail, answer: (call: Call) => { status?: number; body: unknown }) {
  const calls = serve((call) => (call.method === "GET" ? { body: [] } : answer(call)));
  renderOffice(<Form initial={initial} />);
  const part = screen.getByRole("group", { name: /15 g/ });
  const fold = within(part).getByText("Immagine della variante").closest("details") as HTMLDetailsElement;
  const unfold = () => {
    fold.open = true;
    fireEvent(fold, new Event("toggle"));
  };
  return { calls, part, unfold };
}

test("a variation's picture can be chosen from the product's and removed again", async () => {
  const chosen = {
    ...product,
    variations: product.variations.map((one) => ({ ...one, picture: picture("b2") })),
  };
  const { calls, part, unfold } = show(product, () => ({ body: chosen }));
  expect(part).toHaveTextContent("Nessuna immagine sua");
  unfold();
  fireEvent.click(await within(part).findByRole("radio", { name: "Foto b2" }));
  expect(within(part).getByRole("img", { name: "Immagine di Formato: 15 g" })).toHaveAttribute(
    "src",
    "/pictures/b2-320.webp",
  );
  fireEvent.click(screen.getByText("Salva"));
  await screen.findByText("salvato");
  const sent = () => calls.filter((call) => call.method === "PUT").map(({ body }) => body);
  expect(sent()).toEqual([{ variations: [{ id: 11, picture: "b2" }] }]);
  fireEvent.click(within(part).getByRole("radio", { name: "Quella del prodotto" }));
  fireEvent.click(screen.getByText("Salva"));
  await waitFor(() => expect(sent()[1]).toEqual({ variations: [{ id: 11, picture: "" }] }));
});

test("the error for a rejected picture is shown at its variation", async () => {
  const errors = [
    { field: "variations.11.picture", code: "x", params: {}, message: "Non è tra quelle del prodotto." },
  ];
  const { part, unfold } = show(product, () => ({
    status: 422,
    body: { code: "x", message: "No.", errors },
  }));
  unfold();
  fireEvent.click(await within(part).findByRole("radio", { name: "Foto a1" }));
  fireEvent.click(screen.getByText("Salva"));
  await within(part).findByText("Non è tra quelle del prodotto.");
  expect(within(part).getAllByRole("radio")[0]).toHaveAttribute("aria-invalid", "true");
});

test("an uploaded picture is assigned immediately, and input in other fields is preserved", async () => {
  const saved = {
    ...product,
    variations: product.variations.map((one) => (one.id === 11 ? { ...one, picture: picture("c3") } : one)),
  };
  const { calls, part, unfold } = show(product, () => ({ body: saved }));
  fireEvent.change(within(part).getByLabelText("Prezzo pieno (€)"), { target: { value: "35" } });
  unfold();
  const field = await within(part).findByLabelText("Nuova immagine");
  fireEvent.change(field, { target: { files: [new File(["x"], "c.png")] } });
  await within(part).findByText("Immagine salvata: si vede da subito.");
  expect(calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
    "/api/admin/products/10/variations/11/picture",
  ]);
  expect(within(part).getByRole("radio", { name: "Foto c3" })).toBeChecked();
  expect(within(part).getByLabelText("Prezzo pieno (€)")).toHaveValue("35");
});

test("linked products are shown by name, a deleted one as deleted", async () => {
  const details = { ...product.details, upsell_ids: [9, 246], category_ids: [7] };
  const linked = [
    { id: 9, name: "Olio" },
    { id: 246, name: "", deleted: true },
  ];
  show({ ...product, details, linked }, () => ({ body: product }));
  expect(screen.getByRole("button", { name: "Togli «Olio»" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Togli «prodotto eliminato (246)»" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Togli «categoria eliminata (7)»" })).toBeInTheDocument();
  expect(screen.queryByText(/#/)).toBeNull();
});
