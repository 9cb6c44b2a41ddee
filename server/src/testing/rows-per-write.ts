import { vi } from 'vitest'
import type { TestApp } from './make-app.ts'

/** The most rows by which a count differs after any one transaction of the app, while the work runs. */
export async function mostPerWrite(
  { store }: Pick<TestApp, 'store'>,
  count: () => Promise<number>,
  work: () => Promise<unknown>,
): Promise<number> {
  const { write } = store
  let last = await count()
  let most = 0
  const spy = vi.spyOn(store, 'write').mockImplementation(async (...given) => {
    const result = await write(...given)
    const now = await count()
    most = Math.max(most, Math.abs(now - last))
    last = now
    return result
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
  return most
}
