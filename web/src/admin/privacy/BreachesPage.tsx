import { useState } from "react";
import { addBreach, saveBreach } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useUpdates } from "../api/queries.ts";
import type { BreachRow } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { Area, Text, useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "../trade/ConversationPage.module.css";

/** Log of personal data breaches; entries can be added and changed, never deleted. */
export function BreachesPage() {
  const { t } = useLanguage();
  const query = apiQuery("/api/admin/personal-data/breaches");
  const { reload } = useUpdates(query);
  const [edited, setEdited] = useState<number | null>(null);
  // BreachCard by the page, as the submitted form is replaced by its breach.
  const [message, setMessage] = useState("");
  const saved = () => {
    setEdited(null);
    setMessage(t("breachSaved"));
    reload();
  };
  return (
    <DetailPage list="/dati-personali" all={t("personalData")} query={query}>
      {({ breaches, now }) => (
        <>
          <Heading title={t("breaches")}>{t("breaches")}</Heading>
          <p className={ui.small}>{t("breachesIntro")}</p>
          <Outcome success={message} />
          {breaches.length === 0 && <p className={ui.empty}>{t("noBreaches")}</p>}
          {breaches.map((one) =>
            edited === one.id ? (
              <Editor key={`${one.id} ${one.version}`} breach={one} now={now} done={saved} />
            ) : (
              <BreachCard
                key={one.id}
                breach={one}
                edit={() => {
                  setEdited(one.id);
                  setMessage("");
                }}
              />
            ),
          )}
          <Editor key={`new ${breaches.length}`} breach={null} now={now} done={saved} />
        </>
      )}
    </DetailPage>
  );
}

function BreachCard({ breach, edit }: { breach: BreachRow; edit: () => void }) {
  const { t, named, format } = useLanguage();
  const { fields } = breach;
  const title = t("breachOf", { moment: format.moment(breach.known_at) });
  const formatMoment = (at: number | null | undefined) => (at ? format.moment(at) : "–");
  return (
    <Card id={`violazione-${breach.id}`} title={title}>
      <p>
        <strong>{named("breachNotice", breach.notice)}</strong> · {t("breachNotifyBy")}{" "}
        {format.moment(breach.notify_by)}
      </p>
      <dl>
        <Fact name={t("breachFacts")}>{fields.facts}</Fact>
        <Fact name={t("breachPeople")}>{fields.people}</Fact>
        <Fact name={t("breachEffects")}>{fields.effects}</Fact>
        <Fact name={t("breachMeasures")}>{fields.measures}</Fact>
        <Fact name={t("breachAuthority")}>{formatMoment(breach.authority_notified_at)}</Fact>
        <Fact name={t("breachPersons")}>{formatMoment(breach.people_notified_at)}</Fact>
        <Fact name={t("breachAuthor")}>{breach.author}</Fact>
      </dl>
      <div className={ui.buttons}>
        <button type="button" className={ui.button} onClick={edit}>
          {t("breachChange")}
          <span className="visuallyHidden"> {title}</span>
        </button>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className={ui.small}>{name}</dt>
      <dd className={styles.body}>{children}</dd>
    </>
  );
}

function Editor({ breach, now, done }: { breach: BreachRow | null; now: string; done: () => void }) {
  const { t, format } = useLanguage();
  const empty = {
    facts: "",
    people: "",
    effects: "",
    measures: "",
    authority_notified: "",
    people_notified: "",
  };
  const form = useForm({ ...(breach?.fields ?? { known: now, ...empty }) });
  const send = () =>
    form.send(async () => {
      const text = (name: string) => String(form.values[name] ?? "");
      const fields = {
        known: text("known"),
        facts: text("facts"),
        people: text("people"),
        effects: text("effects"),
        measures: text("measures"),
        authority_notified: text("authority_notified"),
        people_notified: text("people_notified"),
      };
      await (breach ? saveBreach(breach.id, breach.version, fields) : addBreach(fields));
      done();
      return "";
    });
  const title = breach ? t("breachOf", { moment: format.moment(breach.known_at) }) : t("newBreach");
  return (
    <Card id={breach ? `violazione-${breach.id}` : "nuova-violazione"} title={title}>
      <SendForm form={form} label={title} send={() => void send()}>
        <Text form={form} name="known" label={t("breachKnown")} type="datetime-local" />
        <Area form={form} name="facts" label={t("breachFacts")} rows={3} />
        <Area form={form} name="people" label={t("breachPeople")} rows={3} hint={t("breachPeopleHint")} />
        <Area form={form} name="effects" label={t("breachEffects")} rows={3} />
        <Area
          form={form}
          name="measures"
          label={t("breachMeasures")}
          rows={3}
          hint={t("breachMeasuresHint")}
        />
        <Text
          form={form}
          name="authority_notified"
          label={t("breachAuthority")}
          type="datetime-local"
          hint={t("breachNotYet")}
        />
        <Text
          form={form}
          name="people_notified"
          label={t("breachPersons")}
          type="datetime-local"
          hint={t("breachNotYet")}
        />
        <Outcome error={form.apiError} />
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {t("save")}
          </button>
        </div>
      </SendForm>
    </Card>
  );
}
