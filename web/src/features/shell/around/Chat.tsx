import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { useLang, useShell, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import { loadVisit } from "../../../core/load.ts";
import type { ChatView } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Form, Link } from "../../../ui/Link.tsx";
import styles from "./Chat.module.css";

type Rules = Awaited<ReturnType<typeof loadVisit>>;

/**
 * A button that leads to the shop's number at a messaging service. On a phone it opens the service's app; elsewhere it opens a
 * panel, whose text is passed to the service's website in a new tab. Without scripts it is a link.
 */
export function Chat() {
  const { chat } = useShell();
  return chat && <Box chat={chat} />;
}

function Box({ chat }: { chat: ChatView }) {
  const words = useWords();
  const lang = useLang();
  const [rules, setRules] = useState<Rules | null>(null);
  const [open, setOpen] = useState(false);
  const [error, setError] = useState("");
  const toggle = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const message = (code: string) => core().messageText(code, {}, lang);
  const close = useCallback(() => {
    setOpen(false);
    setError("");
    toggle.current?.focus();
  }, []);
  useEffect(() => {
    loadVisit().then(setRules, () => {});
  }, []);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => field.current?.focus(), core().widgetTimings().chat_focus_after_ms);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) close();
    };
    document.addEventListener("keydown", key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", key);
    };
  }, [open, close]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = rules?.chatAddress(chat.settings, field.current?.value ?? "", false);
    if (!address) {
      setError(message("widget_chat_message_required"));
      field.current?.focus();
      return;
    }
    window.open(address, "_blank", "noopener");
    close();
  };
  // On a phone the link opens the app; until the device type is known, it is a plain link everywhere.
  const toggles = rules !== null && rules.deviceType(navigator.userAgent) !== "Mobile";
  const content = (
    <>
      <Icon name={open ? "close" : "mail"} size={24} />
      <span className="visuallyHidden">{message(open ? "widget_chat_close" : "widget_chat_open")}</span>
    </>
  );
  return (
    <aside className={styles.chat} aria-label={words.chatTitle}>
      {open && (
        <section id="chat" className={styles.panel} aria-labelledby="chat-titolo">
          <h2 id="chat-titolo">{words.chatTitle}</h2>
          <Form onSubmit={send}>
            <Field
              id="chat-testo"
              label={message("widget_chat_message")}
              hint={words.newTabHint}
              error={error}
            >
              {(control) => <textarea {...control} ref={field} rows={3} onChange={() => setError("")} />}
            </Field>
            <button type="submit" className={button.button}>
              {message("widget_chat_send")}
            </button>
          </Form>
        </section>
      )}
      {toggles ? (
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={open ? "chat" : undefined}
          onClick={() => (open ? close() : setOpen(true))}
        >
          {content}
        </button>
      ) : (
        <Link className={styles.toggle} href={chat.app_address} target="_blank" rel="noopener noreferrer">
          {content}
          <span className="visuallyHidden"> ({words.newTabHint})</span>
        </Link>
      )}
    </aside>
  );
}
