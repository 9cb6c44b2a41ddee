import type { Finding } from './finding.ts'
import { conditionalConfig, isNamedInFiles, isSetUp } from './judge-setup.ts'
import type { Setup } from './setup.ts'
import type { Subject } from './subject.ts'
import { count, list, shortList } from './words.ts'

export interface Verdict {
  /** True where nothing keeps results from being sent. */
  isReady: boolean
  verdict: string
}

/** The whole in one sentence. */
export const verdictOf = (findings: Finding[], subject: Subject): Verdict => {
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
  const where = warnings.length === 1 ? 'is 1 warning' : `are ${warnings.length} warnings`
  const isReporting = subject.setups.some(isSetUp)
  const target = isReporting
    ? `${conditionOf(subject)} will report ${targetOf(subject)}`
    : `no run reports by itself, and npx @svc/cli upload will send ${targetOf(subject)}`
  if (warnings.length === 0) return { isReady: true, verdict: `Everything is in place: ${target}.` }
  return {
    isReady: true,
    verdict: `Nothing stands in the way: ${target}.${describeReplaced(subject)} There ${where} above.`,
  }
}

/** Which run will report, where it is not simply the next. */
const conditionOf = ({ setups }: Subject): string => {
  const reporting = setups.filter(isSetUp)
  const conditional = reporting.map(conditionalConfig)
  if (reporting.length > 0 && conditional.every((config) => config !== undefined))
    return `a run that meets the condition in ${conditional[0]?.file}`
  if (reporting.length > 0 && !reporting.some(isNamedInFiles))
    return `a run that names ${list([...new Set(reporting.map(({ runner }) => runner.reporter))])} on the command line`
  return isReplacedIn(reporting) ? 'a run without the reporter flags of the scripts' : 'the next run'
}

const targetOf = ({ preview, unknown, written, unreadable, url }: Subject): string => {
  const project = unknown.project !== undefined && !written.project ? '' : ` as project ${preview.project}`
  if (unreadable === undefined) return `to ${preview.config.url}${project}`
  const to = url === undefined ? '' : ` to ${url}`
  return `as the options in ${unreadable} say, which doctor cannot read${to}`
}

const describeReplaced = ({ setups }: Subject): string => {
  const reporting = setups.filter(isSetUp)
  if (!isReplacedIn(reporting)) return ''
  const names = reporting.flatMap((setup) => setup.overriding.map((each) => `"${each.script}"`))
  const are = names.length === 1 ? `The script ${names[0]} does` : `The scripts ${shortList(names)} do`
  return ` ${are} not report: the flag takes the place of the config's reporters.`
}

const isReplacedIn = (setups: Setup[]): boolean =>
  setups.length > 0 && setups.every((setup) => setup.isReplaced)
