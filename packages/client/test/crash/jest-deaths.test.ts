import { testDeaths } from './deaths.ts'

// Jest does not listen to signals: the system ends it in mid-sentence. A worker that exits is started again.
testDeaths('jest', {
  'Ctrl-C': ['incomplete', 'is silent'],
  SIGTERM: ['incomplete', 'is silent'],
  SIGKILL: ['incomplete', 'is silent'],
  'SIGKILL of a worker': ['failed', 'sends'],
  'a worker out of memory': ['failed', 'sends'],
  'the runner out of memory': ['incomplete', 'is silent'],
  'process.exit in a test': ['passed', 'sends'],
  'process.exit in another reporter': ['incomplete', 'says'],
  'an uncaught exception of another reporter': ['incomplete', 'says'],
})
