import { useShell } from "../../context/PageContext.tsx";

/** What every form of consent says of the page that it is on: where it leads back, and under which policy it was shown. */
export function ConsentPlace() {
  const { consent, path } = useShell();
  return (
    <>
      <input type="hidden" name="back" value={path} />
      {consent && <input type="hidden" name="policy_id" value={consent.settings.policy_id} />}
    </>
  );
}
