import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@svc/test-kit/server'
import { expect, test } from 'vitest'
import { Random } from '../../../bench/verdicts/random.ts'
import { makeCalendar } from './calendar.ts'
import { CHANGES, OPEN_CHANGES } from './changes.ts'
import { fillHistory } from './fill-history.ts'
import { journalsOf } from './journal.ts'
import { TESTS } from './suites.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')
const HOUR_MS = 3_600_000

const story = () => {
  const random = new Random(1)
  const calendar = makeCalendar(random, NOW)
  return { calendar, journals: calendar.pushes.map((push) => journalsOf(push, new Map(), NOW, random)) }
}

test('is the same story for the same seed, and none of it lies ahead', () => {
  const { calendar, journals } = story()
  expect(story()).toEqual({ calendar, journals })
  expect(calendar.pushes.every(({ at }) => at < NOW)).toBe(true)
  expect(new Set(calendar.pushes.map(({ build }) => build)).size).toBe(calendar.pushes.length)
})

test('ends with green runs of main on the day of the demo, each of code that was there', () => {
  const { calendar } = story()
  const day = NOW - (NOW % 86_400_000)
  const ofToday = calendar.pushes.filter(({ at, branch }) => branch === 'main' && at >= day)
  expect(ofToday.length).toBeGreaterThanOrEqual(3)
  expect(
    calendar.pushes.every(
      ({ at, codeAt, isBroken, branch }) => codeAt <= at && !(isBroken && branch === 'main'),
    ),
  ).toBe(true)
})

test.for(['2026-03-02T00:30:00Z', '2026-03-01T02:15:00Z', '2026-03-02T23:50:00Z'])(
  'is as recent at any hour: %s',
  (at) => {
    const now = Date.parse(at)
    const { pushes } = makeCalendar(new Random(1), now)
    expect(pushes.every((push) => push.at < now)).toBe(true)
    const ofMain = pushes.filter(({ branch, at: ran }) => branch === 'main' && now - ran < 12 * HOUR_MS)
    expect(ofMain.length).toBeGreaterThanOrEqual(3)
    expect(now - Math.max(...ofMain.map(({ at: ran }) => ran))).toBeLessThanOrEqual(4 * HOUR_MS)
    expect(pushes.some(({ pullRequest, at: ran }) => pullRequest && now - ran < 24 * HOUR_MS)).toBe(true)
  },
)

test('breaks only tests that exist', () => {
  const titles = new Set(TESTS.map(({ titles }) => titles.at(-1)))
  const broken = [...CHANGES, ...OPEN_CHANGES].flatMap(({ breaks }) => breaks ?? [])
  expect(broken.filter((title) => !titles.has(title))).toEqual([])
})

test('becomes six weeks of the product’s own answers', { tags: 'thorough' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-demo-'))
  const repository = join(folder, 'shop')
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', repository])
  const data = join(folder, 'data')
  const { apiKey, welcomeUrl } = await fillHistory(data, repository, 'http://svc.test', Date.now())
  expect(welcomeUrl).toMatch(/^http:\/\/svc\.test\/welcome#svl_/)
  const server = await startServer({ data, apiKey })
  try {
    const flaky = await server.get<{ titles: string[] }[]>('/api/flaky-tests?project=shop&days=30')
    expect(flaky.map(({ titles }) => titles.at(-1))).toContain('finds what was added a moment ago')
    const outage = await server.get<{ tests: number }[]>('/api/failures?project=shop&q=ECONNREFUSED')
    expect(outage[0]?.tests).toBeGreaterThan(5)
    const { pullRequests: pulls } = await server.get<{ pullRequests: unknown[] }>(
      '/api/pull-requests?project=shop',
    )
    expect(pulls.length).toBeGreaterThan(5)
    const proposals = await server.get<unknown[]>('/api/proposals?project=shop&state=open')
    expect(proposals).toHaveLength(1)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
