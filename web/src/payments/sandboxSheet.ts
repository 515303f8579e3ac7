// The sheet of a sandbox wallet: a frame of the sandbox's origin over the page.

import type { Lang, WalletPerson, WalletRate } from "../core/types.ts";
import { type Channel, channelWord, openChannel, walletAddress } from "./channel.ts";
import { failure } from "./elements.ts";
import styles from "./payments.module.css";
import {
  nobody,
  type SheetAddress,
  type SheetChange,
  type SheetContent,
  type WalletButtonProps,
} from "./wallets.ts";

type Handlers = Pick<WalletButtonProps, "onAddress" | "onRate" | "onConfirm" | "onCancel">;

/** What the frame is told first. */
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

function person(told: unknown): WalletPerson {
  const { address, ...rest } = (told ?? {}) as Person;
  const empty = nobody();
  return { ...empty, ...rest, address: { ...empty.address, ...address } };
}

/** Opens the sheet. `handlers` gives the page's newest ones. The browser's own dialog keeps the focus and gives it back. */
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
  const word = channelWord();
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
      void channel.ask("resolve", { question, total: amount, items, rates }),
    reject: () => void channel.ask("reject", { question, rate }),
  });
  const channel: Channel = openChannel(frame, origin, word, (name, data) => {
    if (name === "ready") void channel.ask("sheet", options).then(() => frame.focus());
    else if (name === "cancel") cancel();
    else if (name === "address")
      handlers().onAddress(data.address as SheetAddress, answer(data.question, false));
    else if (name === "rate") handlers().onRate(String(data.id), answer(data.question, true));
    else if (name === "confirm") {
      paying = true;
      handlers().onConfirm({
        payer: {
          billing: person(data.billingDetails),
          shipping: data.shippingAddress ? person(data.shippingAddress) : null,
          rate: (data.shippingRate as WalletRate | null)?.id ?? "",
        },
        createToken: async () => {
          const made = await channel.ask("createConfirmationToken", {});
          const token = made.confirmationToken as { id: string } | undefined;
          return token
            ? { made: token.id }
            : { failure: failure((made.error ?? {}) as Record<string, string>) };
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
  frame.src = walletAddress(origin, word);
  document.body.append(dialog);
  dialog.showModal();
}
