/** What a comparison may be failed for; the first is the default everywhere. */
export const FAIL_ON = ['regressions', 'failures', 'new-failures', 'never'] as const

export type FailOn = (typeof FAIL_ON)[number]

/** What the gate looks at, of the report of an execution. */
export interface Gated {
  hasBase: boolean
  totals: Record<
    'regressions' | 'mine' | 'unknown' | 'newFailures' | 'failuresNotCompared' | 'errors',
    number
  >
  execution: { state: string; counts: Record<'failed' | 'errors', number> }
}

/** Why a report fails by `failOn`, in words; empty where it does not. */
export const gate = (report: Gated, failOn: FailOn): string[] => RULES[failOn](report)

const RULES: Record<FailOn, (report: Gated) => string[]> = {
  /** What this change broke, as far as is known: tests, new ones that fail, and what fails outside tests. */
  regressions: ({ totals: { mine, unknown, errors }, hasBase }) =>
    said(hasBase ? mine + unknown + errors : 0, 'failure', ' by this change, or perhaps by it'),
  /** Whatever fails and did not on the base, known flakes too; where there is nothing to compare with, all that fails. */
  'new-failures': (report) => said(countNewFailures(report), 'new failure'),
  failures: ({ execution: { counts, state } }) => {
    const failures = said(counts.failed + counts.errors, 'failure')
    return failures.length === 0 && state === 'failed' ? ['the run failed, though no test did'] : failures
  },
  never: () => [],
}

/** How many failures the base does not have; without a base all. */
export const countNewFailures = ({ totals, hasBase, execution: { counts } }: Gated): number =>
  hasBase
    ? totals.regressions + totals.newFailures + totals.failuresNotCompared + totals.errors
    : counts.failed + counts.errors

const said = (count: number, what: string, more = ''): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}${more}`]
