import { useEffect, useRef } from "react";
import { useCart } from "../context/cart/useCart.ts";
import { scrollPageTo } from "../context/scroll.ts";
import { core } from "../core/core.ts";
import { Notice } from "../ui/Notice.tsx";
import styles from "../ui/Notices.module.css";

/** Result of the last coupon, at the top of the page. The page scrolls there, since the shopper may have clicked far below. The live
 * region exists before its messages, so that screen readers announce them; the focus does not move. */
export function CartNotices() {
  const { notices } = useCart();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notices.length === 0 || !ref.current) return;
    const offset_px = core().widgetTimings().notice_scroll_offset_px;
    scrollPageTo(ref.current, { over_ms: core().cartTimings().coupon_scroll_ms, offset_px });
  }, [notices]);
  return (
    <div ref={ref} role="status" className={notices.length > 0 ? styles.notices : undefined}>
      {notices.map((notice) => (
        <Notice key={notice.kind + notice.text} kind={notice.kind}>
          <p>{notice.text}</p>
        </Notice>
      ))}
    </div>
  );
}
