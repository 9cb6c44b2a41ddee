// @module-tag thorough
import { testDeaths } from './deaths.ts'

// Playwright ends in order on Ctrl-C, and tries a test whose worker died again.
testDeaths('playwright', {
  'Ctrl-C': ['cancelled', 'sends'],
  SIGTERM: ['incomplete', 'is silent'],
  SIGKILL: ['incomplete', 'is silent'],
  'SIGKILL of a worker': ['passed', 'sends'],
  'a worker out of memory': ['passed', 'sends'],
  'the runner out of memory': ['incomplete', 'is silent'],
  'process.exit in a test': ['passed', 'sends'],
  'process.exit in another reporter': ['incomplete', 'says'],
  'an uncaught exception of another reporter': ['incomplete', 'says'],
})
