import { join } from 'node:path'
import { makeSigner } from '../../server/src/agents/bus/signing/signer.ts'
import { readDocumentsHere } from '../../server/src/agents/knowledge/documents/read-here.ts'
import { openStore } from '../../server/src/ground/store/open.ts'
import { readCursorKey } from '../../server/src/ground/store/secret.ts'
import { makeLocalWake } from '../../server/src/ground/wake/local.ts'
import { bootstrap } from '../../server/src/people/identity/bootstrap.ts'
import { makeIssuers } from '../../server/src/people/oidc/issuers.ts'
import { openArtifacts } from '../../server/src/results/artifacts/open.ts'
import { makeApp } from '../../server/src/roof/app.ts'
import { watchParts } from '../../server/src/roof/readiness.ts'
import { DEFAULT_RETENTION } from '../../server/src/upkeep/retention/periods.ts'
import { processUploadsHere } from '../../server/src/uploads/ingest/process-upload.ts'

const MIB = 2 ** 20
const NO_LIMITS = { reads: 0, writes: 0, ingestBytes: 0, failures: 0, signIns: 0, wrongPasswords: 0 }
const TIMES = { settleAfterMs: 60_000, incompleteAfterMs: 900_000 }

export type ShownApp = Awaited<ReturnType<typeof openApp>>

/** The product's own app on an empty database, without a socket, asked with its first key. */
export async function openApp(folder: string) {
  let now = Date.parse('2026-03-02T09:00:00Z')
  const clock = () => now
  const store = await openStore({ folder })
  const key = await bootstrap(store, clock, 'admin')
  const wake = makeLocalWake(() => {})
  const artifacts = openArtifacts(join(folder, 'artifacts'), {
    fileBytes: MIB,
    executionFiles: 500,
    executionBytes: 64 * MIB,
  })
  const app = makeApp({
    store,
    clock,
    ingest: processUploadsHere(store, TIMES),
    log: () => true,
    artifacts,
    config: {
      rateLimits: NO_LIMITS,
      proxies: 0,
      artifacts: { downloads: 8 },
      uploads: { atOnce: 0, memoryBytes: 64 * MIB, waitMs: 0 },
      retention: DEFAULT_RETENTION,
      webhooks: { allowPrivate: false },
      organizations: 'closed',
      busStreams: { credential: 100, organization: 2_000 },
      ...TIMES,
    },
    issuers: makeIssuers([], clock),
    wake,
    bus: {
      store,
      signer: makeSigner('a secret that protects nothing here'),
      wake,
      limits: { inboxMessages: 10_000 },
    },
    documents: readDocumentsHere,
    vectors: null,
    cursorKey: await readCursorKey(store),
    baseUrl: 'https://svc.example.com',
    readiness: watchParts(store, artifacts, () => undefined),
    isDraining: () => false,
  })
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${key}`)
    return app.request(path, { ...init, headers }, { incoming: { socket: { remoteAddress: '192.0.2.1' } } })
  }
  return {
    clock,
    request,
    settle: (id: string) => request(`/api/executions/${id}/settle`, { method: 'POST' }),
    advance(ms: number) {
      now += ms
    },
    async close() {
      await app.idle()
      await store.close()
    },
  }
}
