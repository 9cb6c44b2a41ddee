/** The conditions under which a gate fails; the first is the default everywhere. */
export const FAIL_ON = ['regressions', 'failures', 'new-failures', 'never'] as const

export type FailOn = (typeof FAIL_ON)[number]

/** The fields of an execution's report that the gate reads. */
export interface Gated {
  hasBase: boolean
  totals: Record<
    'regressions' | 'mine' | 'unknown' | 'newFailures' | 'failuresNotCompared' | 'errors',
    number
  >
  execution: { state: string; counts: Record<'failed' | 'errors', number> }
}

/** Why a report fails the gate, in words; empty if it passes. */
export const gate = (report: Gated, failOn: FailOn): string[] => RULES[failOn](report)

const RULES: Record<FailOn, (report: Gated) => string[]> = {
  /** What this change broke, or possibly broke: tests, new tests that fail, and failures outside tests. */
  regressions: ({ totals: { mine, unknown, errors }, hasBase }) =>
    counted(hasBase ? mine + unknown + errors : 0, 'failure', ' caused, or possibly caused, by this change'),
  /** Every failure that the base does not have, including known flakes; without a base, every failure. */
  'new-failures': (report) => counted(countNewFailures(report), 'new failure'),
  failures: ({ execution: { counts, state } }) => {
    const failures = counted(counts.failed + counts.errors, 'failure')
    return failures.length === 0 && state === 'failed' ? ['the run failed although no test failed'] : failures
  },
  never: () => [],
}

/** Returns how many failures the base does not have; without a base, all of them. */
export const countNewFailures = ({ totals, hasBase, execution: { counts } }: Gated): number =>
  hasBase
    ? totals.regressions + totals.newFailures + totals.failuresNotCompared + totals.errors
    : counts.failed + counts.errors

const counted = (count: number, what: string, more = ''): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}${more}`]
