import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { Problem } from '../../ground/kernel/problem.ts'
import type { UploadProcessor } from '../../uploads/ingest/upload-processor.ts'

/** Seconds, from the last byte of a body to its receipt. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** The same processor, which also counts what it stores and refuses. */
export function countUploads(processor: UploadProcessor, registry: Registry): UploadProcessor {
  const registers = [registry]
  const uploads = new Counter({
    name: 'svc_ingest_uploads_total',
    help: 'Uploads by what became of them: stored, or the code of the refusal.',
    labelNames: ['outcome'],
    registers,
  })
  const results = new Counter({
    name: 'svc_ingest_results_total',
    help: 'Stored attempts of tests. What an upload repeats is not counted again.',
    registers,
  })
  const bytes = new Counter({
    name: 'svc_ingest_bytes_total',
    help: 'Bytes of stored uploads as received, which is compressed for reporters.',
    registers,
  })
  const seconds = new Histogram({
    name: 'svc_ingest_duration_seconds',
    help: 'Time from a received body to its receipt, with the wait in the queue.',
    buckets: SECONDS,
    registers,
  })
  const waiting = new Gauge({
    name: 'svc_ingest_uploads_waiting',
    help: 'Received uploads that are not stored yet, and executions that wait to be settled.',
    registers,
  })

  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting.inc()
    try {
      return await work()
    } finally {
      waiting.dec()
    }
  }
  return {
    async apply(upload, check) {
      const end = seconds.startTimer()
      try {
        const ingested = await counted(() => processor.apply(upload, check))
        uploads.inc({ outcome: 'stored' })
        results.inc(ingested.results)
        bytes.inc(upload.body.byteLength)
        end()
        return ingested
      } catch (error) {
        uploads.inc({ outcome: error instanceof Problem ? error.code : 'INTERNAL' })
        throw error
      }
    },
    settle: (order, check) => counted(() => processor.settle(order, check)),
    close: () => processor.close(),
  }
}
