/** `problem` keeps results from being sent; `warning` loses or endangers something; `ok` is a fact. */
export type FindingState = 'ok' | 'warning' | 'problem'

/** One line of the report; includes advice unless everything is fine. */
export interface Finding extends Advice {
  /** The examined part, in one word. */
  check: string
  state: FindingState
  found: string
}

interface Advice {
  /** Why it matters; present unless everything is fine. */
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

/** The result of a check: findings in any nesting; a falsy value represents a finding that does not apply. */
export type Report = Finding | Report[] | false | '' | undefined

/** Returns the findings of a report, in their order. */
export const findingsIn = (report: Report): Finding[] =>
  Array.isArray(report) ? report.flatMap(findingsIn) : report ? [report] : []
