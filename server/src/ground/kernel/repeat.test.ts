import { expect, onTestFinished, test } from 'vitest'
import { repeat } from './repeat.ts'

const NEVER_MS = 1_000_000_000

test('asked for while it works, it works once more, however often it was asked', async () => {
  const works: (() => void)[] = []
  const repeated = repeat(
    NEVER_MS,
    () => new Promise<void>((resolve) => works.push(resolve)),
    () => expect.unreachable(),
  )
  onTestFinished(() => repeated.stop())
  repeated.now()
  expect(works).toHaveLength(1)
  for (let i = 0; i < 5; i++) repeated.now()
  expect(works).toHaveLength(1)
  works[0]?.()
  await expect.poll(() => works.length).toBe(2)
  works[1]?.()
  // Nobody has asked meanwhile.
  await new Promise(setImmediate)
  expect(works).toHaveLength(2)
  repeated.now()
  expect(works).toHaveLength(3)
  works[2]?.()
})

test('stopped while it works it ends that, and begins nothing that was asked for', async () => {
  const works: (() => void)[] = []
  const repeated = repeat(
    NEVER_MS,
    () => new Promise<void>((resolve) => works.push(resolve)),
    () => expect.unreachable(),
  )
  repeated.now()
  repeated.now()
  const stopped = repeated.stop()
  works[0]?.()
  await stopped
  repeated.now()
  await new Promise(setImmediate)
  expect(works).toHaveLength(1)
})

test('work that fails is reported, and done again when it is asked for', async () => {
  const errors: unknown[] = []
  const repeated = repeat(
    NEVER_MS,
    () => Promise.reject('no'),
    (error) => errors.push(error),
  )
  onTestFinished(() => repeated.stop())
  repeated.now()
  repeated.now()
  await expect.poll(() => errors).toEqual(['no', 'no'])
})
