// @module-tag thorough
import { testDeaths } from './deaths.ts'

// On a signal Vitest exits with its number, and tells its reporters nothing.
testDeaths('vitest', {
  'Ctrl-C': ['cancelled', 'says'],
  SIGTERM: ['cancelled', 'says'],
  SIGKILL: ['incomplete', 'is silent'],
  'SIGKILL of a worker': ['failed', 'sends'],
  'a worker out of memory': ['failed', 'sends'],
  'the runner out of memory': ['incomplete', 'is silent'],
  'process.exit in a test': ['failed', 'sends'],
  'process.exit in another reporter': ['incomplete', 'says'],
  'an uncaught exception of another reporter': ['incomplete', 'says'],
})
