import { expect, test } from 'vitest'
import { readStored, storeFailure } from './stored-reason.ts'

const kept = (failure: Parameters<typeof storeFailure>[0]) =>
  readStored({ kind: 'error', ...storeFailure(failure) })

test('a failure comes back as it was, however long its message', () => {
  for (const message of ['', 'short', 'x'.repeat(2_000), `${'x'.repeat(1_999)}😀`, 'é'.repeat(20_000)]) {
    const failure = { message, name: 'Error', stack: 'at a.ts:1', cause: { message: 'below' } }
    expect(kept(failure)).toEqual(failure)
    expect(storeFailure(failure).message.isWellFormed()).toBe(true)
  }
})

test('a message is stored once, or its beginning beside it', () => {
  expect(storeFailure({ message: 'broke', name: 'Error' })).toEqual({
    message: 'broke',
    detail: '{"name":"Error"}',
  })
  expect(storeFailure({ message: 'x'.repeat(9_000) }).message).toHaveLength(2_000)
})

test('a skip comes back as it was', () => {
  const skip = { kind: 'skip', reason: 'not here' } as const
  expect(readStored({ kind: 'skip', message: 'not here', detail: JSON.stringify(skip) })).toEqual(skip)
})
