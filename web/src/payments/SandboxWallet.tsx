// The button of a sandbox wallet, in a frame of the sandbox's origin.

import { useEffect, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { type Channel, channelWord, openChannel, walletAddress } from "./channel.ts";
import styles from "./payments.module.css";
import { openSandboxSheet } from "./sandboxSheet.ts";
import { WALLET_NAMES } from "./walletNames.ts";
import type { WalletButtonProps } from "./wallets.ts";

/** A frame whose script has not told that it runs so long after the frame has loaded could not be loaded. */
const SCRIPT_LIMIT_MS = 2_000;

export function SandboxWallet(props: WalletButtonProps & { origin: string; providerKey: string }) {
  const { origin, providerKey, wallet, look } = props;
  const lang = useLang();
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<Channel | null>(null);
  const [word] = useState(channelWord);
  const latest = useRef({ ...props, lang });
  latest.current = { ...props, lang };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let limit = 0;
    const loaded = () => {
      limit = window.setTimeout(() => latest.current.onLoadError(), SCRIPT_LIMIT_MS);
    };
    element.addEventListener("load", loaded);
    const open = ({ items, rates }: Pick<Parameters<typeof openSandboxSheet>[2], "items" | "rates">) => {
      const { amount, currency, email, shipping, phone, lang } = latest.current;
      const options = {
        ...{ key: providerKey, wallet, locale: lang, total: amount, currency, email, items, rates },
        ...{ shippingAddressRequired: shipping, phoneNumberRequired: phone },
      };
      openSandboxSheet(origin, WALLET_NAMES[wallet], options, () => latest.current);
    };
    const opened = openChannel(element, origin, word, async (name) => {
      if (name === "click") latest.current.onClick({ open, refuse: () => {} });
      if (name !== "ready") return;
      element.removeEventListener("load", loaded);
      clearTimeout(limit);
      const { look, lang } = latest.current;
      const { available } = await opened.ask("button", { wallet, locale: lang, look });
      channel.current = opened;
      latest.current.onReady(available === true);
    });
    element.src = walletAddress(origin, word);
    return () => {
      clearTimeout(limit);
      element.removeEventListener("load", loaded);
      opened.close();
    };
  }, [origin, providerKey, word, wallet]);

  useEffect(() => {
    void channel.current?.ask("updateButton", { wallet, locale: lang, look });
  }, [wallet, lang, look]);

  // Room for the outline of the focus.
  useEffect(() => frame.current?.style.setProperty("height", `${look.height + 6}px`), [look.height]);

  return <iframe ref={frame} className={styles.walletFrame} title={WALLET_NAMES[wallet]} allow="payment *" />;
}
