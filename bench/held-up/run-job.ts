import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BusParts } from '../../server/src/agents/bus/dependencies.ts'
import type { Clock } from '../../server/src/ground/kernel/clock.ts'
import type { LogRecord } from '../../server/src/ground/kernel/log.ts'
import type { Store } from '../../server/src/ground/store/open.ts'
import { openArtifacts } from '../../server/src/results/artifacts/open.ts'
import { eventConsumers } from '../../server/src/roof/app.ts'
import { readConfig } from '../../server/src/roof/config.ts'
import { jobsOf } from '../../server/src/roof/jobs.ts'
import { watchParts } from '../../server/src/roof/readiness.ts'
import { makeDeliverer } from '../../server/src/upkeep/notifications/deliverer.ts'
import type { UploadProcessor } from '../../server/src/uploads/ingest/upload-processor.ts'

/** A server's jobs, by name, each once when it is asked for. Webhooks receive nothing: their addresses are not valid. */
export function jobsOfBench(parts: { store: Store; clock: Clock; ingest: UploadProcessor; bus: BusParts }) {
  const { store, clock, ingest, bus } = parts
  const log = (record: LogRecord) => {
    if (record.level === 'error') process.stderr.write(`${JSON.stringify(record)}\n`)
  }
  const config = readConfig({})
  const folder = join(tmpdir(), `svc-bench-artifacts-${process.pid}`)
  const artifacts = openArtifacts(folder, config.artifacts)
  const jobs = jobsOf({
    store,
    settler: ingest,
    clock,
    log,
    config,
    artifacts,
    dispatching: { consumers: eventConsumers({ store, bus, baseUrl: 'http://127.0.0.1', log }), log },
    bus,
    deliverer: makeDeliverer({ store, clock, log: () => undefined, allowPrivate: false }),
    wake: bus.wake,
    sharing: null,
    readiness: watchParts(store, artifacts, log),
    embedding: null,
    isKnown: () => false,
  })
  return new Map(jobs.map((job) => [job.name, () => job.run(new AbortController().signal)]))
}
