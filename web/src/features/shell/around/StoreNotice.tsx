import { writeCookies } from "../../../context/consent/consentStore.ts";
import { useLang, useShell, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Form } from "../../../ui/Link.tsx";
import styles from "./around.module.css";
import { close, useClosed } from "./closed.ts";

/** Target of the notice's and banner's forms without scripts. */
export const CLOSE_FORM = "/avviso/";

/** The shop-wide notice at the top of every page until it is closed. */
export function StoreNotice() {
  const { notice, path } = useShell();
  const words = useWords();
  const lang = useLang();
  const closed = useClosed(notice?.dismissed.name ?? "");
  if (!notice || closed) return null;
  return (
    <aside className={styles.notice} aria-label={words.storeNotice} data-notice-id={notice.id}>
      <p>{notice.text}</p>
      <Form
        method="post"
        action={CLOSE_FORM}
        onSubmit={(event) => {
          event.preventDefault();
          writeCookies([notice.dismissed]);
          close(notice.dismissed.name);
        }}
      >
        <input type="hidden" name="back" value={path} />
        <button type="submit" name="close" value="notice">
          <Icon name="close" size={20} />
          <span className="visuallyHidden">{core().messageText("widget_notice_dismiss", {}, lang)}</span>
        </button>
      </Form>
    </aside>
  );
}
