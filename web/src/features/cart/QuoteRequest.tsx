import { type FormEvent, useEffect, useRef, useState } from "react";
import forms from "../../components/form.module.css";
import { valuesOf } from "../../components/formValues.ts";
import { go } from "../../context/go.ts";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { FieldError, QuoteButton, QuoteRequestView } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Link.tsx";
import styles from "./QuoteRequest.module.css";

interface QuoteRequestProps {
  view: QuoteRequestView;
  /** Nonce of the cart's forms, for submission without scripts. */
  nonce: string;
}

type FormError = Pick<QuoteRequestView["errors"][number], "field" | "text">;

/** Requests a quote for the cart: the first press shows the fields and loads rules and calls, the next one sends them. */
export function QuoteRequest({ view, nonce }: QuoteRequestProps) {
  const words = useWords();
  const lang = useLang();
  const [state, setState] = useState<QuoteButton>(view.open ? "open" : "closed");
  const [errors, setErrors] = useState<FormError[]>(view.errors);
  const [received, setReceived] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const isOpen = state !== "closed";

  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
  }, [isOpen]);

  const sentence = ({ field, code, params }: FieldError) => ({
    field,
    text: core().messageText(code, params, lang),
  });
  const failed = () =>
    setErrors([
      sentence({ field: "", code: navigator.onLine ? "request_failed" : "request_offline", params: {} }),
    ]);

  const press = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = valuesOf(event.currentTarget);
    const sent = { message: typed("quote_message"), name: typed("quote_name"), email: typed("quote_email") };
    const loading = Promise.all([import("../../api/conversations.ts"), loadRules("account")]);
    const [calls] = await loading.catch(() => [null]);
    if (!calls) {
      failed();
      return;
    }
    const click = core().quoteClick(state, { ...view.form, ...sent });
    setState(click.button);
    setErrors((click.errors as FieldError[]).map(sentence));
    if (state === "sending" || click.button !== "sending") return;
    try {
      const title = core().messageText("trade_quote_title", {}, lang);
      const address = await calls.requestQuote(view.token, { ...sent, title });
      if (click.after === "go_to_conversation") {
        go(address);
        return;
      }
      setReceived(core().messageText("trade_quote_received", {}, lang));
      setState("closed");
      go("/cart/");
    } catch (reason) {
      if (reason instanceof calls.ConversationError) setErrors(reason.errors.map(sentence));
      else failed();
      setState("open");
    }
  };
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.text;
  const text = (name: "name" | "email", label: string, complete: string) => (
    <Field id={`quote_${name}`} label={label} required error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          name={`quote_${name}`}
          type={name === "email" ? "email" : "text"}
          autoComplete={complete}
          defaultValue={view.form[name]}
        />
      )}
    </Field>
  );
  return (
    <Form
      ref={form}
      id="preventivo"
      className={`${forms.form} ${styles.quote}`}
      method="post"
      action="/cart/"
      noValidate
      onSubmit={(event) => void press(event)}
    >
      <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
      <div role="alert">
        {errors.map((error) => (
          <p key={error.text} className={forms.error}>
            {error.text}
          </p>
        ))}
      </div>
      <div role="status">{received && <p className={styles.received}>{received}</p>}</div>
      {isOpen && (
        <>
          <Field id="quote_message" label={words.quoteMessage} required={false} error={errorOf("message")}>
            {(control) => (
              <textarea {...control} name="quote_message" rows={4} defaultValue={view.form.message} />
            )}
          </Field>
          {!view.form.known_sender && (
            <>
              {text("name", words.quoteName, "name")}
              {text("email", words.quoteEmail, "email")}
            </>
          )}
        </>
      )}
      <button
        type="submit"
        name="request_quote"
        value={isOpen ? "send" : "open"}
        className={`${button.button} ${button.quiet} ${button.wide}`}
        aria-disabled={state === "sending" || undefined}
      >
        {isOpen ? view.send_label : view.request_label}
      </button>
    </Form>
  );
}
