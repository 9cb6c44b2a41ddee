import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, type TestContext, test } from 'vitest'
import { flush } from '../src/flush.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { KEY } from './recording.ts'
import { startServer } from './server.ts'
import { ANSWERS } from './trouble-answers.ts'
import { type Case, expectNoHarm, OUT_OF_TIME, run, SLACK_MS } from './trouble-cases.ts'
import { CONNECTIONS } from './trouble-connections.ts'
import { runIntoTrouble } from './trouble-run.ts'
import { raw } from './trouble-servers.ts'

afterAll(removeFolders)

/** One trouble of each kind. The tests below have a server that hangs for a shorter time. */
const TYPICAL = [
  'a key the server does not know',
  '429 without a word when',
  '503 of a gateway',
  'a connection that is cut while it is written to',
]

describe("trouble is reported once, changes no run's outcome, and keeps the results", () => {
  const all = [...ANSWERS, ...CONNECTIONS]
  const isTypical = ({ what }: { what: string }) => TYPICAL.includes(what)
  test.concurrent.for(all.filter(isTypical))('$what', expectOneLine)
  test.concurrent.for(all.filter((trouble) => !isTypical(trouble)))(
    '$what',
    { tags: 'thorough' },
    expectOneLine,
  )
})

async function expectOneLine(trouble: Case, { expect }: TestContext) {
  const ended = await run(trouble)
  expectNoHarm(ended)
  expect(ended.lines.join('\n')).toMatch(trouble.says)
  expect(ended.lines).toHaveLength(2)
  // Said to those who wait 4 s. How long a few tries take is up to the machine; an answer that never comes takes longer.
  if (ended.hasWaited) expect(ended.tookMs).toBeGreaterThan(3_990)
  else expect(trouble.within ?? 0).toBeLessThan(5_000)
  expect(ended.lines[1]).toContain('npx --no svc flush')
  expect(ended.waitedMs).toBeLessThan((trouble.within ?? 0) + SLACK_MS)
  const place = trouble.journal === 'set aside' ? 'journal/rejected/' : 'journal/'
  expect(ended.files).toEqual([
    '.gitignore',
    expect.stringMatching(new RegExp(`^${place}[0-9a-f-]+\\.ndjson$`)),
  ])
}

test('without a key one line is said, and no file or folder is made', async () => {
  const ended = await runIntoTrouble({ SVC_API_KEY: '' })
  expectNoHarm(ended)
  expect(ended.lines).toEqual([
    expect.stringMatching(/^svc: no API key, so nothing is recorded; set SVC_API_KEY/),
  ])
  expect(existsSync(join(ended.root, '.svc'))).toBe(false)
  expect((await runIntoTrouble({ SVC_API_KEY: '', SVC_QUIET: '1' })).lines).toEqual([])
  expect((await runIntoTrouble({ SVC_ENABLED: '0' })).lines).toEqual([])
})

test.concurrent.for([
  ['forwards', 3_600_000],
  ['backwards', -3_600_000],
] as const)('a clock that jumps %s changes no waiting', async ([, jumpMs]) => {
  const clock = join(makeFolder(), 'clock.mjs')
  writeFileSync(clock, `const now = Date.now; let jumps = 0; Date.now = () => now() + ${jumpMs} * jumps++`)
  const listening = await raw(() => undefined)
  const env = { NODE_OPTIONS: `--import=${clock}`, SVC_TIMEOUT_MS: '900' }
  const ended = await runIntoTrouble({ SVC_URL: `http://127.0.0.1:${listening.port}`, ...env })
  await listening.close()
  expectNoHarm(ended)
  expect(ended.tookMs).toBeGreaterThan(800)
  expect(ended.waitedMs).toBeLessThan(900 + SLACK_MS)
  expect(ended.lines.join('\n')).toMatch(OUT_OF_TIME)
})

test('a server that goes away between two segments gets the rest later, and nothing twice', {
  tags: 'thorough',
}, async () => {
  const server = await startServer((_, { from }) => (from >= 20_000 ? 'cut' : undefined))
  const env = { SVC_URL: server.url, TROUBLE_TESTS: '45000', SVC_TIMEOUT_MS: '60000' }
  const ended = await runIntoTrouble(env)
  expectNoHarm(ended)
  expect(ended.lines[0]).toMatch(/the connection was cut/)
  expect(server.entries()).toHaveLength(20_000)
  await server.close()

  const back = await startServer()
  // Not by a next run: its 5 s for earlier runs are too short for so many results on a busy machine.
  const flushed = await flush({ folder: ended.root, apiKey: KEY, url: back.url, timeoutMs: 600_000 })
  expect(flushed).toMatchObject([{ state: 'sent' }])
  const journal = back.seen.find(({ lines }) => lines.length > 1000)?.lines[0]
  expect(back.entries(journal?.[0] === 'open' ? journal[2].journal : '')).toHaveLength(45_001)
  await back.close()
})
