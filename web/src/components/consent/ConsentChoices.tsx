import { type FormEvent, Fragment, useEffect, useRef, useState } from "react";
import { serviceBox } from "../../context/consent/consentForm.ts";
import { partPlaceholder } from "../../context/sharedParts.ts";
import type { ConsentBanner, ConsentCategoryName } from "../../core/types.ts";
import styles from "./ConsentChoices.module.css";

type Ticks = Partial<Record<ConsentCategoryName, boolean>>;

/** Applies a category's box to the boxes of its services; returns the category's new state. */
function tickServices(event: FormEvent<HTMLFieldSetElement>): Ticks | null {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.dataset.category) return null;
  for (const service of event.currentTarget.querySelectorAll<HTMLInputElement>(
    `input[data-of="${box.dataset.category}"]`,
  )) {
    service.checked = box.checked;
  }
  return { [box.dataset.category]: box.checked };
}

/** Checkboxes for the categories and for each service. The functional category is always on. */
export function ConsentChoices({ banner }: { banner: ConsentBanner }) {
  const boxes = useRef<HTMLFieldSetElement>(null);
  /** Categories whose box the visitor has changed, which set the boxes of their services. */
  const [used, setUsed] = useState<Ticks>({});
  const chosen = JSON.stringify(
    banner.categories.map(({ allowed, services }) => [allowed, ...services.map((one) => one.allowed)]),
  );
  const before = useRef(chosen);
  // A choice made elsewhere on the page resets the boxes; until then they keep the visitor's ticks. The focus is never lost.
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    setUsed({});
    for (const box of boxes.current?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]') ?? []) {
      box.checked = box.defaultChecked;
    }
  }, [chosen]);
  const content = () => (
    <>
      <legend className="visuallyHidden">{banner.title}</legend>
      {banner.categories.map(({ category, label, allowed, services }) => (
        <Fragment key={category}>
          <label className={styles.category}>
            <input
              type="checkbox"
              name={category}
              data-category={category}
              defaultChecked={allowed}
              disabled={category === "functional"}
            />
            {label}
          </label>
          {category !== "functional" && services.length > 0 && (
            <ul className={styles.services}>
              {services.map((service) => (
                <li key={service.id}>
                  <input
                    type="hidden"
                    name="shown"
                    value={`${category}/${service.id}=${(used[category] ?? service.allowed) ? 1 : 0}`}
                  />
                  <label>
                    <input
                      type="checkbox"
                      name={serviceBox(service.id)}
                      data-of={category}
                      defaultChecked={service.allowed}
                    />
                    <span>
                      {service.name}
                      <span className={styles.purpose}>{service.purpose}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </Fragment>
      ))}
    </>
  );
  const onChange = (event: FormEvent<HTMLFieldSetElement>) => {
    const ticked = tickServices(event);
    if (ticked) setUsed((others) => ({ ...others, ...ticked }));
  };
  const fields = { ref: boxes, className: styles.choices, onChange };
  const place = partPlaceholder("consent choices", banner, content);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a placeholder written by the page renderer
  if (place) return <fieldset {...fields} dangerouslySetInnerHTML={{ __html: place }} />;
  return <fieldset {...fields}>{content()}</fieldset>;
}
