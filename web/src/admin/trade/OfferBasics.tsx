import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import fieldStyles from "../../ui/Field.module.css";
import { Field } from "../../ui/Field.tsx";
import { apiQuery } from "../api/client.ts";
import type { OfferBuyer, OfferForm } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import picker from "../components/EntryPicker.module.css";
import { Area, Check, Text } from "../components/fields.tsx";
import type { NestedForm } from "../components/nested.ts";
import ui from "../components/ui.module.css";
import { useDebounced } from "../components/useDebounced.ts";
import { useLanguage } from "../context/language.tsx";

interface BasicsProps {
  form: NestedForm<OfferForm>;
  buyer: OfferBuyer | null;
  choose: (buyer: OfferBuyer | null) => void;
}

/** Buyer, validity and texts of an offer. */
export function OfferBasics({ form, buyer, choose }: BasicsProps) {
  const { t } = useLanguage();
  return (
    <>
      <Card id="offer-basics" title={t("basics")}>
        <div className={styles.roomy}>
          <Text form={form} name="title" label={t("offerTitle")} hint={t("offerTitleHint")} />
          <Text
            form={form}
            name="last_day"
            label={t("offerLastDay")}
            hint={t("offerLastDayHint")}
            type="date"
          />
        </div>
        <div>
          <Check form={form} name="once" label={t("offerOnce")} />
        </div>
        <Area form={form} name="notes" label={t("offerNotes")} rows={3} />
      </Card>
      <Card id="offer-buyer" title={t("offerFor")}>
        <Buyer form={form} buyer={buyer} choose={choose} />
      </Card>
    </>
  );
}

/** Company of the offer, and the accounts that see it. */
function Buyer({ form, buyer, choose }: BasicsProps) {
  const { t } = useLanguage();
  const { company_id: company, customer_id: person } = form.value;
  const put = (chosen: OfferBuyer | null) => {
    choose(chosen);
    form.setValue({ ...form.value, company_id: chosen?.company_id ?? null, customer_id: null });
  };
  if (!company || buyer?.company_id !== company) {
    return <Search form={form} choose={put} />;
  }
  return (
    <div className={styles.pickers}>
      <div>
        <p className={styles.label}>{t("offerCompany")}</p>
        <p>
          {buyer.name}{" "}
          <button type="button" className={ui.plain} onClick={() => put(null)}>
            {t("changeCompany")}
          </button>
        </p>
      </div>
      <Field name="customer_id" label={t("offerPerson")} error={form.error("customer_id")}>
        {(control) => (
          <select
            {...control}
            value={person ?? ""}
            onChange={(event) =>
              form.setValue({ ...form.value, customer_id: Number(event.target.value) || null })
            }
          >
            <option value="">{t("offerEverybody")}</option>
            {buyer.people.map((one) => (
              <option key={one.customer_id} value={one.customer_id}>
                {[one.name, one.email, one.is_main ? t("offerMain") : ""].filter(Boolean).join(" · ")}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Search for a company by name or e-mail address while the user types; a company already in the form is looked up automatically. */
function Search({ form, choose }: { form: NestedForm<OfferForm>; choose: (buyer: OfferBuyer) => void }) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState("");
  const searchText = useDebounced(typed.trim());
  const found = useQuery(apiQuery("/api/admin/offer-buyers", { query: { search: searchText } }));
  return (
    <div className={picker.picker}>
      <Field name="company_id" label={t("offerCompany")} error={form.error("company_id")}>
        {(control) => (
          <input
            {...control}
            className={`${fieldStyles.control} ${ui.searchBox}`}
            type="search"
            autoComplete="off"
            placeholder={t("searchOfferCompanies")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      {found.data && found.data.length > 0 && (
        <ul className={picker.found}>
          {found.data.map((one) => (
            <li key={one.company_id}>
              <button type="button" onClick={() => choose(one)}>
                + {one.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={ui.small}>
        {found.data?.length === 0 ? t("noCompanies") : ""}
      </p>
    </div>
  );
}
