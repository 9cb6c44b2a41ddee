import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from './folders.ts'
import { KEY } from './recording.ts'
import { closedAddress, problem } from './server.ts'
import { type Authority, makeAuthority } from './trouble-certificates.ts'
import { type Ended, runIntoTrouble, textBelow } from './trouble-run.ts'
import type { Listening } from './trouble-servers.ts'

/** Further timers of the run: half of its default time. */
export const SLACK_MS = 15_000
/** No timer of ours is as short, and nothing but the end of the process is left to be done. */
const LINGERS_MS = 5_000

export const status =
  (
    code: number,
    body = '<html><h1>Nope</h1></html>',
    headers: Record<string, string> = {},
  ): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end(body)
export const ours = (code: number, message: string) => status(code, problem(code, 'SOME_CODE', message).body)
export const html = (code: number, headers?: Record<string, string>) => status(code, undefined, headers)
export const receipt = (accepted: unknown, more: object = {}) =>
  status(200, JSON.stringify({ success: true, data: { accepted, ...more } }))

/** Who notices first that time is up, the request or the run, is up to a busy machine. */
export const OUT_OF_TIME = /no complete answer in time; .*timeoutMs|time ran out before all results were sent/

export const authority: Authority = makeAuthority()
export const DAY_MS = 86_400_000
export const here = { name: 'localhost', hosts: ['localhost', '127.0.0.1'] }
const folder = makeFolder()
export const TRUST = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
writeFileSync(TRUST.NODE_EXTRA_CA_CERTS, authority.cert)

export interface Case {
  what: string
  /** What listens; absent: nothing. */
  listen?: () => Promise<Listening>
  scheme?: string
  /** Where the run is told to send, `%` being the port. */
  url?: string
  env?: Record<string, string>
  says: RegExp
  /** The end of the run waits no longer, in milliseconds. */
  within?: number
  /** Where the journal is afterwards. */
  journal?: 'kept' | 'set aside'
}

export const run = async ({
  listen,
  scheme = 'http',
  url,
  env,
}: Pick<Case, 'listen' | 'scheme' | 'url' | 'env'>) => {
  const listening = await listen?.()
  const place = url ?? (listening ? `${scheme}://127.0.0.1:${listening.port}` : await closedAddress())
  try {
    return await runIntoTrouble({ SVC_URL: place, ...env })
  } finally {
    await listening?.close()
  }
}

/** What holds whatever happens to the results. */
export const expectNoHarm = (ended: Ended) => {
  expect(ended.code).toBe(7)
  expect(ended.lines.filter((line) => !line.startsWith('svc: '))).toEqual([])
  expect(new Set(ended.lines).size).toBe(ended.lines.length)
  expect(ended.lingeredMs).toBeLessThan(LINGERS_MS)
  expect(ended.heldSockets).toBe(0)
  expect(ended.grownMiB).toBeLessThan(100)
  expect(ended.lines.join('\n') + ended.stdout + textBelow(join(ended.root, '.svc'))).not.toContain(
    KEY.slice(0, 20),
  )
}
