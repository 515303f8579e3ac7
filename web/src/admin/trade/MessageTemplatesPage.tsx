import { useState } from "react";
import { addTemplate, deleteTemplate, saveTemplate } from "../api/calls.ts";
import { question } from "../api/client.ts";
import type { TemplateRow } from "../api/types.ts";
import { Ask } from "../components/Ask.tsx";
import { Card } from "../components/Card.tsx";
import { Area, Text, useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Heading, Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";
import { useData } from "../context/useData.ts";
import styles from "./ConversationPage.module.css";

/** Answers that are kept ready: written, changed, deleted. */
export function MessageTemplatesPage() {
  const { t } = useLanguage();
  const loaded = useData(question("/api/admin/message-templates"));
  const [edited, setEdited] = useState<number | null>(null);
  // Said by the page: the form that was sent makes room for its template.
  const [said, setSaid] = useState("");
  const edit = (id: number) => {
    setEdited(id);
    setSaid("");
  };
  const deleted = () => {
    setSaid("");
    loaded.reload();
  };
  const saved = () => {
    setEdited(null);
    setSaid(t("templateSaved"));
    loaded.reload();
  };
  return (
    <DetailPage list="/conversazioni" all={t("conversations")} of={loaded}>
      {({ templates }) => (
        <>
          <Heading title={t("messageTemplates")}>{t("messageTemplates")}</Heading>
          <Outcome success={said} />
          {templates.length === 0 && <p className={ui.empty}>{t("noTemplates")}</p>}
          {templates.map((one) =>
            edited === one.id ? (
              <Editor key={`${one.id} ${one.version}`} template={one} done={saved} />
            ) : (
              <Shown key={one.id} template={one} edit={() => edit(one.id)} deleted={deleted} />
            ),
          )}
          <Editor key={`new ${templates.length}`} template={null} done={saved} />
        </>
      )}
    </DetailPage>
  );
}

interface ShownProps {
  template: TemplateRow;
  edit: () => void;
  deleted: () => void;
}

function Shown({ template, edit, deleted }: ShownProps) {
  const { t } = useLanguage();
  const { busy, refused, act } = useAct();
  const [asking, setAsking] = useState(false);
  const remove = () =>
    act(async () => {
      await deleteTemplate(template.id);
      deleted();
      return "";
    });
  return (
    <Card id={`modello-${template.id}`} title={template.name}>
      <p className={styles.body}>{template.body}</p>
      <div className={ui.buttons}>
        <button type="button" className={ui.button} onClick={edit}>
          {t("templateEdit")}
          <span className="visuallyHidden"> {template.name}</span>
        </button>
        <button type="button" className={ui.button} onClick={() => setAsking(true)}>
          {t("templateDelete")}
          <span className="visuallyHidden"> {template.name}</span>
        </button>
      </div>
      <Outcome error={refused} />
      {asking && (
        <Ask
          title={t("templateDelete")}
          act={t("templateDelete")}
          busy={busy}
          confirm={() => void remove()}
          cancel={() => setAsking(false)}
        >
          <p>{t("templateDeleteSure", { name: template.name })}</p>
        </Ask>
      )}
    </Card>
  );
}

function Editor({ template, done }: { template: TemplateRow | null; done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({ name: template?.name ?? "", body: template?.body ?? "" });
  const send = () =>
    form.send(async () => {
      const fields = { name: String(form.values.name), body: String(form.values.body) };
      await (template ? saveTemplate(template.id, template.version, fields) : addTemplate(fields));
      done();
      return "";
    });
  const title = template ? template.name : t("newTemplate");
  return (
    <Card id={template ? `modello-${template.id}` : "nuovo-modello"} title={title}>
      <SendForm form={form} label={title} send={() => void send()}>
        <Text form={form} name="name" label={t("templateName")} />
        <Area form={form} name="body" label={t("templateBody")} rows={6} hint={t("templateBodyHint")} />
        <Outcome error={form.refused} />
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
