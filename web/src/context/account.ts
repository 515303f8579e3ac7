// The signed-in account as far as pages know it. Guests share cached pages, so the server sets a cookie that scripts can read.

/** Returns an opaque mark of the signed-in account, which differs between accounts; empty for a guest. */
export const accountMark = (): string => /(?:^|; )bottega_account=(\w+)/.exec(document.cookie)?.[1] ?? "";

export const isLoggedIn = (): boolean => accountMark() !== "";
