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

for (const [name, field, takes] of [
  ["takes the focus after a moment", "h1", true],
  ["leaves the focus to who has begun to type", "input", false],
  ["leaves the focus to the frame of a card's fields", "iframe", false],
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
