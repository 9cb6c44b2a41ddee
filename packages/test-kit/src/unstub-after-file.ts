import { afterAll, vi } from 'vitest'

// Vitest restores before each test, so the last one of a file would leave its variables to the next file of the process.
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
