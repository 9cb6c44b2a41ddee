import { test } from 'vitest'

/**
 * Declares a test of work that may end after any of its steps, numbered from 1. `test` tries an end after the first, the
 * middle and the last step, `test:all` after each.
 */
export const testEnds = (name: string, body: (endsOf: (last: number) => number[]) => Promise<void>): void => {
  test(name, () => body((last) => [...new Set([1, Math.ceil(last / 2), last])]))
  test(`${name}: each end`, { tags: 'thorough' }, () =>
    body((last) => Array.from({ length: last }, (_, i) => i + 1)),
  )
}
