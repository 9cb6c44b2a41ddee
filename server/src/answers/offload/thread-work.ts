import { hash } from 'node:crypto'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller, Context, Memoize, SettleTimes } from '../../ground/kernel/context.ts'
import { makeCursors } from '../../ground/kernel/cursor.ts'
import type { KeptAnswers } from '../../ground/kernel/kept-answers.ts'
import { changeVersion } from '../../ground/store/change-version.ts'
import type { Store } from '../../ground/store/open.ts'
import { writeResults } from '../../results/results/write-results.ts'
import { type InputOf, OFFLOADED_VERBS, type OffloadedVerbName } from './offloaded-verbs.ts'

export interface Memo {
  value: unknown
  bytes: number
}

/** One answer under way. */
interface Making {
  organizationId: number
  /** What a value depends on besides the database and its own question. */
  asker: unknown
  now: number
  /** The answer's own, which says that it depends on the time. */
  clock: Clock
}

/** A verb's context in the form that passes to a thread. */
interface CarriedContext {
  caller: Caller
  now: number
  baseUrl: string
  times: SettleTimes
  /** The list that the cursors belong to: see `makeCursors`. */
  cursorKey: string
  list: string
}

const encoder = new TextEncoder()

/**
 * What a thread keeps. 32 MiB are a comparison of 30,000 changes, or of 4,500 failures: without it, each of its pages takes
 * as long as the first.
 */
export const KEPT = { mostBytesOfOne: 32 * 1024 * 1024, mostBytes: 48 * 1024 * 1024 }

/** Everything that threads make: text in pieces, or complete UTF-8. */
export const THREAD_WORK = {
  results: writeResults,
  compareExecutions: whole('compareExecutions'),
  listExecutionFailures: whole('listExecutionFailures'),
  gatherFailures: whole('gatherFailures'),
  listResults: whole('listResults'),
  listFailures: whole('listFailures'),
  getFailure: whole('getFailure'),
  getPullRequest: whole('getPullRequest'),
  listPullRequests: whole('listPullRequests'),
  getOverview: whole('getOverview'),
  getHome: whole('getHome'),
  getWall: whole('getWall'),
  listOwners: whole('listOwners'),
  listFlakyTests: whole('listFlakyTests'),
  listTests: whole('listTests'),
  getReport: whole('getReport'),
} as const

export interface VerbCall<Name extends OffloadedVerbName> {
  context: CarriedContext
  input: InputOf<Name>
}

/** A verb's output as JSON in UTF-8; the kept one if nothing that it depends on has changed. */
function whole<Name extends OffloadedVerbName>(name: Name) {
  const { make, projectOf } = OFFLOADED_VERBS[name]
  return async (
    store: Store,
    { context, input }: VerbCall<Name>,
    kept: KeptAnswers<Memo>,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const now = () => context.now
    const projectId = (await projectOf?.(contextOf(store, context, now), input)) ?? context.caller.projectId
    const { organizationId } = context.caller
    const changing = projectId === null ? { organizationId } : { projectId }
    const version = await changeVersion(store.read, store.dialect, changing)
    const asked = { organizationId, version, question: questionOf(name, context, input), now: now() }
    const { value } = await kept.answer(asked, async ({ dependsOnMore }) => {
      const clock = () => {
        dependsOnMore()
        return context.now
      }
      const asker = askerOf(context)
      const memoize = memoizeIn(kept, store, { organizationId, asker, now: context.now, clock })
      const ctx = { ...contextOf(store, context, clock), memoize }
      const answer = encoder.encode(JSON.stringify(await make({ ctx, input })))
      return { value: answer, bytes: answer.length }
    })
    // The bytes that it returns are transferred to the thread that asked.
    return (value as Uint8Array<ArrayBuffer>).slice()
  }
}

/** Everything that decides an answer, except the database and the time. */
const questionOf = (name: string, context: CarriedContext, input: unknown): string =>
  JSON.stringify([name, askerOf(context), context.list, input])

/** Who asks counts by what they may see. */
function askerOf({ caller, baseUrl, times }: CarriedContext): unknown[] {
  const { organizationId, projectId, role, scopes } = caller
  return [organizationId, projectId, role, [...scopes].sort(), baseUrl, times]
}

function contextOf(store: Store, carried: CarriedContext, clock: () => number): Context {
  const { caller, baseUrl, times, cursorKey, list } = carried
  const cursors = makeCursors(cursorKey, caller.organizationId, list)
  return { store, clock, caller, cursors, baseUrl, times }
}

type Made<Name extends WorkName> = ReturnType<(typeof THREAD_WORK)[Name]>

export type WorkName = keyof typeof THREAD_WORK
export type WorkInput<Name extends WorkName> = Parameters<(typeof THREAD_WORK)[Name]>[1]
/** The facts of an answer after its last piece. */
export type WorkEnd<Name extends WorkName> =
  Made<Name> extends AsyncGenerator<unknown, infer End> ? End : Awaited<Made<Name>>

/**
 * Keeps values for other answers of this thread. A value may be asked for with rows that are older than the version;
 * therefore the rows belong to the question.
 */
export const memoizeIn =
  (memos: KeptAnswers<Memo>, store: Store, { organizationId, asker, now, clock }: Making): Memoize =>
  async <Value>(
    { projectId, question, insteadOf = [], sizeOf }: Parameters<Memoize>[0],
    make: (clock: Clock) => Promise<Value>,
  ) => {
    const version = await changeVersion(store.read, store.dialect, { projectId })
    const asked = (what: unknown) => ({
      organizationId,
      version,
      question: hash('sha256', JSON.stringify([asker, projectId, what])),
      now,
    })
    for (const other of insteadOf) {
      const known = memos.known(asked(other))
      if (known) return known.value as Value
    }
    const { value } = await memos.answer(asked(question), async ({ dependsOnMore }) => {
      const made = await make(() => {
        dependsOnMore()
        return clock()
      })
      return { value: made, bytes: sizeOf(made) }
    })
    return value as Value
  }
