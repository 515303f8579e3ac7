/** Target page of a quick view form that is submitted without scripts. */
export function RedirectField({ redirect }: { redirect: string | undefined }) {
  return redirect ? <input type="hidden" name="woosq-redirect" value={redirect} /> : null;
}
