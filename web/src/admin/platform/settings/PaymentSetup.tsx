import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Notice } from "../../../ui/Notice.tsx";
import { isRemedy, type Remedy, setUp } from "../../api/calls.ts";
import { type ApiError, apiQuery } from "../../api/client.ts";
import { useUpdates } from "../../api/queries.ts";
import type { PaymentSetupDetail } from "../../api/types.ts";
import ui from "../../components/ui.module.css";
import { Failure, Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { PaymentKeys } from "./PaymentKeys.tsx";
import styles from "./PaymentSetup.module.css";

const TONES: Record<string, string> = { error: "bad", warning: "wait", note: "busy" };

interface Props {
  /** Called with whether there is a provider, when that is known and whenever the keys change it. */
  found: (provider: boolean) => void;
}

/** Checks of the payment provider's set-up, with buttons that repair it, and its keys. */
export function PaymentSetup({ found }: Props) {
  const { t } = useLanguage();
  const query = apiQuery("/api/admin/payment-setup");
  const { data, error, isFetching } = useQuery(query);
  const { reload, replace } = useUpdates(query);
  const provider = data?.provider;
  useEffect(() => {
    if (provider) found(provider !== "none");
  }, [provider, found]);
  return (
    <section className={ui.card} aria-labelledby="payment-setup">
      <div className={styles.head}>
        <h2 id="payment-setup">{t("setupTitle")}</h2>
        {data && data.provider !== "none" && <Mode setup={data} />}
        <button type="button" className={ui.button} aria-disabled={isFetching || undefined} onClick={reload}>
          {t("setupAgain")}
        </button>
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("setupChecking")}</p>}
      {data && (
        <>
          <Findings setup={data} replace={replace} />
          {data.provider === "stripe" && <Facts setup={data} />}
          <ProviderErrors setup={data} />
          <PaymentKeys keys={data.keys} replace={replace} />
        </>
      )}
    </section>
  );
}

function Mode({ setup }: { setup: PaymentSetupDetail }) {
  const { named } = useLanguage();
  const live = setup.mode === "live";
  return (
    <span className={ui.badge} data-tone={live ? "good" : "wait"}>
      {named("setupMode", setup.mode ?? "test")}
    </span>
  );
}

interface FindingsProps {
  setup: PaymentSetupDetail;
  replace: (setup: PaymentSetupDetail) => void;
}

function Findings({ setup, replace }: FindingsProps) {
  const { t, named } = useLanguage();
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [success, setSuccess] = useState("");
  const repair = async (remedy: Remedy) => {
    if (busy) return;
    setBusy(remedy);
    setError(null);
    setSuccess("");
    try {
      replace(await setUp(remedy));
      setSuccess(t("setupDone"));
    } catch (reason) {
      setError(reason as ApiError);
    } finally {
      setBusy("");
    }
  };
  // Findings with the same remedy share one button, beside the first of them.
  const first = (remedy: string) => setup.findings.find((one) => one.remedy === remedy);
  return (
    <>
      {setup.provider !== "stripe" && (
        <Notice kind={setup.provider === "none" ? "error" : "info"}>
          <p>{t(setup.provider === "none" ? "setupNone" : "setupSandbox")}</p>
        </Notice>
      )}
      {setup.failure && (
        <Notice kind="error">
          <p>{setup.failure}</p>
        </Notice>
      )}
      {setup.provider === "stripe" && setup.findings.length === 0 && !setup.failure && (
        <Notice kind="success">
          <p>{t("setupInOrder")}</p>
        </Notice>
      )}
      {setup.findings.length > 0 && (
        <ul className={styles.findings}>
          {setup.findings.map((one) => {
            const { remedy } = one;
            return (
              <li key={one.code} data-severity={one.severity}>
                <span className={ui.badge} data-tone={TONES[one.severity]}>
                  {named("setupSeverity", one.severity)}
                </span>
                <span>{one.message}</span>
                {isRemedy(remedy) && first(remedy) === one && (
                  <button
                    type="button"
                    className={ui.button}
                    aria-disabled={busy !== "" || undefined}
                    onClick={() => void repair(remedy)}
                  >
                    {named("setupRemedy", remedy)}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Outcome error={error} success={success} />
    </>
  );
}

function Facts({ setup }: { setup: PaymentSetupDetail }) {
  const { t, format } = useLanguage();
  return (
    <dl className={styles.facts}>
      {setup.country && (
        <>
          <dt>{t("setupAccount")}</dt>
          <dd>
            {setup.country} · {setup.currency}
          </dd>
        </>
      )}
      <dt>{t("setupWebhook")}</dt>
      <dd>
        <code>{setup.webhook_url}</code>
      </dd>
      {setup.domain && (
        <>
          <dt>{t("setupDomain")}</dt>
          <dd>{setup.domain}</dd>
        </>
      )}
      <dt>{t("setupLastEvent")}</dt>
      <dd>
        {setup.last_event_at == null ? (
          t("setupNoEvent")
        ) : (
          <>
            {format.moment(setup.last_event_at)} · <code>{setup.last_event}</code>
          </>
        )}
      </dd>
    </dl>
  );
}

const OWN_WORDS = ["unavailable", "unknown", "signature", "stale", "unreadable"];

function ProviderErrors({ setup }: { setup: PaymentSetupDetail }) {
  const { t, named, format } = useLanguage();
  if (setup.provider !== "stripe" && setup.errors.length === 0) return null;
  if (setup.errors.length === 0) return <p className={ui.small}>{t("setupNoErrors")}</p>;
  return (
    <details>
      <summary>{t("setupErrors", { count: setup.errors.length })}</summary>
      <ul className={styles.errors}>
        {setup.errors.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same error may occur twice in a second
          <li key={n}>
            {format.moment(one.at)} · <code>{one.call}</code> ·{" "}
            {OWN_WORDS.includes(one.code) ? named("setupError", one.code) : <code>{one.code}</code>}
            {one.message && !OWN_WORDS.includes(one.code) && <p>{one.message}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
