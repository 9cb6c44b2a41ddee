import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppParts, makeApp } from '../server/src/app.ts'
import { openArtifacts } from '../server/src/artifacts/open.ts'
import { makeSigner } from '../server/src/bus/signing/signer.ts'
import type { LogRecord } from '../server/src/kernel/log.ts'
import { readDocumentsHere } from '../server/src/knowledge/documents/read-here.ts'
import { makeIssuers } from '../server/src/oidc/issuers.ts'
import { watchParts } from '../server/src/readiness.ts'
import { DEFAULT_RETENTION } from '../server/src/retention/periods.ts'
import { makeLocalWake } from '../server/src/wake/local.ts'

const MIB = 2 ** 20
const ARTIFACTS = { fileBytes: 50 * MIB, executionFiles: 500, executionBytes: 1024 * MIB }
const NO_LIMITS = { reads: 0, writes: 0, ingestBytes: 0, failures: 0, signIns: 0, wrongPasswords: 0 }

/** The product's own app without limits, for measurements; callers only specify differences. */
export function benchApp({
  store,
  clock,
  ingest,
  documents = readDocumentsHere,
}: Pick<AppParts, 'store' | 'clock' | 'ingest'> & Partial<Pick<AppParts, 'documents'>>) {
  const log = (record: LogRecord) => process.stderr.write(`${JSON.stringify(record)}\n`)
  // Made by the first upload of a file, which none of the benchmarks does.
  const folder = join(tmpdir(), 'svc-bench-artifacts')
  const artifacts = openArtifacts(folder, ARTIFACTS)
  const wake = makeLocalWake(() => {})
  return makeApp({
    store,
    clock,
    ingest,
    log,
    artifacts,
    readiness: watchParts(store, artifacts.folder, log),
    config: {
      rateLimits: NO_LIMITS,
      proxies: 0,
      artifacts: { downloads: 8 },
      uploads: { atOnce: 0, memoryBytes: 1024 * MIB, waitMs: 5_000 },
      retention: DEFAULT_RETENTION,
      webhooks: { allowPrivate: false },
      organizations: 'closed',
      busStreams: { credential: 0, organization: 0 },
      settleAfterMs: 60_000,
      incompleteAfterMs: 900_000,
    },
    wake,
    bus: {
      store,
      signer: makeSigner('a secret that protects nothing here'),
      wake,
      limits: { inboxMessages: 10_000 },
    },
    issuers: makeIssuers([], clock),
    documents,
    vectors: null,
    // Of a benchmark's own: nobody keeps its cursors.
    cursorKey: 'bench',
    baseUrl: 'http://127.0.0.1',
    isDraining: () => false,
  })
}
