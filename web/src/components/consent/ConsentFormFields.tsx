import { useShell } from "../../context/PageContext.tsx";

/** Hidden fields of every consent form: the page to return to, and the policy that was in force. */
export function ConsentFormFields() {
  const { consent, path } = useShell();
  return (
    <>
      <input type="hidden" name="back" value={path} />
      {consent && <input type="hidden" name="policy_id" value={consent.settings.policy_id} />}
    </>
  );
}
