import type { Caller, Context, SettleTimes } from '../kernel/context.ts'
import { makeCursors } from '../kernel/cursor.ts'
import type { KeptAnswers } from '../kernel/kept-answers.ts'
import { writeResults } from '../results/write-results.ts'
import { changeVersion } from '../store/change-version.ts'
import type { Store } from '../store/open.ts'
import { type Memo, memoizeIn } from './memoize.ts'
import { type InputOf, OFFLOADED_VERBS, type OffloadedVerbName } from './offloaded-verbs.ts'

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

/** What a thread keeps: answers as UTF-8, and values that several answers share. */
export interface ThreadKept {
  answers: KeptAnswers<Uint8Array<ArrayBuffer>>
  memos: KeptAnswers<Memo>
}

/** Everything that threads make: text in pieces, or complete UTF-8. */
export const THREAD_WORK = {
  results: writeResults,
  compareExecutions: whole('compareExecutions'),
  gatherFailures: whole('gatherFailures'),
  listResults: whole('listResults'),
  listFailures: whole('listFailures'),
  getPullRequest: whole('getPullRequest'),
  listPullRequests: whole('listPullRequests'),
  getOverview: whole('getOverview'),
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
    { answers, memos }: ThreadKept,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const now = () => context.now
    const projectId = (await projectOf?.(contextOf(store, context, now), input)) ?? context.caller.projectId
    const { organizationId } = context.caller
    const changing = projectId === null ? { organizationId } : { projectId }
    const version = await changeVersion(store.read, store.dialect, changing)
    const asked = { organizationId, version, question: questionOf(name, context, input), now: now() }
    return answers.answer(asked, async ({ dependsOnMore }) => {
      const clock = () => {
        dependsOnMore()
        return context.now
      }
      const asker = askerOf(context)
      const memoize = memoizeIn(memos, store, { organizationId, asker, now: context.now, clock })
      const ctx = { ...contextOf(store, context, clock), memoize }
      return encoder.encode(JSON.stringify(await make({ ctx, input })))
    })
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
