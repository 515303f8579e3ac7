import { act } from "@testing-library/react";
import { show } from "../../tests/fixture.tsx";
import { core } from "../core/core.ts";
import { Notices } from "./Notices.tsx";

const { notice_focus_after_ms: wait } = core().widgetTimings();

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

for (const kind of ["success", "info"] as const)
  test(`a notice of kind ${kind} is focused 500 ms after the page loads and announced politely`, () => {
    const { getByText } = show(
      <Notices notices={[{ kind, text: "Il carrello è aggiornato.", field: "", link: null }]} />,
    );
    const notice = getByText("Il carrello è aggiornato.").closest("[role]");
    expect(notice).toHaveAttribute("role", "status");
    act(() => jest.advanceTimersByTime(499));
    expect(document.body).toHaveFocus();
    act(() => jest.advanceTimersByTime(1));
    expect(document.activeElement).toContainElement(notice as HTMLElement);
  });

for (const [name, field, takes] of [
  ["takes the focus after a moment", "h1", true],
  ["does not take the focus from a visitor who is typing", "input", false],
  ["does not take the focus from the frame with the card fields", "iframe", false],
  ["does not take the focus from a button that is being pressed", "button", false],
] as const)
  test(`a notice ${name}`, () => {
    const other = document.createElement(field);
    other.tabIndex = -1;
    document.body.append(other);
    show(<Notices notices={[{ kind: "error", text: "Non è concluso.", field: "", link: null }]} />);
    other.focus();
    act(() => jest.advanceTimersByTime(wait));
    expect(document.activeElement?.textContent).toBe(takes ? "Non è concluso." : "");
    other.remove();
  });
