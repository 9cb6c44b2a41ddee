import { NO_LIMITS } from '@svc/test-kit/server'
import { describe, expect, test } from 'vitest'
import type { Pull } from './github/state.ts'
import { type JournalOptions, linesOf, textOf } from './journals.ts'
import type { JobContext, StepResult } from './run-action.ts'
import { type Leg, legsOf, makeShop, over, type Shop, useScene } from './scene.ts'
import { addToken } from './world.ts'

// How a comment ends if a part of the base does not come: the last job that reports writes how it ended.

const scene = useScene({ env: { ...NO_LIMITS, SVC_SETTLE_AFTER: '2s' } })

/** Runs the step of a leg, which waits for silence as it does by default, and ends its job. */
const report = async (shop: Shop, { leg, job, context }: Leg, wait = true): Promise<StepResult> => {
  shop.keep(context, { leg, results: { [`pays on ${leg}`]: 'passed' } })
  const ended = await shop.main(context, { 'fail-on': 'never', 'wait-for-silence': String(wait) })
  over(job)
  return ended
}

const expectEnded = (shop: Shop, pull: Pull, last: StepResult) => {
  const [comment, ...others] = shop.comments(pull)
  expect(others).toEqual([])
  for (const text of [comment?.body, last.summary, last.log.split('\n').at(-1)])
    expect(text).not.toMatch(/still running|provisional|Waiting for/)
  return comment?.body
}

test('a leg of the base does not come and nobody may look at jobs: the last job says so after a silence', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await shop.pushedOn(['node20', 'node22', 'node24'])
  const pull = shop.pull()
  // What three of our example workflows gave their token.
  const token = addToken(scene.state, { contents: 'read', 'pull-requests': 'write' })
  const [first, second] = legsOf(scene, shop, shop.jobOf(shop.opened(pull), { token }), ['node22', 'node24'])
  await report(shop, first as Leg, false)
  const last = await report(shop, second as Leg)
  expect(last.outputs, last.log).toMatchObject({ state: 'passed', passed: '2', verdict: 'passed' })
  const body = expectEnded(shop, pull, last)
  expect(body).toMatch(/^### ✅ Nothing broke · .* · 1 part did not report$/m)
  expect(body).toContain('Did not report: job test with vitest.config.mjs on node20, which the base has.')
  expect(last.log).toContain('did not report: job test with vitest.config.mjs on node20')
  // GitHub is asked once.
  expect(last.log.match(/actions: read/g)).toHaveLength(1)
})

describe('a token that reads jobs', () => {
  test('a job that continues and reports nothing, such as a linter, holds nothing up', {
    tags: 'thorough',
  }, async () => {
    const shop = makeShop(scene)
    await shop.pushedOn(['node20', 'node22'])
    const pull = shop.pull()
    const [leg] = legsOf(scene, shop, shop.jobOf(shop.opened(pull)), ['node22', 'lint'])
    const last = await report(shop, leg as Leg)
    expect(last.outputs.state, last.log).toBe('passed')
    expect(expectEnded(shop, pull, last)).toMatch(/Did not report: job test .* on node20, which the base has/)
  })

  test('a job that was cancelled in the middle of its tests is lost, and the last one says so', {
    tags: 'thorough',
  }, async () => {
    const shop = makeShop(scene)
    await shop.pushedOn(['node20', 'node22'])
    const pull = shop.pull()
    const [cut, leg] = legsOf(scene, shop, shop.jobOf(shop.opened(pull)), ['node20', 'node22'])
    const context = (cut as Leg).context
    // Its reporter sent what it had while the tests ran.
    await sendPart(context, { project: shop.project, leg: 'node20', isEnded: false })
    over((cut as Leg).job, 'cancelled')
    const last = await report(shop, leg as Leg)
    expect(last.outputs.state, last.log).toBe('incomplete')
    expect(expectEnded(shop, pull, last)).toMatch(/Did not report: job test .* on node20, which was cut off/)
  })
})

/** What a reporter with a key sends by itself. */
const sendPart = async (job: JobContext, options: JournalOptions): Promise<void> => {
  const { url, apiKey } = scene.server
  const response = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/x-ndjson',
      'svc-from': '0',
      'svc-clock': String(Date.now()),
    },
    body: textOf(linesOf(job, options)),
  })
  expect(response.status, await response.text()).toBe(200)
}
