import { fireEvent, render, screen } from "@testing-library/react";
import { Dialog } from "./Dialog.tsx";

function open(change: { busy?: boolean; back?: { label: string; go: () => void } } = {}) {
  const onClose = jest.fn();
  render(
    <Dialog open side="small" title="Eliminare?" onClose={onClose} {...change}>
      <p>Non si può annullare.</p>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Eliminare?" });
  return { dialog, onClose };
}

/** Presses Escape as a browser passes it on: the page may prevent that the dialog closes. */
const pressEscape = (dialog: HTMLElement) =>
  fireEvent(dialog, new Event("cancel", { cancelable: true, bubbles: false }));

/** Closes the dialog as a browser does it at the second Escape, which a page cannot prevent. */
function force(dialog: HTMLDialogElement) {
  dialog.close();
  fireEvent(dialog, new Event("close"));
}

test("Escape, a click outside and the button ask to close a dialog", () => {
  const { dialog, onClose } = open();
  expect(pressEscape(dialog)).toBe(false);
  fireEvent.click(dialog);
  fireEvent.click(screen.getByRole("button"));
  expect(onClose).toHaveBeenCalledTimes(3);
  fireEvent.click(screen.getByText("Non si può annullare."));
  expect(onClose).toHaveBeenCalledTimes(3);
});

test("a dialog that the browser has closed is reported as closed", () => {
  const { dialog, onClose } = open();
  force(dialog);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a dialog that is sending something stays open", () => {
  const { dialog, onClose } = open({ busy: true });
  expect(pressEscape(dialog)).toBe(false);
  fireEvent.click(dialog);
  force(dialog);
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);
});

test("on a further level Escape goes back by one", () => {
  const go = jest.fn();
  const { dialog, onClose } = open({ back: { label: "Indietro", go } });
  fireEvent.keyDown(dialog, { key: "Escape" });
  fireEvent.click(screen.getByRole("button", { name: "Indietro" }));
  expect(go).toHaveBeenCalledTimes(2);
  expect(onClose).not.toHaveBeenCalled();
});
