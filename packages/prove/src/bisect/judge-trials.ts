import { errorLine } from '@svc/protocol'
import { makeComparison } from '../comparison.ts'
import type { FailedTest } from '../failed-test.ts'
import type { Ran } from '../runners/run-file.ts'

/** How one trial ended. */
export type Trial = { kind: 'failed' | 'passed' } | { kind: 'void'; reason: string }

/**
 * Returns a judge of trials. Without a test, the first failure decides which test it is about; a command whose reporter sends
 * nothing is judged by its exit code, as git bisect run does: 125 and what a shell or a signal causes say nothing.
 */
export const judgeTrials = (given?: FailedTest) => {
  let test = given
  const compare = makeComparison()
  const judge = (ran: Ran): Trial => {
    if (test) return compare(test, 'here', ran)
    if (ran.kind === 'void') return ofCode(ran)
    const { tests, errors } = ran.outcomes
    const failed = tests.find(({ result }) => result === 'failed')
    if (failed) {
      const { file, titles, variant, message } = failed
      test = { file, titles, variant, message }
      return { kind: 'failed' }
    }
    if (errors[0])
      return { kind: 'void', reason: `a failure outside of any test: ${errorLine(errors[0].message)}` }
    return tests.some(({ result }) => result !== 'skipped')
      ? { kind: 'passed' }
      : { kind: 'void', reason: 'no test ran' }
  }
  return { judge, test: () => test }
}

const SKIP = 125

const ofCode = ({ code, reason }: Extract<Ran, { kind: 'void' }>): Trial => {
  if (code === 0) return { kind: 'passed' }
  if (code === undefined) return { kind: 'void', reason }
  return code < 0 || code >= SKIP
    ? { kind: 'void', reason: `the command ended with ${code}` }
    : { kind: 'failed' }
}
