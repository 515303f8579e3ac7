// Where the wallet buttons are placed relative to the page's own buy button.
import { screen } from "@testing-library/react";
import { show } from "../../../tests/fixture.tsx";
import { shopPage } from "../../../tests/page.tsx";
import { inSight } from "../../../tests/wallet.ts";
import { ExpressArea } from "./ExpressArea.tsx";
import type { ExpressPlacement } from "./ExpressCheckout.tsx";

const { express } = shopPage("cart").page as { express: Parameters<typeof ExpressArea>[0]["settings"] };

beforeEach(inSight);

const PLACEMENTS: [ExpressPlacement, string][] = [
  [{ kind: "cart" }, "above"],
  [{ kind: "checkout", ordering: false }, "below"],
  [{ kind: "order_pay" }, "below"],
];
for (const [placement, side] of PLACEMENTS) {
  const { kind } = placement;
  test(`a separator is ${side} the buttons of the ${kind}, towards the page's own button`, () => {
    show(<ExpressArea settings={express} placement={placement} />);
    const separator = screen.getByText("oppure");
    const button = document.querySelector("section > div") as HTMLElement;
    const order = separator.compareDocumentPosition(button);
    const follows = Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(follows).toBe(side === "above");
  });
}
