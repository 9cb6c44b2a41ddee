// @module-tag thorough
import { expect, test } from 'vitest'
import { startProxy } from './proxy.ts'
import { makeShop, useScene } from './scene.ts'

// The action beside a server that is older, newer or slower than it.

const scene = useScene()

const run = async (between: Parameters<typeof startProxy>[1]) => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { results: { pays: 'failed' } })
  const url = await startProxy(scene.server.url, between)
  return { shop, pull, ended: await shop.main(job, { url, 'fail-on': 'never' }) }
}

test('older: without facts and report the results arrive all the same, and it says what to update', async () => {
  const { shop, pull, ended } = await run({
    // Its own words for an address without a door.
    rename: (path) => path.replace(/\/(facts|report)(?=\?|$)/, '/$1-of-later'),
  })
  expect(ended.code, ended.raw).toBe(0)
  expect(ended.log + ended.summary).toMatch(/older than this action. Update the server/)
  expect((await shop.executions()).find(({ pullRequest }) => pullRequest === pull.number)).toMatchObject({
    counts: { failed: 1 },
  })
})

test('newer: fields and words that it does not know change nothing', async () => {
  const { pull, shop, ended } = await run({
    change: (body) =>
      body
        .replaceAll('"verdict":"', '"madeUp":{"a":[1]},"verdict":"')
        .replace('{"success"', '{"madeUp":1,"success"'),
  })
  expect(ended).toMatchObject({ code: 0, outputs: { failed: '1', regressions: '1' } })
  expect(shop.comments(pull)).toHaveLength(1)
})

test('newer: answers of another shape are said, and nothing is made up', async () => {
  const { ended } = await run({
    change: (body) => body.replaceAll('"totals":', '"sums":').replaceAll('"markdown":', '"text":'),
  })
  expect(ended.code, ended.raw).toBe(0)
  expect(ended.log).toMatch(/newer|version|update/i)
  expect(ended.raw).not.toMatch(/undefined|NaN|\[object/)
})

test('slow: it takes longer, with the same result', async () => {
  const { ended } = await run({ delayMs: 300 })
  expect(ended).toMatchObject({ code: 0, outputs: { failed: '1', regressions: '1' } })
})

test('gone in the middle: what was sent is reported', async () => {
  let asked = 0
  const { ended } = await run({
    instead: (path, response) => {
      asked += path.includes('/facts') ? 1 : 0
      if (asked > 1) response.destroy()
      return asked > 1
    },
  })
  expect(ended.code, ended.raw).toBe(0)
  expect(ended.commands.some(({ name }) => name === 'error' || name === 'warning')).toBe(true)
})
