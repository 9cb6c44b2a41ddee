import { vi } from 'vitest'

/** Collects what is said from now on, but for the line of a run that waits: a slow machine may have it anywhere. */
export const hear = (said: string[]): void => {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (!String(text).startsWith('svc: waiting for ')) said.push(String(text))
    return true
  })
}
