import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import button from "../../components/button.module.css";
import { Dialog } from "../../components/Dialog.tsx";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { Wallet } from "../../core/types.ts";
import { PaymentAlert } from "../PaymentAlert.tsx";
import { PaymentOverlay } from "../PaymentOverlay.tsx";
import { WALLET_NAMES } from "../walletNames.ts";
import { Declarations } from "./Declarations.tsx";
import styles from "./express.module.css";
import { askedFor } from "./flow.ts";
import { underWay } from "./machine.ts";
import type { Place } from "./place.ts";
import type { ExpressTools } from "./tools.ts";
import { fetchAhead, useExpress } from "./useExpress.ts";
import { enabledWallets } from "./wallets.ts";

interface WalletButtonsProps {
  tools: ExpressTools;
  place: Place;
  /** The area around is told whether it has anything to show. */
  onShown: (shown: boolean) => void;
  /** Tells of a failed payment where the page tells of others; without it, it is told below the buttons. */
  onFailure?: ((text: string) => void) | undefined;
}

/** The buttons of the wallets that can be used here, each in a place of its own, which goes when its wallet cannot. */
export function WalletButtons({ tools, place, onShown, onFailure }: WalletButtonsProps) {
  const { settings, provider } = tools;
  const words = useWords("express");
  const lang = useLang();
  const [gone, setGone] = useState<ReadonlySet<Wallet>>(new Set());
  /** Those that can be used, each as it was made last. */
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const express = useExpress(tools, place, onFailure);
  const { purchase, send, offer } = express;
  const row = useRef<HTMLDivElement>(null);
  const { blocked, pending, version } = place;
  const wallets = enabledWallets(settings.stripe).filter((wallet) => !gone.has(wallet));
  const shown = core().expressButtonsShown({
    cart_total: offer.total.amount,
    pay_for_order: settings.is_pay_for_order,
    order_key: settings.pay_for_order?.orderDetails.orderKey ?? null,
    billing_email: settings.pay_for_order?.orderDetails.billingEmail ?? null,
    variation_valid: place.variationValid,
    method_available: wallets.length > 0,
  });
  useLayoutEffect(() => {
    onShown(shown);
  }, [shown, onShown]);

  const made = `${version}-${express.unpaid}`;
  const remove = (wallet: Wallet) => setGone((before) => new Set(before).add(wallet));
  const still = blocked || purchase.phase === "opening";
  useEffect(() => {
    if (row.current) row.current.inert = still;
  }, [still]);
  if (!shown) return null;

  const name = purchase.wallet ? WALLET_NAMES[purchase.wallet] : "";
  const login = settings.login_confirmation;
  return (
    <>
      <div
        ref={row}
        className={styles.buttons}
        aria-busy={still || pending || undefined}
        onPointerEnter={fetchAhead}
      >
        {wallets.map((wallet) => (
          <div
            key={wallet}
            className={styles.wallet}
            data-wallet={wallet}
            data-ready={ready.has(wallet + made) || undefined}
            // Its place is kept, but nothing is seen in it before the wallet says that it can be used.
            style={ready.has(wallet + made) ? undefined : { visibility: "hidden" }}
          >
            <Fragment key={made}>
              {provider.renderWallet({
                wallet,
                shown: core().walletShown(wallet, true, true),
                look: core().buttonAppearance({ ...settings.button, wallet }),
                amount: offer.total.amount,
                currency: settings.checkout.currency_code,
                label: offer.total.label,
                shipping: offer.shipping,
                phone: settings.checkout.needs_payer_phone,
                countries: settings.allowed_shipping_countries,
                saves: settings.checkout.saves_method,
                email: place.email(),
                onReady: (available) =>
                  available ? setReady((before) => new Set(before).add(wallet + made)) : remove(wallet),
                onLoadError: () => remove(wallet),
                onClick: (click) => void express.press(wallet, click),
                onAddress: express.changeAddress,
                onRate: express.changeRate,
                onConfirm: (confirmation) => void express.confirm(wallet, confirmation),
                onCancel: () => void express.cancel(),
              })}
            </Fragment>
          </div>
        ))}
      </div>
      <p className="visuallyHidden" role="status">
        {purchase.phase === "opening" ? words.opening : blocked || pending ? words.refreshing : ""}
      </p>
      {settings.taxes_based_on_billing && (
        <p className={styles.note}>{core().messageText("express_taxes_notice", {}, lang)}</p>
      )}
      {purchase.phase === "declaring" && (
        <Declarations
          express={express}
          asked={askedFor(settings, offer)}
          termsPath={settings.declarations.terms_path}
          wallet={name}
        />
      )}
      <PaymentAlert
        desk={{
          failed: purchase.failure ? { text: purchase.failure, count: purchase.failures } : null,
          dismiss: () => send({ kind: "read" }),
        }}
      />
      {login && (
        <Dialog
          open={purchase.phase === "login"}
          title={words.login}
          side="modal"
          onClose={() => send({ kind: "dismissed" })}
        >
          <div className={styles.login}>
            <p>{login.message}</p>
            <a className={button.button} href={login.redirect_url}>
              {words.logIn}
            </a>
            <button
              type="button"
              className={`${button.button} ${button.quiet}`}
              onClick={() => send({ kind: "dismissed" })}
            >
              {words.cancel}
            </button>
          </div>
        </Dialog>
      )}
      <PaymentOverlay
        desk={{ processing: underWay(purchase) && purchase.phase !== "open" && purchase.phase !== "opening" }}
      />
    </>
  );
}
