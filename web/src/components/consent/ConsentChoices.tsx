import { type FormEvent, Fragment } from "react";
import { serviceBox } from "../../context/consent/consentForm.ts";
import type { ConsentBanner } from "../../core/types.ts";
import styles from "./ConsentChoices.module.css";

/** A box of a category ticks those of its services, too. */
function tickServices(event: FormEvent<HTMLFieldSetElement>): void {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.dataset.category) return;
  for (const service of event.currentTarget.querySelectorAll<HTMLInputElement>(
    `input[data-of="${box.dataset.category}"]`,
  )) {
    service.checked = box.checked;
  }
}

/** Boxes of the categories, and of each service. Functional ones are always on. */
export function ConsentChoices({ banner }: { banner: ConsentBanner }) {
  return (
    <fieldset className={styles.choices} onChange={tickServices}>
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
                  <input type="hidden" name="shown" value={`${service.id}=${service.allowed ? 1 : 0}`} />
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
    </fieldset>
  );
}
