import { useEffect, useRef, useState } from "react";
import { useWords } from "../../context/PageContext.tsx";
import type { ExpressSettings } from "../../core/types.ts";
import type { AreaPlace, ExpressCheckout } from "./ExpressCheckout.tsx";
import styles from "./express.module.css";
import { enabledWallets } from "./wallets.ts";

interface ExpressAreaProps {
  /** `null`: the page has no express buttons. */
  settings: ExpressSettings | null;
  place: AreaPlace;
  /** The buttons are not to be seen yet: a choice is missing. */
  hidden?: boolean;
  /** Tells of a failed payment where the page tells of others; without it, it is told below the buttons. */
  onFailure?: ((text: string) => void) | undefined;
}

/** Loading begins while the buttons are still so far below the window. */
const NEAR: IntersectionObserverInit = { rootMargin: "0px 0px 100% 0px" };

/**
 * The container of the express buttons with its separator. It keeps their room from the start; they are loaded when it comes into
 * sight and the browser has nothing else to do.
 */
export function ExpressArea({ settings, place, hidden = false, onFailure }: ExpressAreaProps) {
  const words = useWords();
  const ref = useRef<HTMLElement>(null);
  const [Loaded, setLoaded] = useState<typeof ExpressCheckout | null>(null);
  const [shown, setShown] = useState(true);
  const there = settings !== null;

  useEffect(() => {
    const area = ref.current;
    if (!there || !area || hidden) return;
    let gone = false;
    const load = () =>
      import("./ExpressCheckout.tsx")
        .then((module) => {
          if (!gone) setLoaded(() => module.ExpressCheckout);
        })
        // Without its script the page keeps its other ways to pay.
        .catch(() => setShown(false));
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run));
    const watch = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      watch.disconnect();
      idle(() => void load());
    }, NEAR);
    watch.observe(area);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, [there, hidden]);

  if (!settings) return null;
  // Below the page's own button, which what loads later must not move.
  const below = place.kind === "product" || place.kind === "cart";
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
      data-place={place.kind}
      hidden={hidden || !shown}
    >
      {below && or}
      {!below && <h2>{words.express}</h2>}
      {Loaded ? (
        <Loaded
          settings={settings}
          place={place}
          onShown={setShown}
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
