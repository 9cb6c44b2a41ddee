import { mostSimilar } from './similarity.ts'

/** What a caller can name executions by, beside ids and addresses. */
export interface Named {
  pr?: number | undefined
  commit?: string | undefined
  suite?: string | undefined
  branch?: string | undefined
}

interface Execution {
  branch: string | null
  suite: string
  pullRequest: number | null
  headSha: string | null
  testedSha: string | null
}

const MOST_SHOWN = 5

/** The arguments, each with its word. */
export const NAMED = { pr: 'pull request', commit: 'commit', suite: 'suite', branch: 'branch' } as const

/** True if the execution has the name that the caller gave. */
export const isNamed = (by: keyof Named, given: string | number, one: Execution): boolean =>
  by === 'commit'
    ? [one.headSha, one.testedSha].some((sha) => sha?.startsWith(String(given).toLowerCase()))
    : one[by === 'pr' ? 'pullRequest' : by] === given

/**
 * At most 5 names of these executions, in their order: the most similar suites and branches, and the first pull requests
 * and commits, whose digits say nothing about what was meant. A short name shares no part with its own typing error.
 */
export function existingNames(
  by: keyof Named,
  given: string | number,
  executions: readonly Execution[],
): string[] {
  const all = [...new Set(executions.map((one) => nameOf(by, one)).filter((name) => name !== null))]
  if (by === 'pr' || by === 'commit') return all.slice(0, MOST_SHOWN)
  const best = new Set(mostSimilar(String(given), all, (name) => name, MOST_SHOWN))
  return all.filter((name) => best.has(name))
}

const nameOf = (by: keyof Named, one: Execution): string | null => {
  if (by === 'commit') return (one.headSha ?? one.testedSha)?.slice(0, 10) ?? null
  return by === 'pr' ? (one.pullRequest?.toString() ?? null) : one[by]
}
