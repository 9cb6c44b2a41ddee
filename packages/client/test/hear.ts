import { vi } from 'vitest'

const SLOW = /^svc: (?:waiting for|sending artifacts to) /

/** Collects what is said from now on, but for the lines of a run that takes long: a busy machine may have them anywhere. */
export const hear = (said: string[], { isSlowToo = false } = {}): void => {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (isSlowToo || !SLOW.test(String(text))) said.push(String(text))
    return true
  })
}
