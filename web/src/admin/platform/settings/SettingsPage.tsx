import { useState } from "react";
import { Link, useParams } from "react-router";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Heading } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { ChangesList } from "./ChangesList.tsx";
import { ConsentServicesForm } from "./ConsentServicesForm.tsx";
import { PaymentSetup } from "./PaymentSetup.tsx";
import { PaymentsForm } from "./PaymentsForm.tsx";
import { SectionForm } from "./SectionForm.tsx";
import { ShippingForm } from "./ShippingForm.tsx";
import { ROOT, SECTIONS } from "./sections.ts";
import { TaxesForm } from "./TaxesForm.tsx";
import { ThemeForm } from "./ThemeForm.tsx";

/** Settings page with one section at a time, each at its own path. */
export function SettingsPage() {
  const { section: path } = useParams();
  const { t, named } = useLanguage();
  const section = SECTIONS.find((one) => one.path === path)?.name ?? "shop";
  const title = named("section", section);
  return (
    <>
      <Heading title={`${title} · ${t("settings")}`}>{t("settings")}</Heading>
      <Tabs label={t("settingSections")} current={section}>
        {SECTIONS.map((one) => (
          <li key={one.name}>
            <Link to={`${ROOT}/${one.path}`} aria-current={one.name === section ? "page" : undefined}>
              {named("section", one.name)}
            </Link>
          </li>
        ))}
      </Tabs>
      <Section key={section} name={section} />
    </>
  );
}

function Section({ name }: { name: (typeof SECTIONS)[number]["name"] }) {
  if (name === "theme") return <ThemeForm />;
  if (name === "shipping") return <ShippingForm />;
  if (name === "payments") return <Payments />;
  if (name === "changes") return <ChangesList />;
  if (name === "taxes") {
    return (
      <>
        <SectionForm name="taxes" />
        <TaxesForm />
      </>
    );
  }
  if (name === "consent") {
    return (
      <>
        <SectionForm name="consent" />
        <ConsentServicesForm />
      </>
    );
  }
  return <SectionForm name={name} />;
}

function Payments() {
  const [provider, setProvider] = useState<boolean | null>(null);
  return (
    <>
      <PaymentSetup found={setProvider} />
      <PaymentsForm provider={provider} />
      <SectionForm name="payments" />
    </>
  );
}
