import { dispatchEvents } from '../../server/src/ground/kernel/events.ts'
import { openStore, type StoreAddress } from '../../server/src/ground/store/open.ts'
import { indexTests } from '../../server/src/history/tests/index-tests.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { processUploadsHere } from '../../server/src/uploads/ingest/process-upload.ts'
import { settleDue } from '../../server/src/uploads/settlement/settle-sweep.ts'
import { bodyOf, historyOf, type Size, type Workflow } from './made-project.ts'

const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }
/** More than a run takes. */
const UNTIL_RECEIVED_MS = 300_000

/** Fills an empty database with the history of a project, and returns a key that reads it. */
export async function fillProject(address: StoreAddress, size: Size, workflow: Workflow): Promise<string> {
  const store = await openStore(address)
  const ingest = processUploadsHere(store, TIMES)
  try {
    const runs = historyOf(size, workflow)
    const key = (await bootstrap(store, () => runs[0]?.startedAt ?? 0, 'admin')) ?? ''
    for (const run of runs) {
      const receivedAt = run.startedAt + UNTIL_RECEIVED_MS
      await ingest.apply({
        kind: 'journal',
        body: bodyOf(run),
        encoding: 'gzip',
        from: 0,
        clientClock: null,
        receivedAt,
        organizationId: 1,
        apiKeyId: 1,
        projectId: null,
        baseUrl: 'http://127.0.0.1',
        defaults: {},
        mayStart: true,
      })
      await settleDue(store, ingest, TIMES, receivedAt + TIMES.settleAfterMs + 1_000)
      await indexTests(store)
      await dispatchEvents(store, { consumers: [], log: () => {} }, receivedAt + TIMES.settleAfterMs + 2_000)
    }
    return key
  } finally {
    await ingest.close()
    await store.close()
  }
}
