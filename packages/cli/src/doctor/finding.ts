/** `problem` keeps results from being sent; `warning` loses or endangers something; `ok` is a fact. */
export type FindingState = 'ok' | 'warning' | 'problem'

/** One line of the report, with advice unless all is well. */
export interface Finding extends Advice {
  /** The examined part, in one word. */
  check: string
  state: FindingState
  found: string
}

interface Advice {
  /** Why it matters; present unless all is well. */
  reason?: string
  /** What to do, in words. */
  fix?: string
  /** Lines to paste or commands to run. */
  paste?: string[]
}

/** Makes the findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (found: string): Finding => ({ check, state: 'ok', found }),
  warning: (found: string, advice: Advice): Finding => ({ check, state: 'warning', found, ...advice }),
  problem: (found: string, advice: Advice): Finding => ({ check, state: 'problem', found, ...advice }),
})

/** What a check returns: findings in any nesting; a falsy value stands for a finding that does not apply. */
export type Report = Finding | Report[] | false | '' | undefined

/** Returns the findings of a report, in their order. */
export const findingsIn = (report: Report): Finding[] =>
  Array.isArray(report) ? report.flatMap(findingsIn) : report ? [report] : []
