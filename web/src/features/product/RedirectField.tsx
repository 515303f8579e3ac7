/** Where a form of the quick view leads when it is sent without scripts. */
export function RedirectField({ redirect }: { redirect: string | undefined }) {
  return redirect ? <input type="hidden" name="woosq-redirect" value={redirect} /> : null;
}
