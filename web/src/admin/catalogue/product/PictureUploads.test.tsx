import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../../tests/server.ts";
import * as sample from "../../api/samples.ts";
import { PictureUploads } from "./PictureUploads.tsx";

const file = (name: string) => new File(["x"], name, { type: "image/png" });
const nameOf = (call: Call) => ((call.files as FormData).get("file") as File).name;
const errorResponse = (field: string, message: string) => ({
  status: 422,
  body: {
    code: "fields_invalid",
    message: "Da controllare.",
    errors: [{ field, code: "x", params: {}, message }],
  },
});

function show(answer: (call: Call) => { status?: number; body: unknown } | Promise<never>) {
  const calls = serve(answer as Parameters<typeof serve>[0]);
  const onUploaded = jest.fn();
  renderOffice(<PictureUploads id={10} onUploaded={onUploaded} />);
  return { calls, onUploaded };
}
const created = { status: 201, body: sample.product };
const input = () => screen.getByLabelText("Nuove immagini");
const choose = (...names: string[]) => fireEvent.change(input(), { target: { files: names.map(file) } });
const rows = () =>
  within(screen.getByRole("list", { name: "Immagini da caricare" })).getAllByRole("listitem");
const describeAll = () => {
  for (const row of rows()) {
    const field = within(row).getByLabelText("Che cosa si vede");
    fireEvent.change(field, { target: { value: `Foto ${row.textContent?.slice(0, 3)}` } });
  }
};
const upload = () => fireEvent.click(screen.getByRole("button", { name: /^Carica l/ }));

test("each file has a row, and files are uploaded in the order of selection", async () => {
  const { calls, onUploaded } = show(() => created);
  choose("uno.png", "due.png");
  choose("tre.png");
  expect(rows()).toHaveLength(3);
  describeAll();
  upload();
  await screen.findByText("Immagini aggiunte: 3.");
  expect(calls.map(nameOf)).toEqual(["uno.png", "due.png", "tre.png"]);
  expect(calls[1]?.files?.get("alt")).toBe("Foto due");
  expect(onUploaded).toHaveBeenCalledTimes(3);
  expect(screen.queryByRole("list")).toBeNull();
});

test("a rejected file keeps its row with the reason, and the others are uploaded", async () => {
  const { calls } = show((call) => {
    if (nameOf(call) === "grande.png") return errorResponse("file", "Il file supera 20 MB.");
    if (nameOf(call) === "testo.png") return errorResponse("file", "Il file non è un'immagine.");
    return nameOf(call) === "muta.png" ? errorResponse("alt", "Descrivi l'immagine.") : created;
  });
  choose("grande.png", "uno.png", "testo.png", "muta.png", "due.png");
  upload();
  await screen.findByText("Immagini aggiunte: 2. Rifiutate: 3, con il motivo accanto.");
  expect(calls).toHaveLength(5);
  expect(rows().map((row) => row.querySelector("p")?.textContent)).toEqual([
    "Il file supera 20 MB.",
    "Il file non è un'immagine.",
    "Descrivi l'immagine.",
  ]);
  const silent = within(rows()[2] as HTMLElement).getByLabelText("Che cosa si vede");
  expect(silent).toHaveAttribute("aria-invalid", "true");
  await waitFor(() => expect(silent).toHaveFocus());
});

test("files that failed because the server was unreachable can be sent again or removed", async () => {
  let reached = false;
  const { calls } = show(() => {
    if (reached) return created;
    throw new TypeError("no network");
  });
  choose("uno.png", "due.png");
  upload();
  await screen.findByText("Rifiutate: 2, con il motivo accanto.");
  expect(screen.getAllByText(/Il server non risponde/)).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Togli uno.png" }));
  reached = true;
  upload();
  await screen.findByText("Immagine aggiunta.");
  expect(calls.map(nameOf)).toEqual(["uno.png", "due.png", "due.png"]);
});

test("a row shows its upload in progress, and a second click sends nothing twice", async () => {
  const { calls } = show(() => new Promise<never>(() => {}));
  choose("uno.png", "due.png");
  upload();
  expect(await screen.findByRole("progressbar", { name: "Caricamento di uno.png" })).toBeInTheDocument();
  expect(screen.queryByRole("progressbar", { name: "Caricamento di due.png" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Caricamento…" }));
  expect(calls).toHaveLength(1);
});

test("files can be dropped or chosen, and the first new one's description takes the focus", () => {
  show(() => created);
  fireEvent.drop(input(), { dataTransfer: { files: [file("uno.png"), file("due.png")] } });
  expect(rows()).toHaveLength(2);
  expect(within(rows()[0] as HTMLElement).getByLabelText("Che cosa si vede")).toHaveFocus();
});
