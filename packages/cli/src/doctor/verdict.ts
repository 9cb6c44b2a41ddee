import type { Finding } from './finding.ts'
import type { Subject } from './subject.ts'
import { count, list } from './words.ts'

export interface Verdict {
  /** True where nothing keeps results from being sent. */
  isReady: boolean
  verdict: string
}

/** The whole in one sentence. */
export const verdictOf = (findings: Finding[], { preview, unknown, written }: Subject): Verdict => {
  const problems = findings.filter(({ state }) => state === 'problem')
  const warnings = findings.filter(({ state }) => state === 'warning')
  if (problems.length > 0) {
    const names = list([...new Set(problems.map(({ check }) => check))])
    const keeps = problems.length === 1 ? 'keeps' : 'keep'
    return {
      isReady: false,
      verdict: `${count(problems.length, 'problem')} ${keeps} results from being sent: ${names}.`,
    }
  }
  const isUnknown = unknown.project !== undefined && !written.project
  const project = isUnknown ? '' : ` as project ${preview.project}`
  const target = `the next run will report to ${preview.config.url}${project}`
  if (warnings.length === 0) return { isReady: true, verdict: `Everything is in place: ${target}.` }
  const are = warnings.length === 1 ? 'is 1 warning' : `are ${warnings.length} warnings`
  return { isReady: true, verdict: `Nothing stands in the way: ${target}. There ${are} above.` }
}
