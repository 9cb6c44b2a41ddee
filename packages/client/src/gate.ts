/** The conditions under which a gate fails; the first is the default everywhere. */
export const FAIL_ON = ['regressions', 'failures', 'new-failures', 'never'] as const

export type FailOn = (typeof FAIL_ON)[number]

/** The fields of an execution's report that the gate reads. */
export interface Gated {
  hasBase: boolean
  totals: Record<
    | 'regressions'
    | 'mine'
    | 'unknown'
    | 'newFailures'
    | 'failuresNotCompared'
    | 'failingDifferently'
    | 'errors',
    number
  >
  /** What did not run although nobody skipped it, in words. */
  cutOff: string[]
  failures: { kind: string; titles: string[]; leg: string; because: string | null }[]
  execution: { state: string; counts: Record<'failed' | 'errors', number> }
}

/** Why a report fails the gate, in words; empty if it passes. */
export const gate = (report: Gated, failOn: FailOn): string[] => [
  ...RULES[failOn](report),
  ...(failOn === 'never' ? [] : notRun(report)),
]

const RULES: Record<FailOn, (report: Gated) => string[]> = {
  /** What this change broke, or possibly broke, and what the base does not explain; without a base, every failure. */
  regressions: (report) => {
    if (!report.hasBase) return counted(countNewFailures(report), 'failure', NO_BASE)
    const { mine, unknown, errors, failingDifferently } = report.totals
    return [
      ...counted(mine + unknown + errors, 'failure', ' caused, or possibly caused, by this change'),
      ...notCompared(report),
      ...counted(failingDifferently, 'failure', ' that the base has too, possibly with another error'),
    ]
  },
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

/** What nothing was compared with is not excused. */
const notCompared = ({ totals, failures }: Gated): string[] =>
  counted(totals.failuresNotCompared, 'failure', ' that the base has no result for').map((said) => {
    const named = failures.filter(({ kind }) => kind === 'not-compared').slice(0, MOST_NAMED)
    const more = totals.failuresNotCompared - named.length
    const why = named.map(
      ({ titles, leg, because }) =>
        `"${titles.join(' › ')}"${leg ? ` on ${leg}` : ''}${because ? `: ${because}` : ''}`,
    )
    return why.length === 0 ? said : `${said} (${[...why, ...(more > 0 ? [`${more} more`] : [])].join('; ')})`
  })

/** Tests that did not run may hide a failure. */
const notRun = ({ cutOff }: Gated): string[] =>
  cutOff.length === 0
    ? []
    : [`not all tests ran (${cutOff.join('; ')}): run them all, for example without a bail`]

const NO_BASE = ' and no run to compare with; run the tests on the default branch once, in the same suite'
const MOST_NAMED = 3

const counted = (count: number, what: string, more = ''): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}${more}`]
