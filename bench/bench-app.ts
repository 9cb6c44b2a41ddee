import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BusParts } from '../server/src/agents/bus/dependencies.ts'
import { makeSigner } from '../server/src/agents/bus/signing/signer.ts'
import { readDocumentsHere } from '../server/src/agents/knowledge/documents/read-here.ts'
import type { LogRecord } from '../server/src/ground/kernel/log.ts'
import type { Store } from '../server/src/ground/store/open.ts'
import { makeLocalWake } from '../server/src/ground/wake/local.ts'
import { makeIssuers } from '../server/src/people/oidc/issuers.ts'
import { openArtifacts } from '../server/src/results/artifacts/open.ts'
import { type AppParts, makeApp } from '../server/src/roof/app.ts'
import { watchParts } from '../server/src/roof/readiness.ts'
import { DEFAULT_RETENTION } from '../server/src/upkeep/retention/periods.ts'

/** Signs messages of agents; whoever fills a database beforehand needs it, too. */
export const SIGNING_SECRET = 'a secret that protects nothing here'

const MIB = 2 ** 20
const ARTIFACTS = { fileBytes: 50 * MIB, executionFiles: 500, executionBytes: 1024 * MIB }
const NO_LIMITS = { reads: 0, writes: 0, ingestBytes: 0, failures: 0, signIns: 0, wrongPasswords: 0 }

/** The product's own app without limits, for measurements; callers only specify differences. */
export function benchApp({
  store,
  clock,
  ingest,
  documents = readDocumentsHere,
  bus = benchBus(store),
}: Pick<AppParts, 'store' | 'clock' | 'ingest'> & Partial<Pick<AppParts, 'documents' | 'bus'>>) {
  const log = (record: LogRecord) => process.stderr.write(`${JSON.stringify(record)}\n`)
  // Made by the first upload of a file, which none of the benchmarks does.
  const folder = join(tmpdir(), 'svc-bench-artifacts')
  const artifacts = openArtifacts(folder, ARTIFACTS)
  return makeApp({
    store,
    clock,
    ingest,
    log,
    artifacts,
    readiness: watchParts(store, artifacts, log),
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
    wake: bus.wake,
    bus,
    issuers: makeIssuers([], clock),
    documents,
    vectors: null,
    // Of a benchmark's own: nobody keeps its cursors.
    cursorKey: 'bench',
    baseUrl: 'http://127.0.0.1',
    isDraining: () => false,
  })
}

/** What messages between agents need. */
export const benchBus = (store: Store): BusParts => ({
  store,
  signer: makeSigner(SIGNING_SECRET),
  wake: makeLocalWake(() => {}),
  limits: { inboxMessages: 10_000 },
})
