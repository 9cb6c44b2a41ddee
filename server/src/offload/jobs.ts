import type { Caller, Context, SettleTimes } from '../kernel/context.ts'
import { makeCursors } from '../kernel/cursor.ts'
import { writeResults } from '../results/write-results.ts'
import type { Store } from '../store/open.ts'
import { type InputOf, LARGE_VERBS, type LargeVerbName } from './offloaded-verbs.ts'

/** A verb's context in the form that passes to a thread. */
interface CarriedContext {
  caller: Caller
  now: number
  baseUrl: string
  times: SettleTimes
  /** The list of the cursors: see `makeCursors`. */
  cursorKey: string
  list: string
}

const encoder = new TextEncoder()

/** Everything that threads make: text in pieces, or complete UTF-8. */
export const MADE_ANSWERS = {
  results: writeResults,
  compareExecutions: whole('compareExecutions'),
  getPullRequest: whole('getPullRequest'),
  getReport: whole('getReport'),
} as const

interface VerbAsked<Name extends LargeVerbName> {
  context: CarriedContext
  input: InputOf<Name>
}

/** A verb's output as JSON in UTF-8. */
function whole<Name extends LargeVerbName>(name: Name) {
  const make = LARGE_VERBS[name].make as (call: { ctx: Context; input: InputOf<Name> }) => Promise<unknown>
  return async (store: Store, { context, input }: VerbAsked<Name>): Promise<Uint8Array<ArrayBuffer>> => {
    const data = await make({ ctx: contextOf(store, context), input })
    return encoder.encode(JSON.stringify(data))
  }
}

function contextOf(store: Store, { caller, now, baseUrl, times, cursorKey, list }: CarriedContext): Context {
  const cursors = makeCursors(cursorKey, caller.organizationId, list)
  return { store, clock: () => now, caller, cursors, baseUrl, times }
}

type Made<Name extends AnswerName> = ReturnType<(typeof MADE_ANSWERS)[Name]>

export type AnswerName = keyof typeof MADE_ANSWERS
export type AskedOf<Name extends AnswerName> = Parameters<(typeof MADE_ANSWERS)[Name]>[1]
/** The facts of an answer after its last piece. */
export type EndOf<Name extends AnswerName> =
  Made<Name> extends AsyncGenerator<unknown, infer End> ? End : Awaited<Made<Name>>
