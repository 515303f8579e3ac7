import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { Wallet } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import { PaymentAlert } from "../PaymentAlert.tsx";
import { PaymentOverlay } from "../PaymentOverlay.tsx";
import { WALLET_NAMES } from "../walletNames.ts";
import { Declarations } from "./Declarations.tsx";
import styles from "./express.module.css";
import { offerDeclarations } from "./flow.ts";
import { isUnderWay } from "./machine.ts";
import type { PurchaseSource } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";
import { prefetchRules, useExpress } from "./useExpress.ts";
import { enabledWallets } from "./wallets.ts";

interface WalletButtonsProps {
  tools: ExpressTools;
  source: PurchaseSource;
  /** Reports to the surrounding area whether there is anything to show. */
  onVisibleChange: (isVisible: boolean) => void;
  /** Reports a failed payment to the page; if omitted, the message appears below the buttons. */
  onFailure?: ((text: string) => void) | undefined;
}

/**
 * The buttons of the wallets that can be used here. Each has a container of its own, which is removed if its wallet is
 * unavailable.
 */
export function WalletButtons({ tools, source, onVisibleChange, onFailure }: WalletButtonsProps) {
  const { settings, provider } = tools;
  const words = useWords("express");
  const lang = useLang();
  const [unavailable, setUnavailable] = useState<ReadonlySet<Wallet>>(new Set());
  /** Keys of the rendered buttons whose wallet has reported that it is available. */
  const [ready, setReady] = useState<ReadonlySet<string>>(new Set());
  const express = useExpress(tools, source, onFailure);
  const { purchase, send, offer } = express;
  const row = useRef<HTMLDivElement>(null);
  const { blocked, pending, version } = source;
  const wallets = enabledWallets(settings.stripe).filter((wallet) => !unavailable.has(wallet));
  const isVisible = core().expressButtonsShown({
    cart_total: offer.total.amount,
    pay_for_order: settings.is_pay_for_order,
    order_key: settings.pay_for_order?.orderDetails.orderKey ?? null,
    billing_email: settings.pay_for_order?.orderDetails.billingEmail ?? null,
    variation_valid: source.variationValid,
    method_available: wallets.length > 0,
  });
  useLayoutEffect(() => {
    onVisibleChange(isVisible);
  }, [isVisible, onVisibleChange]);

  const renderKey = `${version}-${express.unpaid}`;
  const remove = (wallet: Wallet) => setUnavailable((before) => new Set(before).add(wallet));
  const isInert = blocked || purchase.phase === "opening";
  useEffect(() => {
    if (row.current) row.current.inert = isInert;
  }, [isInert]);
  if (!isVisible) return null;

  const name = purchase.wallet ? WALLET_NAMES[purchase.wallet] : "";
  const login = settings.login_confirmation;
  return (
    <>
      <div
        ref={row}
        className={styles.buttons}
        aria-busy={isInert || pending || undefined}
        onPointerEnter={prefetchRules}
      >
        {wallets.map((wallet) => (
          <div
            key={wallet}
            className={styles.wallet}
            data-wallet={wallet}
            data-ready={ready.has(wallet + renderKey) || undefined}
            // The space is reserved, but nothing is visible in it until the wallet reports that it is available.
            style={ready.has(wallet + renderKey) ? undefined : { visibility: "hidden" }}
          >
            <Fragment key={renderKey}>
              {provider.renderWallet({
                wallet,
                visibility: core().walletShown(wallet, true, true),
                look: core().buttonAppearance({ ...settings.button, wallet }),
                amount: offer.total.amount,
                currency: settings.checkout.currency_code,
                label: offer.total.label,
                shipping: offer.shipping,
                phone: settings.checkout.needs_payer_phone,
                countries: settings.allowed_shipping_countries,
                saves: settings.checkout.saves_method,
                email: source.email(),
                onReady: (available) =>
                  available ? setReady((before) => new Set(before).add(wallet + renderKey)) : remove(wallet),
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
          declarations={offerDeclarations(settings, offer)}
          termsPath={settings.declarations.terms_path}
          wallet={name}
        />
      )}
      <PaymentAlert
        payments={{
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
            <Link className={button.button} href={login.redirect_url}>
              {words.logIn}
            </Link>
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
        payments={{
          processing: isUnderWay(purchase) && purchase.phase !== "open" && purchase.phase !== "opening",
        }}
      />
    </>
  );
}
