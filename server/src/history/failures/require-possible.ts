import type { failureOperations } from '@svc/schema'
import type { z } from 'zod'
import { Problem } from '../../ground/kernel/problem.ts'

type Sent = z.output<typeof failureOperations.recordCulprit.input>

/** As many commits of a range are sent. */
const MOST_SENT = 20

/** Throws if no search can end in this way. */
export function requirePossible(sent: Sent): void {
  const [wrong] = RULES.filter(({ holds }) => !holds(sent))
  if (wrong) throw new Problem('INVALID_REQUEST', wrong.message)
}

const RULES: { holds(sent: Sent): boolean; message: string }[] = [
  {
    holds: ({ commits }) => new Set(commits.map(({ sha }) => sha)).size === commits.length,
    message: 'commits must name each commit once.',
  },
  {
    holds: ({ commits, good }) => commits.every(({ sha }) => sha !== good),
    message: 'commits must not contain good: the test passed there, so it cannot be the culprit.',
  },
  {
    holds: ({ commits, commitCount }) => commits.length === Math.min(commitCount, MOST_SENT),
    message: `commits must have all commits of the range, or the newest ${MOST_SENT}; commitCount is their number.`,
  },
  {
    holds: ({ commitCount, searched }) => commitCount <= searched,
    message: 'commitCount must be at most searched: the range is a part of the searched commits.',
  },
  {
    // Neither end can be skipped.
    holds: ({ skipped, searched }) => skipped < searched,
    message: 'skipped must be less than searched: the bad end of a search can be run.',
  },
  {
    holds: ({ before }) => before.passed > 0,
    message: 'before.passed must be at least 1: a search begins where the test passes.',
  },
  {
    holds: ({ after }) => after.failed > 0,
    message: 'after.failed must be at least 1: a search ends where the test fails.',
  },
]
