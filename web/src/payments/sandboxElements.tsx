// The sandbox provider: its fields and its calls live in frames of its own origin.

import { useEffect, useRef, useState } from "react";
import { useLang } from "../context/PageContext.tsx";
import type { Lang } from "../core/types.ts";
import { showChallenge } from "./challenge.ts";
import { type Channel, channelWord, frameAddress, openChannel } from "./channel.ts";
import {
  type ConfirmedIntent,
  type FieldsProps,
  failure,
  type Outcome,
  type Provider,
  type ProviderSettings,
} from "./elements.ts";
import styles from "./payments.module.css";
import { SandboxWallet } from "./SandboxWallet.tsx";

/** A frame that has not answered by then could not be loaded. */
const LOAD_LIMIT_MS = 15_000;
/** How often the intent is read while its page is open. The page tells when it has ended; a bank's may forget to. */
const POLL_MS = 1500;

interface Answer {
  error?: Record<string, string>;
  paymentMethod?: { id: string };
  confirmationToken?: { id: string };
  intent?: SandboxIntent;
}

interface SandboxIntent {
  id: string;
  status: string;
  payment_method: string;
  next_action: ({ type: string } & Record<string, unknown>) | null;
  error: Record<string, string> | null;
}

/** The page on which an intent is confirmed, whatever its kind of action calls it; empty: none. */
function challengeAddress({ next_action: action }: SandboxIntent): string {
  const detail = (action?.[action.type] ?? {}) as Record<string, unknown>;
  const found = ["url", "stripe_js", "hosted_voucher_url", "hosted_instructions_url"].map(
    (name) => detail[name],
  );
  return found.find((one): one is string => typeof one === "string") ?? "";
}

/** A provider whose calls go through a frame that nobody sees, made with the first of them. */
export function sandboxProvider(settings: ProviderSettings, origin: string, lang: Lang): Provider {
  let control: Promise<Channel> | undefined;
  const ask = async (command: string, data: object): Promise<Answer> => {
    control ??= hiddenFrame(origin, settings.key, lang);
    return (await (await control).ask(command, data)) as Answer;
  };

  const confirm = async (
    setup: boolean,
    clientSecret: string,
    kind: "bank" | "voucher" | "wallet" = "bank",
  ): Promise<Outcome<ConfirmedIntent>> => {
    const of = { setup, clientSecret };
    let answer = await ask("retrieve", of);
    if (answer.intent?.status === "requires_confirmation") answer = await ask("confirm", of);
    const asked = answer.intent?.status === "requires_action";
    if (answer.intent && asked) {
      const url = challengeAddress(answer.intent);
      const byApp = answer.intent.next_action?.type === "blik_authorize";
      if (byApp || url.startsWith(`${origin}/`)) {
        const ended = async () => (await ask("retrieve", of)).intent?.status !== "requires_action";
        const shown = { kind: byApp ? "app" : kind, url: byApp ? "" : url } as const;
        await showChallenge({ ...shown, origin, lang, ended, pollMs: POLL_MS });
        answer = await ask("retrieve", of);
      }
    }
    const { intent, error } = answer;
    if (!intent) return { failure: failure(error ?? {}) };
    if (intent.error) return { failure: failure(intent.error) };
    // Closed before it ended, or refused on the bank's page.
    if (
      kind === "bank" &&
      asked &&
      ["requires_action", "requires_payment_method", "canceled"].includes(intent.status)
    ) {
      return { failure: failure({ code: "payment_intent_authentication_failure" }) };
    }
    return { made: { id: intent.id, status: intent.status, paymentMethod: intent.payment_method } };
  };

  return {
    renderFields: (props) => <SandboxFields {...props} origin={origin} providerKey={settings.key} />,
    renderWallet: (props) => <SandboxWallet {...props} origin={origin} providerKey={settings.key} />,
    confirmPayment: (secret) => confirm(false, secret),
    confirmSetup: (secret) => confirm(true, secret),
    confirmVoucher: (secret) => confirm(false, secret, "voucher"),
    confirmWallet: (secret, setup) => confirm(setup, secret, "wallet"),
  };
}

function hiddenFrame(origin: string, key: string, locale: Lang): Promise<Channel> {
  return new Promise((done, fail) => {
    const frame = document.createElement("iframe");
    const word = channelWord();
    frame.className = "visuallyHidden";
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    frame.src = frameAddress(origin, word);
    const limit = setTimeout(() => fail(new Error("The payment provider did not answer")), LOAD_LIMIT_MS);
    const channel = openChannel(frame, origin, word, (name) => {
      if (name !== "ready") return;
      clearTimeout(limit);
      void channel.ask("init", { key, locale }).then(() => done(channel));
    });
    document.body.append(frame);
  });
}

function SandboxFields({
  origin,
  providerKey,
  method,
  types,
  title,
  look,
  billing,
  onReady,
  onLoadError,
}: FieldsProps & { origin: string; providerKey: string }) {
  const lang = useLang();
  const frame = useRef<HTMLIFrameElement>(null);
  const channel = useRef<Channel | null>(null);
  const [word] = useState(channelWord);
  const [height, setHeight] = useState(0);
  const latest = useRef({ types, look, billing, onReady, onLoadError, lang });
  latest.current = { types, look, billing, onReady, onLoadError, lang };

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const limit = setTimeout(() => latest.current.onLoadError(), LOAD_LIMIT_MS);
    const opened = openChannel(element, origin, word, async (name, data) => {
      if (name === "height") setHeight(Number(data.height) || 0);
      if (name !== "ready") return;
      const { types, look, billing, lang } = latest.current;
      await opened.ask("init", { key: providerKey, method, types, locale: lang, appearance: look, billing });
      clearTimeout(limit);
      channel.current = opened;
      const of = async (command: string, data: object) => (await opened.ask(command, data)) as Answer;
      const made = (answer: Answer, id?: string): Outcome<string> =>
        id ? { made: id } : { failure: failure(answer.error ?? {}) };
      latest.current.onReady({
        submit: async () => {
          const { error } = await of("submit", {});
          return error ? failure(error) : null;
        },
        createPaymentMethod: async (billing) => {
          const answer = await of("createPaymentMethod", { billing });
          return made(answer, answer.paymentMethod?.id);
        },
        createConfirmationToken: async (billing) => {
          const answer = await of("createConfirmationToken", { billing });
          return made(answer, answer.confirmationToken?.id);
        },
      });
    });
    element.src = frameAddress(origin, word);
    return () => {
      clearTimeout(limit);
      opened.close();
    };
  }, [origin, providerKey, word, method]);

  useEffect(() => {
    void channel.current?.ask("update", { locale: lang, billing, appearance: look });
  }, [lang, billing, look]);

  // The height comes from the frame; until then the room that a card's fields take is kept.
  useEffect(() => {
    if (height > 0) frame.current?.style.setProperty("height", `${height}px`);
  }, [height]);

  return <iframe ref={frame} className={styles.frame} title={title} allow="payment *" />;
}
