/**
 * These tools run on Node, as the svc reporters do, so both have the same leg. For other tools,
 * this Node's version says nothing.
 */
const ON_NODE = /^(?:playwright|vitest|jest)\b/i

/** The leg of reports whose sender names none; `own` is the leg of a reporter on this machine. */
export const legOf = (runner: string, own: string): string =>
  ON_NODE.test(runner) ? own : `${process.platform}-${process.arch}`
