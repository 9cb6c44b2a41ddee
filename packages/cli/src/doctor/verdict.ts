import { isNamedInFiles, isSetUp } from '../project/setup.ts'
import { count, list } from '../terminal/words.ts'
import type { Finding } from './finding.ts'
import type { Subject } from './subject.ts'

export interface Verdict {
  /** True if nothing prevents results from being sent. */
  isReady: boolean
  verdict: string
}

/** The result in one sentence. */
export const verdictOf = (findings: Finding[], subject: Subject): Verdict => {
  const problems = findings.filter(({ state }) => state === 'problem')
  const warnings = findings.filter(({ state }) => state === 'warning')
  if (problems.length > 0) {
    const names = list([...new Set(problems.map(({ check }) => check))])
    const prevent = problems.length === 1 ? 'prevents' : 'prevent'
    return { isReady: false, verdict: `${count(problems.length, 'problem')} ${prevent} uploads: ${names}.` }
  }
  const start = warnings.length === 0 ? 'Ready' : `Ready, with ${count(warnings.length, 'warning')}`
  return { isReady: true, verdict: `${start}: ${runOf(subject)} ${targetOf(subject)}.` }
}

/** Which run reports. */
const runOf = ({ setups }: Subject): string => {
  const reporting = setups.filter(isSetUp)
  if (reporting.length === 0) return 'no runner reports automatically; npx --no svc upload will send'
  const reporters = list([...new Set(reporting.map(({ runner }) => runner.reporter))])
  if (!reporting.some(isNamedInFiles)) return `a run with ${reporters} on the command line will report`
  if (!reporting.every(({ isReplaced }) => isReplaced)) return 'the next run will report'
  const areProjects = reporting.every(({ overriding }) => overriding.every(({ byProjects }) => byProjects))
  return areProjects
    ? 'a run without --projects, or with --config, will report'
    : 'a run without the reporter flags of the scripts will report'
}

const targetOf = ({ preview, unknown }: Subject): string => {
  const project = unknown.project === undefined ? ` as project ${preview.project}` : ''
  return unknown.url === undefined
    ? `to ${preview.config.url}${project}`
    : `to the address in the options of ${unknown.url}, which doctor cannot read`
}
