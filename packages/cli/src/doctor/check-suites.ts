import { sharedSuites } from '../project/shared-suites.ts'
import { shortList } from '../terminal/words.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'

/**
 * Checks whether two configs report to the same suite, in which case their runs would be compared
 * with each other.
 */
export const checkSuites = ({ setups, env }: Subject): Finding[] =>
  sharedSuites(setups, env).map(({ suite, files, reporter }) =>
    findingsOf('Suite').warning(`${shortList(files)} report to the same suite, ${suite}`, {
      reason: 'outside CI each run is an execution of its own, and svc compares executions of one suite',
      fix: 'give each config a suite of its own, or set SVC_SUITE in the script of one:',
      paste: [`['${reporter}', { suite: 'integration' }]`],
    }),
  )
