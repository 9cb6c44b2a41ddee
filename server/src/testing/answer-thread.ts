import { onTestFinished } from 'vitest'
import type { Caller } from '../kernel/context.ts'
import { KeptAnswers } from '../kernel/kept-answers.ts'
import type { Memo } from '../offload/memoize.ts'
import { THREAD_WORK } from '../offload/thread-work.ts'
import { connectToRead } from '../store/open.ts'
import type { TestApp } from './make-app.ts'
import { failed, type MadeRun, passed, run, send } from './upload.ts'

type Bytes = Uint8Array<ArrayBuffer>

class WatchedAnswers<Answer> extends KeptAnswers<Answer> {
  made = 0

  override answer(...[asked, make]: Parameters<KeptAnswers<Answer>['answer']>) {
    return super.answer(asked, (making) => {
      this.made++
      return make(making)
    })
  }
}

export type WholeJob = Exclude<keyof typeof THREAD_WORK, 'results'>

/** Asks as the server does, of a thread with a connection of its own. */
export async function openThread(app: TestApp) {
  const store = await connectToRead(app.store.address)
  onTestFinished(() => store.close())
  const answers = new WatchedAnswers<Bytes>({
    sizeOf: ({ length }) => length,
    copy: (bytes) => bytes.slice(),
  })
  const memos = new WatchedAnswers<Memo>({ sizeOf: ({ bytes }) => bytes })
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
    const make = THREAD_WORK[job] as (...args: unknown[]) => Promise<Uint8Array>
    return JSON.parse(new TextDecoder().decode(await make(store, { context, input }, { answers, memos })))
  }
  /** Whether the question is answered anew. */
  const isMade = async (job: WholeJob, input: object) => {
    const before = answers.made
    await ask(job, input)
    return answers.made > before
  }
  /** How many comparisons the answer made by itself. */
  const compared = async (job: WholeJob, input: object, who: Partial<Caller> = {}) => {
    const before = memos.made
    await ask(job, input, who)
    return memos.made - before
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
