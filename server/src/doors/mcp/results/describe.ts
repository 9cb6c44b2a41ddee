import { percentText } from '@svc/protocol'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { originInWords } from '../../../ground/kernel/origin-in-words.ts'
import { code, oneLine } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'

type Execution = OutputOf<'listExecutions'>['items'][number]

/** An execution on one line; names are data, between backticks, at most so many characters each. */
export function executionLine(execution: Execution, most: number): string {
  const { id, suite, state, branch, pullRequest, counts, startedAt, durationMs } = execution
  const commit = shaOf(execution)
  const origin = originInWords(execution)
  return [
    `${id} ${state}`,
    `suite ${code(suite, Math.min(most, 80))}`,
    ...(pullRequest === null ? [] : [`PR ${pullRequest}`]),
    ...(branch === null ? [] : [`branch ${code(branch, Math.min(most, 120))}`]),
    ...(commit === null ? [] : [`commit ${commit}`]),
    ...(origin === null ? [] : [origin]),
    `${counts.failed} failed, ${counts.flaky} flaky, ${counts.passed} passed, ${counts.skipped} skipped${counts.errors > 0 ? `, ${countOf(counts.errors, 'error')}` : ''}`,
    `started ${startedAt.slice(0, 16)}`,
    ...(durationMs === null ? [] : [seconds(durationMs)]),
  ].join(' · ')
}

/** The projects of executions: `project `shop``. Several are rare: only an address can name runs of more than one. */
export function projectsOf(executions: readonly { project: string }[], most: number): string {
  const names = [...new Set(executions.map(({ project }) => project))]
  const shown = names.slice(0, MOST_PROJECTS).map((name) => code(name, Math.min(most, 100)))
  return `${names.length > 1 ? 'projects' : 'project'} ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`
}

const MOST_PROJECTS = 3

/** The same for programs. */
export const executionData = (execution: Execution, most: number) => {
  const { id, project, suite, state, trust, dirty, branch, pullRequest } = execution
  const { startedAt, durationMs, counts } = execution
  return {
    id,
    project: oneLine(project, most),
    suite: oneLine(suite, most),
    state,
    trust,
    dirty,
    branch: branch && oneLine(branch, most),
    pullRequest,
    commit: shaOf(execution),
    startedAt,
    durationMs,
    counts,
  }
}

const shaOf = ({ headSha, testedSha }: Execution) => (headSha ?? testedSha)?.slice(0, 10) ?? null

export const seconds = (ms: number): string =>
  ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1_000)} s`

interface TestName {
  file: string
  titles: readonly string[]
  variant?: string
  leg?: string
}

/** A test as a value of data: file and titles. */
export const plainName = ({ file, titles }: TestName, most = 300): string =>
  oneLine([file, ...titles].filter((part) => part !== '').join(' > '), most)

/** A test as data: file, titles and variant, at most so many characters. */
export const testName = (test: TestName, most = 300): string => code(fullName(test), most)

export const fullName = ({ file, titles, variant }: TestName): string =>
  // A report may name no file.
  [file, ...titles].filter((part) => part !== '').join(' > ') + (variant ? ` [${variant}]` : '')

/** The longest name, message or reason of an answer within this budget, characters. */
export const longestText = (budget: number): number => Math.max(40, Math.min(300, Math.floor(budget / 4)))

export const percent = (share: number | null): string => (share === null ? 'none' : percentText(share))
