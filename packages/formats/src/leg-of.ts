/** These run on Node, as their reporters do: both then have the same leg. Of others this Node says nothing. */
const ON_NODE = /^(?:playwright|vitest|jest)\b/i

/** The leg of reports whose sender names none; `own` is what a reporter on this machine would say. */
export const legOf = (runner: string, own: string): string =>
  ON_NODE.test(runner) ? own : `${process.platform}-${process.arch}`
