import { type FormEvent, useState } from "react";
import { dismissBanner } from "../../../api/banner.ts";
import { useLang, useShell, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { FootBannerView } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Form } from "../../../ui/Link.tsx";
import styles from "./around.module.css";
import { close, useClosed } from "./closed.ts";
import { CLOSE_FORM } from "./StoreNotice.tsx";

/** The "coming soon" banner at the foot of every page; it disappears once the shop has recorded that it was closed. */
export function FootBanner() {
  const { foot_banner: banner } = useShell();
  const closed = useClosed(banner?.field ?? "");
  return banner && !closed ? <Banner banner={banner} /> : null;
}

function Banner({ banner }: { banner: FootBannerView }) {
  const { path } = useShell();
  const words = useWords();
  const lang = useLang();
  const [sending, setSending] = useState(false);
  const dismiss = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const form = event.currentTarget;
    dismissBanner(banner).then(
      () => close(banner.field, "piede"),
      // If the call fails, the plain form is submitted.
      () => form.submit(),
    );
  };
  return (
    <aside className={styles.banner} aria-label={words.comingSoon}>
      <p>{banner.text}</p>
      <Form method="post" action={CLOSE_FORM} onSubmit={dismiss}>
        <input type="hidden" name="close" value="banner" />
        <input type="hidden" name="back" value={path} />
        <button
          type="submit"
          aria-disabled={sending || undefined}
          data-rest-url={banner.rest_url}
          data-rest-nonce={banner.rest_nonce}
        >
          <Icon name="close" size={20} />
          <span className="visuallyHidden">{core().messageText("widget_banner_dismiss", {}, lang)}</span>
        </button>
      </Form>
    </aside>
  );
}
