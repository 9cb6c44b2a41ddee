import { type Words, worded } from '../../ground/kernel/next-step.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'

/** The number of projects that a refusal names. */
export const MOST_ELSEWHERE = 3

/** NOT_FOUND for what only these other projects have, with the call that makes one of them the project of the next calls. */
export function elsewhere(what: string, slugs: readonly string[]): Problem {
  const [first = '', ...others] = slugs.slice(0, MOST_ELSEWHERE).map((one) => slug(one))
  return new Problem(
    'NOT_FOUND',
    worded`This project has no such ${what}, but ${[first, ...others].join(', ')} ${others.length > 0 ? 'have' : 'has'} it. ${askThere(first)}.`,
    { saysNextCall: true },
  )
}

/** How a caller asks about another project. */
const askThere =
  (project: string): Words =>
  (door) =>
    ({
      mcp: `Call svc_switch_account with project_id ${project}, then this again`,
      cli: `Give --project ${project}`,
      rest: `Give project ${project}`,
    })[door]
