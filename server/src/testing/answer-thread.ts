import { onTestFinished } from 'vitest'
import { KEPT, type Memo, THREAD_WORK } from '../answers/offload/thread-work.ts'
import type { Caller } from '../ground/kernel/context.ts'
import { KeptAnswers } from '../ground/kernel/kept-answers.ts'
import { connectToRead } from '../ground/store/open.ts'
import type { TestApp } from './make-app.ts'
import { failed, type MadeRun, passed, run, send } from './upload.ts'

/** Counts the answers that were made, and the values that answers share. */
class WatchedAnswers extends KeptAnswers<Memo> {
  made = { answers: 0, memos: 0 }

  override answer(...[asked, make]: Parameters<KeptAnswers<Memo>['answer']>) {
    return super.answer(asked, async (making) => {
      const made = await make(making)
      this.made[made.value instanceof Uint8Array ? 'answers' : 'memos']++
      return made
    })
  }
}

export type WholeJob = Exclude<keyof typeof THREAD_WORK, 'results'>

/** Asks as the server does, of a thread with a connection of its own. */
export async function openThread(app: TestApp) {
  const store = await connectToRead(app.store.address)
  onTestFinished(() => store.close())
  const kept = new WatchedAnswers({ sizeOf: ({ bytes }) => bytes, ...KEPT })
  const caller = {
    organizationId: 1,
    credential: 'key:1',
    apiKeyId: 1,
    personId: null,
    role: 'admin' as const,
    scopes: new Set(['read'] as const),
    projectId: null,
  }
  const times = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
  const ask = async (job: WholeJob, input: object, who: Partial<Caller> = {}): Promise<unknown> => {
    const context = {
      caller: { ...caller, ...who },
      now: app.clock(),
      baseUrl: 'http://svc.test',
      times,
      cursorKey: 'k'.repeat(43),
      list: '',
    }
    const make = THREAD_WORK[job] as (...args: unknown[]) => Promise<Uint8Array<ArrayBuffer>>
    const bytes = await make(store, { context, input }, kept)
    // A thread hands the bytes over, and has them no longer.
    return JSON.parse(new TextDecoder().decode(structuredClone(bytes, { transfer: [bytes.buffer] })))
  }
  /** Whether the question is answered anew. */
  const isMade = async (job: WholeJob, input: object) => {
    const before = kept.made.answers
    await ask(job, input)
    return kept.made.answers > before
  }
  /** How many comparisons the answer made by itself. */
  const compared = async (job: WholeJob, input: object, who: Partial<Caller> = {}) => {
    const before = kept.made.memos
    await ask(job, input, who)
    return kept.made.memos - before
  }
  return { store, ask, isMade, compared }
}

/** The id of a settled execution. */
export const uploaded = async (app: TestApp, build: string, options: MadeRun = {}, key = app.key) => {
  const { data } = await send(app, run({ build, results: [failed('buys'), passed('pays')], ...options }), {
    key,
  })
  app.advance(60_000)
  await app.request(`/api/executions/${data.execution.id}/settle`, { method: 'POST', key })
  return data.execution.id
}
