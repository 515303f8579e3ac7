import { useWords } from "../../context/PageContext.tsx";
import type { Address, CompanyDelivery } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import styles from "./DeliveryChoices.module.css";

interface DeliveryChoicesProps {
  choices: CompanyDelivery[];
  /** Fills in the delivery address of the form. */
  choose: (address: Address) => void;
}

/** The delivery addresses of the buyer's company. Without scripts each one reloads the page with the address filled in. */
export function DeliveryChoices({ choices, choose }: DeliveryChoicesProps) {
  const words = useWords("checkout");
  if (choices.length === 0) return null;
  return (
    <details className={styles.choices}>
      <summary>{words.companyDelivery}</summary>
      <ul>
        {choices.map((choice) => (
          <li key={choice.path}>
            <span>{choice.label}</span>
            <Link
              className={button.text}
              href={choice.path}
              aria-label={words.deliverToNamed(choice.label)}
              onClick={(event) => {
                event.preventDefault();
                choose(choice.address);
              }}
            >
              {words.deliverHere}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
