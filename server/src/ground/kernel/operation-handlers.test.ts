import { limitRoutes } from '@svc/schema'
import { expect, test } from 'vitest'
import { bindLater } from './operation-handlers.ts'

test('the first calls of a table share one load of its code, which is tried again after a failure', async () => {
  let loads = 0
  const { verbs } = bindLater(limitRoutes, async () => {
    loads++
    if (loads === 1) throw new Error('The disk was busy')
    return { getLimits: async ({ input }) => input as never }
  })
  const getLimits = verbs.getLimits
  const call = { input: { a: 1 } } as unknown as Parameters<NonNullable<typeof getLimits>>[0]
  expect(loads).toBe(0)
  await expect(getLimits?.(call)).rejects.toThrow('The disk was busy')
  expect(await Promise.all([getLimits?.(call), getLimits?.(call)])).toEqual([{ a: 1 }, { a: 1 }])
  expect(loads).toBe(2)
})
