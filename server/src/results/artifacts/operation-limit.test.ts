import { expect, test } from 'vitest'
import { makeOperationLimit } from './operation-limit.ts'

const pending = () => {
  let end: (value: string) => void = () => undefined
  const promise = new Promise<string>((resolve) => {
    end = resolve
  })
  return { promise, end: (value = 'done') => end(value) }
}

const AWAY = { code: 'UNAVAILABLE', part: 'artifacts', kind: 'away', facts: { retryAfterSeconds: 5 } }

test('no more operations than the most are under way, and the others follow in their order', async () => {
  const limit = makeOperationLimit({ most: 2 })
  const begun: number[] = []
  const works = [pending(), pending(), pending(), pending()]
  const all = works.map(({ promise }, at) =>
    limit.run(() => {
      begun.push(at)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  works[1]?.end()
  await all[1]
  expect(begun).toEqual([0, 1, 2])
  for (const work of works) work.end()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
})

test('while all hang, an operation that waits is refused; it never begins', async () => {
  const limit = makeOperationLimit({ most: 1, turnMs: 1 })
  const hanging = pending()
  const held = limit.run(() => hanging.promise)
  let hasBegun = false
  const waiting = limit.run(async () => {
    hasBegun = true
  })
  await expect(waiting).rejects.toMatchObject(AWAY)
  hanging.end()
  expect(await held).toBe('done')
  expect(hasBegun).toBe(false)
  expect(await limit.run(async () => 'again')).toBe('again')
})

test('an operation that hangs is given up, and holds its place until it ends', async () => {
  const limit = makeOperationLimit({ most: 1, turnMs: 1, endMs: 1 })
  const hanging = pending()
  const late: string[] = []
  await expect(
    limit.run(
      () => hanging.promise,
      (result) => late.push(result),
    ),
  ).rejects.toMatchObject(AWAY)
  await expect(limit.run(async () => 'next')).rejects.toMatchObject(AWAY)
  hanging.end('opened')
  await hanging.promise
  expect(await limit.run(async () => 'again')).toBe('again')
  expect(late).toEqual(['opened'])
})

test('an operation that fails makes room, and says why', async () => {
  const limit = makeOperationLimit({ most: 1 })
  await expect(limit.run(() => Promise.reject(new Error('ENOENT')))).rejects.toThrow('ENOENT')
  expect(await limit.run(async () => 'next')).toBe('next')
})

test('a file is closed even if its turn comes long after others were refused', async () => {
  const limit = makeOperationLimit({ most: 1, turnMs: 1 })
  const hanging = pending()
  const held = limit.run(() => hanging.promise)
  let isClosed = false
  const closing = limit.close({
    close: async () => {
      isClosed = true
    },
  })
  await expect(limit.run(async () => 'refused')).rejects.toMatchObject(AWAY)
  expect(isClosed).toBe(false)
  hanging.end()
  await Promise.all([held, closing])
  expect(isClosed).toBe(true)
  expect(await limit.run(async () => 'next')).toBe('next')
})

test('who waits for a file to close is told after the limit; it is closed later all the same', async () => {
  const limit = makeOperationLimit({ most: 1, turnMs: 1, endMs: 1 })
  const [hanging, closed] = [pending(), pending()]
  await expect(limit.run(() => hanging.promise)).rejects.toMatchObject(AWAY)
  await expect(limit.close({ close: async () => closed.end() })).rejects.toMatchObject(AWAY)
  hanging.end()
  expect(await closed.promise).toBe('done')
})
