/**
 * For links that are current only at exactly their address: by default, a router's link is also
 * current below it.
 */
export const EXACT = { exact: true } as const
