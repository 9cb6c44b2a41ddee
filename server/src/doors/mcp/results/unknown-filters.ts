import { existingNames, isNamed, NAMED, type Named } from '../../../ground/kernel/existing-names.ts'
import { fitRows } from '../fit.ts'
import { code, oneLine } from '../render.ts'
import type { RunOperation } from '../run-operation.ts'
import { longestText } from './describe.ts'

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
