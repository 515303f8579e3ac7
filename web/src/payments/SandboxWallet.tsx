// The button of a sandbox wallet, in a frame of the sandbox's origin.

import { useEffect, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import { type Channel, channelToken, openChannel, walletAddress } from "./channel.ts";
import styles from "./payments.module.css";
import { openSandboxSheet } from "./sandboxSheet.ts";
import { WALLET_NAMES } from "./walletNames.ts";
import type { WalletButtonProps } from "./wallets.ts";

/** If the frame's script has not reported this long after the frame's `load` event, it could not be loaded. */
const SCRIPT_LIMIT_MS = 2_000;

export function SandboxWallet(props: WalletButtonProps & { origin: string; providerKey: string }) {
  const { origin, providerKey, wallet, look } = props;
  const lang = useLang();
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<Channel | null>(null);
  const [token] = useState(channelToken);
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
    const opened = openChannel(element, origin, token, async (name) => {
      if (name === "click") latest.current.onClick({ open, refuse: () => {} });
      if (name !== "ready") return;
      element.removeEventListener("load", loaded);
      clearTimeout(limit);
      const { look, lang } = latest.current;
      const { available } = await opened.call("button", { wallet, locale: lang, look });
      channel.current = opened;
      latest.current.onReady(available === true);
    });
    element.src = walletAddress(origin, token);
    return () => {
      clearTimeout(limit);
      element.removeEventListener("load", loaded);
      opened.close();
    };
  }, [origin, providerKey, token, wallet]);

  useEffect(() => {
    void channel.current?.call("updateButton", { wallet, locale: lang, look });
  }, [wallet, lang, look]);

  // Leaves room for the focus outline.
  useEffect(() => frame.current?.style.setProperty("height", `${look.height + 6}px`), [look.height]);

  return <iframe ref={frame} className={styles.walletFrame} title={WALLET_NAMES[wallet]} allow="payment *" />;
}
