import { useEffect, useRef, useState } from "react";
import { useWords } from "../../context/PageContext.tsx";
import type { ExpressSettings } from "../../core/types.ts";
import type { ExpressCheckout, ExpressPlacement } from "./ExpressCheckout.tsx";
import styles from "./express.module.css";
import { enabledWallets } from "./wallets.ts";

interface ExpressAreaProps {
  /** `null` if the page has no express buttons. */
  settings: ExpressSettings | null;
  placement: ExpressPlacement;
  /** Hides the buttons while a choice is missing. */
  hidden?: boolean;
  /** Reports a failed payment to the page; if omitted, the message appears below the buttons. */
  onFailure?: ((text: string) => void) | undefined;
}

/** Loading begins when the buttons are within one window height below the viewport. */
const NEAR: IntersectionObserverInit = { rootMargin: "0px 0px 100% 0px" };

/**
 * The container of the express buttons with its separator. It reserves their space from the start; the buttons are loaded when it
 * comes near the viewport and the browser is idle.
 */
export function ExpressArea({ settings, placement, hidden = false, onFailure }: ExpressAreaProps) {
  const words = useWords();
  const ref = useRef<HTMLElement>(null);
  const [Loaded, setLoaded] = useState<typeof ExpressCheckout | null>(null);
  const [isVisible, setIsVisible] = useState(true);
  const hasSettings = settings !== null;

  useEffect(() => {
    const area = ref.current;
    if (!hasSettings || !area || hidden) return;
    let cancelled = false;
    const load = () =>
      import("./ExpressCheckout.tsx")
        .then((module) => {
          if (!cancelled) setLoaded(() => module.ExpressCheckout);
        })
        // If the script fails to load, the page's other payment methods remain.
        .catch(() => setIsVisible(false));
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run));
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      idle(() => void load());
    }, NEAR);
    watch.observe(area);
    return () => {
      cancelled = true;
      watch.disconnect();
    };
  }, [hasSettings, hidden]);

  if (!settings) return null;
  // Below the page's own button, which must not move when the wallets load.
  const below = placement.kind === "product" || placement.kind === "cart";
  const or = (
    <p className={styles.or} aria-hidden="true">
      <span>{words.expressOr}</span>
    </p>
  );
  const waiting = (
    <div className={styles.buttons} aria-hidden="true">
      {enabledWallets(settings.stripe).map((wallet) => (
        <div key={wallet} className={styles.wallet} />
      ))}
    </div>
  );
  return (
    <section
      ref={ref}
      className={styles.area}
      aria-label={words.express}
      data-place={placement.kind}
      hidden={hidden || !isVisible}
    >
      {below && or}
      {!below && <h2>{words.express}</h2>}
      {Loaded ? (
        <Loaded
          settings={settings}
          placement={placement}
          onVisibleChange={setIsVisible}
          onFailure={onFailure}
          waiting={waiting}
        />
      ) : (
        waiting
      )}
      <p className={styles.note}>{words.expressDuty}</p>
      {!below && or}
    </section>
  );
}
