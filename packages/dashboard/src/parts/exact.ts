/** For links that are current only at their whole address: by default a router's link is so below it, too. */
export const EXACT = { exact: true } as const
