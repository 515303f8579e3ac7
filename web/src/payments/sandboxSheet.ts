// The sheet of a sandbox wallet: a frame of the sandbox's origin over the page.

import type { Lang, WalletPerson, WalletRate } from "../core/types.ts";
import { type Channel, channelToken, openChannel, walletAddress } from "./channel.ts";
import { failure } from "./elements.ts";
import styles from "./payments.module.css";
import {
  emptyPerson,
  type SheetAddress,
  type SheetChange,
  type SheetContent,
  type WalletButtonProps,
} from "./wallets.ts";

type Handlers = Pick<WalletButtonProps, "onAddress" | "onRate" | "onConfirm" | "onCancel">;

/** First message to the frame. */
export interface SheetOptions extends SheetContent {
  key: string;
  wallet: string;
  locale: Lang;
  total: number;
  currency: string;
  email: string;
  shippingAddressRequired: boolean;
  phoneNumberRequired: boolean;
}

interface Person extends Partial<Omit<WalletPerson, "address">> {
  address?: Partial<WalletPerson["address"]>;
}

function toPerson(details: unknown): WalletPerson {
  const { address, ...rest } = (details ?? {}) as Person;
  const empty = emptyPerson();
  return { ...empty, ...rest, address: { ...empty.address, ...address } };
}

/** Opens the sheet. `handlers` returns the page's current handlers. The native dialog traps the focus and restores it. */
export function openSandboxSheet(
  origin: string,
  title: string,
  options: SheetOptions,
  handlers: () => Handlers,
) {
  const dialog = document.createElement("dialog");
  dialog.className = styles.sheet ?? "";
  dialog.setAttribute("aria-label", title);
  const frame = document.createElement("iframe");
  frame.title = title;
  dialog.append(frame);
  const token = channelToken();
  let paying = false;

  const close = () => {
    channel.close();
    dialog.close();
    dialog.remove();
  };
  const cancel = () => {
    if (paying) return;
    close();
    handlers().onCancel();
  };
  const answer = (question: unknown, rate: boolean) => ({
    resolve: ({ amount, items, rates }: SheetChange) =>
      void channel.call("resolve", { question, total: amount, items, rates }),
    reject: () => void channel.call("reject", { question, rate }),
  });
  const channel: Channel = openChannel(frame, origin, token, (name, data) => {
    if (name === "ready") void channel.call("sheet", options).then(() => frame.focus());
    else if (name === "cancel") cancel();
    else if (name === "address")
      handlers().onAddress(data.address as SheetAddress, answer(data.question, false));
    else if (name === "rate") handlers().onRate(String(data.id), answer(data.question, true));
    else if (name === "confirm") {
      paying = true;
      handlers().onConfirm({
        payer: {
          billing: toPerson(data.billingDetails),
          shipping: data.shippingAddress ? toPerson(data.shippingAddress) : null,
          rate: (data.shippingRate as WalletRate | null)?.id ?? "",
        },
        createToken: async () => {
          const created = await channel.call("createConfirmationToken", {});
          const token = created.confirmationToken as { id: string } | undefined;
          return token
            ? { value: token.id }
            : { failure: failure((created.error ?? {}) as Record<string, string>) };
        },
        fail: close,
        done: close,
      });
    }
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  frame.src = walletAddress(origin, token);
  document.body.append(dialog);
  dialog.showModal();
}
