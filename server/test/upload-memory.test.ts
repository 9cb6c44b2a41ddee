// @module-tag thorough
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '@svc/protocol'
import { NO_LIMITS, startServer } from '@svc/test-kit/server'
import { expect, onTestFinished, test } from 'vitest'

const MIB = 1024 * 1024
const BUDGET_MIB = 32
const SENDERS = 8
const BODIES = 32
const BODY = Buffer.alloc(LIMITS.segmentBytes - MIB, '[1]\n')
/** Heaps of the threads that the first upload starts, and buffers of the sockets. */
const REST_MIB = 220
const COME_BACK_MS = 100

test('many large uploads take no more memory than their budget and the heaps', async (context) => {
  if (process.platform !== 'linux') context.skip('The peak of a process is read from /proc')
  const env = { ...NO_LIMITS, SVC_UPLOADS_AT_ONCE: '0', SVC_UPLOAD_MEMORY: String(BUDGET_MIB * MIB) }
  const server = await startServer({ env })
  onTestFinished(() => server.stop())
  const send = async (body: string | Buffer<ArrayBuffer>) => {
    const headers = { Authorization: `Bearer ${server.apiKey}`, 'Content-Type': 'application/x-ndjson' }
    const answer = await fetch(`${server.url}/api/ingest`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }
  await send('[1]\n')
  const before = memoryOf(server.pid).VmRSS
  const statuses = new Set<number>()
  let left = BODIES
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (left-- > 0) {
        let status = await send(BODY)
        for (; status === 503; status = await send(BODY)) await sleep(COME_BACK_MS)
        statuses.add(status)
      }
    }),
  )
  expect([...statuses]).toEqual([400])
  expect(memoryOf(server.pid).VmHWM - before).toBeLessThan(BUDGET_MIB + REST_MIB)
})

/** Resident memory now and at its peak, MiB. */
function memoryOf(pid: number): { VmRSS: number; VmHWM: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { VmRSS: of('VmRSS'), VmHWM: of('VmHWM') }
}
