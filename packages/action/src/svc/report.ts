import { at, countAt, listAt, textAt } from '../fields.ts'
import { Trouble } from '../trouble.ts'
import type { Svc } from './call.ts'
import { type Execution, toExecution } from './executions.ts'

const TOTALS = [
  'regressions',
  'mine',
  'unknown',
  'newFailures',
  'stillFailing',
  'failuresNotCompared',
  'failingDifferently',
  'newlyFlaky',
  'flakyInBurnIn',
  'improvements',
  'slower',
  'errors',
] as const

type Totals = Record<(typeof TOTALS)[number], number>

export interface ReportedFailure {
  kind: string
  titles: string[]
  variant: string
  leg: string
  /** File of the test; `file` may be a different one, in which the error occurred. */
  testFile: string | null
  file: string | null
  line: number | null
  message: string
  verdict: string | null
  because: string | null
  owners: string[]
}

/** The server's report on an execution. */
export interface Report {
  execution: Execution
  waitingFor: string[]
  /** Missing results of a settled execution, in words. */
  missing: string[]
  /** What a bail, a crash or an interruption kept from running, in words. */
  cutOff: string[]
  hasBase: boolean
  /** The run of the base that it was compared with, if it has a commit. */
  base: { sha: string; branch: string | null } | null
  verdict: string
  headline: string
  totals: Totals
  failures: ReportedFailure[]
  markdown: string
}

/** Reads a report; `base` is an execution's id, or empty to let the server choose. */
export const readReport = async (
  svc: Svc,
  { id, base, maxBytes }: { id: string; base: string; maxBytes: number },
): Promise<Report> => {
  const answer = await svc.get(`/api/executions/${id}/report`, { base, maxBytes })
  const data = at(answer, 'data')
  const execution = toExecution(at(data, 'execution'))
  const markdown = textAt(data, 'markdown')
  if (!execution || markdown === undefined)
    throw new Trouble(
      `The action does not understand the report of ${svc.url}. Use the same version of action and server.`,
    )
  return {
    execution,
    markdown,
    waitingFor: texts(data, 'waitingFor'),
    missing: texts(data, 'missing'),
    cutOff: texts(data, 'cutOff'),
    hasBase: at(data, 'base') !== null && at(data, 'base') !== undefined,
    base: baseOf(data),
    verdict: textAt(data, 'verdict') ?? 'unknown',
    headline: textAt(data, 'headline') ?? '',
    totals: Object.fromEntries(TOTALS.map((name) => [name, countAt(data, `totals.${name}`) ?? 0])) as Totals,
    failures: listAt(data, 'failures').map(toFailure),
  }
}

const baseOf = (data: unknown): Report['base'] => {
  const sha = textAt(data, 'base.sha')
  return sha === undefined ? null : { sha, branch: textAt(data, 'base.branch') ?? null }
}

const toFailure = (value: unknown): ReportedFailure => ({
  kind: textAt(value, 'kind') ?? 'error',
  titles: texts(value, 'test.titles'),
  variant: textAt(value, 'test.variant') ?? '',
  leg: textAt(value, 'test.leg') ?? '',
  testFile: textAt(value, 'test.file') ?? null,
  file: textAt(value, 'file') ?? textAt(value, 'test.file') ?? null,
  line: countAt(value, 'line') || null,
  message: textAt(value, 'message') ?? '',
  verdict: textAt(value, 'verdict') ?? null,
  because: textAt(value, 'because') ?? null,
  owners: texts(value, 'owners'),
})

const texts = (value: unknown, path: string): string[] =>
  listAt(value, path).filter((each) => typeof each === 'string')
