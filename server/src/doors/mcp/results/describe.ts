import { percentText } from '@svc/protocol'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { existingNames, isNamed, NAMED, type Named } from '../../../ground/kernel/existing-names.ts'
import { originInWords } from '../../../ground/kernel/origin-in-words.ts'
import { code, oneLine } from '../render.ts'
import type { OutputOf, RunOperation } from '../run-operation.ts'
import { fitRows } from './rows.ts'

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

/** A filter that no execution has. */
interface Unknown {
  argument: keyof Named
  given: string
  /** Names that exist, at most 5. */
  exist: string[]
  /** False if older executions were not looked at. */
  isAll: boolean
}

const ARGUMENTS = ['pr', 'commit', 'branch', 'suite'] as const

/** The newest executions that a typing error is compared with. */
const MOST_READ = 200

/** The filters of an empty answer that no execution of the project has. Reads only if one was given. */
export async function unknownFilters(run: RunOperation, project: string, asked: Named): Promise<Unknown[]> {
  const named = ARGUMENTS.flatMap((argument) => {
    const value = asked[argument]
    return value === undefined ? [] : [{ argument, value }]
  })
  if (named.length === 0) return []
  const { items: newest } = await run('listExecutions', { project, limit: MOST_READ })
  const unknown = await Promise.all(
    named.map(async ({ argument, value }) => {
      if (newest.some((one) => isNamed(argument, value, one))) return []
      const found = await run('listExecutions', { project, [argument]: value, limit: 1 })
      if (found.items.length > 0) return []
      const exist = existingNames(argument, value, newest)
      return [{ argument, given: String(value), exist, isAll: found.nextCursor === null }]
    }),
  )
  return unknown.flat()
}

/** The share of an answer that all of them take, and of it the room for what is around the names. */
const SHARE = 0.25
const FRAME_TOKENS = 15

/** What says so, as text and as data; nothing without unknown filters. */
export function unknownRows(unknown: readonly Unknown[], project: string, budget: number) {
  if (unknown.length === 0) return { texts: [], data: {} }
  const most = Math.min(100, longestText(budget))
  const room = Math.floor((budget * SHARE) / unknown.length) - FRAME_TOKENS
  const rows = unknown.map(({ argument, given, exist, isAll }) => {
    const fitted = fitRows(
      exist.map((name) => ({ text: code(name, most), data: oneLine(name, most) })),
      room,
    )
    const subject = isAll ? 'No execution' : 'None of the newest executions'
    const near = fitted.texts.length === 0 ? '' : ` There are: ${fitted.texts.join(', ')}.`
    return {
      text: `${subject} of project ${code(project, most)} has ${words(argument, given, most)}.${near}`,
      data: { argument, given: oneLine(given, most), exist: fitted.data },
    }
  })
  return { texts: rows.map(({ text }) => text), data: { unknown: rows.map(({ data }) => data) } }
}

/** Filters behind the name of a project: `, branch `main`, suite `unit``; with a comma at the end if more follows. */
export function filterWords(asked: Named, most: number, end = ''): string {
  const all = ARGUMENTS.flatMap((argument) => {
    const value = asked[argument]
    return value === undefined ? [] : [`, ${words(argument, value, most)}`]
  })
  return all.length === 0 ? '' : all.join('') + end
}

const words = (argument: keyof Named, value: string | number, most: number): string =>
  `${NAMED[argument]} ${argument === 'pr' ? value : code(String(value), most)}`
