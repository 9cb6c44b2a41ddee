import { Problem } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'

/** The number of projects that a refusal names. */
export const MOST_ELSEWHERE = 3

/** NOT_FOUND for what only these other projects have, with the call that makes one of them the project of the next calls. */
export function elsewhere(what: string, slugs: readonly string[]): Problem {
  const [first = '', ...others] = slugs.slice(0, MOST_ELSEWHERE).map((one) => slug(one))
  return new Problem(
    'NOT_FOUND',
    `This project has no such ${what}, but ${[first, ...others].join(', ')} ${others.length > 0 ? 'have' : 'has'} it. Call svc_switch_account with project_id ${first}, then this again; over REST, give project ${first}.`,
    { saysNextCall: true },
  )
}
