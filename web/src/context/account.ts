// Who is logged in, as far as pages know: the server says so by a cookie that scripts may read, as pages of guests are shared.

/** A mark of the account that is logged in, which is another's for another account and tells nothing of it; empty: nobody is. */
export const accountMark = (): string => /(?:^|; )bottega_account=(\w+)/.exec(document.cookie)?.[1] ?? "";

/** Whether somebody is logged in. */
export const loggedIn = (): boolean => accountMark() !== "";
