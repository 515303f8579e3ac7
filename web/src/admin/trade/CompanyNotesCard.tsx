import { addCompanyNote } from "../api/calls.ts";
import { Card } from "../components/Card.tsx";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import type { CompanyProps } from "./CompanyPage.tsx";

/** Internal notes about a company by staff and by the shop itself; customers do not see them. */
export function CompanyNotesCard({ company, replace }: CompanyProps) {
  const { t, format } = useLanguage();
  const form = useForm({ text: "" });
  const add = () =>
    form.send(async () => {
      replace(await addCompanyNote(company.id, String(form.values.text)));
      form.fill({ text: "" });
      return t("saved");
    });
  return (
    <Card id="notes" title={t("companyNotes")}>
      <ul>
        {company.notes.map((note) => (
          <li key={`${note.at} ${note.text}`}>
            {note.text}{" "}
            <span className={ui.small}>
              {note.author && `${note.author}, `}
              {format.moment(note.at)}
            </span>
          </li>
        ))}
      </ul>
      <SendForm form={form} label={t("companyNotes")} send={add}>
        <Area form={form} name="text" label={t("newNote")} rows={2} />
        <div>
          <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
            {t("add")}
          </button>
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}
