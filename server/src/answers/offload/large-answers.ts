import type { Context, SettleTimes } from '../../ground/kernel/context.ts'
import { listOf } from '../../ground/kernel/cursor.ts'
import { EncodedJson } from '../../ground/kernel/encoded-json.ts'
import { loadOnce } from '../../ground/kernel/load-once.ts'
import type { Store } from '../../ground/store/open.ts'
import type { ResultsEnd, ResultsToWrite } from '../../results/results/write-results.ts'
import type { InputOf, OffloadedVerbName, OutputOf } from './offloaded-verbs.ts'
import { OffloadWorkers } from './workers.ts'

interface Call<Name extends OffloadedVerbName> {
  ctx: Context
  input: InputOf<Name>
  /** Aborts when the client disconnects. */
  signal: () => AbortSignal
  /** Reads the credential again; throws the refusal of a credential that has ended. */
  recheck: () => Promise<Context>
}

const decoder = new TextDecoder()

/** A thread receives only these two. */
const timesOf = ({ settleAfterMs, incompleteAfterMs }: SettleTimes) => ({ settleAfterMs, incompleteAfterMs })

/**
 * Large answers, each computed completely in a thread with a connection of its own. The decision "A large answer is
 * made where it is read" gives the reason.
 */
export function makeOffload(store: Store, cursorKey: string) {
  const threads = new OffloadWorkers(store)
  const offloadedVerbs = loadOnce(async () => (await import('./offloaded-verbs.ts')).OFFLOADED_VERBS)
  return {
    /** Results as pieces of UTF-8, the next written after the client has read one. */
    results: ({ caller }: Context, wanted: ResultsToWrite): AsyncGenerator<Uint8Array, ResultsEnd> =>
      threads.read(caller.organizationId, 'results', wanted),

    /** The verb of this name, whose large answers are already encoded; `path` is its operation's. */
    verb:
      <Name extends OffloadedVerbName>(name: Name, { path }: { path: string }) =>
      async ({ ctx, input, signal, recheck }: Call<Name>): Promise<OutputOf<Name> | EncodedJson> => {
        const { isLarge, make, isNeeded } = (await offloadedVerbs())[name]
        // Another owner closes this store, so its threads would keep running.
        if (!store.beforeClose || !(await isLarge(ctx, input))) return make({ ctx, input })
        const { caller, clock, baseUrl, times } = ctx
        const context = {
          caller,
          now: clock(),
          baseUrl,
          times: timesOf(times),
          cursorKey,
          list: listOf(path, input),
        }
        const bytes = await threads.whole(caller.organizationId, name, { context, input }, signal())
        // The request waited for a thread.
        await recheck()
        return isNeeded ? (JSON.parse(decoder.decode(bytes)) as OutputOf<Name>) : new EncodedJson(bytes)
      },
  }
}
