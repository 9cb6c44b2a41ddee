import type { experimentOperations } from '@svc/schema'
import type { z } from 'zod'
import type { TestAnswer, TestApp } from './make-app.ts'
import { sha } from './sha.ts'

export type SentExperiment = z.input<typeof experimentOperations.sendExperiments.input>['experiments'][number]
type Trial = SentExperiment['trials'][number]

let experiments = 0

/**
 * Trials of one side in short: `f` failed, `p` passed, `v` void. Capitals are trials of the base: `fPfPfP` is a test that
 * fails here and passes there.
 */
export const trialsOf = (letters: string, message = 'pays is broken'): Trial[] =>
  [...letters].map((letter) => {
    const side = letter === letter.toLowerCase() ? 'head' : 'base'
    const durationMs = 1_000
    if (letter.toLowerCase() === 'p') return { side, result: 'passed', durationMs }
    if (letter.toLowerCase() === 'v')
      return { side, result: 'void', durationMs, reason: 'the test did not run' }
    return { side, result: 'failed', durationMs, error: { name: 'Error', message } }
  })

/** An experiment about `pays` of the commit `a…`, whose base is the commit `1…` of main. */
export const experiment = (letters: string, more: Partial<SentExperiment> = {}): SentExperiment => ({
  id: `00000000-0000-4000-9000-${String(++experiments).padStart(12, '0')}`,
  purpose: 'proof',
  test: { file: 'shop.test.ts', titles: ['pays'], leg: 'linux-x64-node24' },
  head: { commit: sha('a'), dirty: false, command: 'npx vitest run shop.test.ts --retry=0' },
  base: {
    commit: sha('1'),
    branch: 'main',
    isOlder: true,
    command: 'npx vitest run shop.test.ts --retry=0',
  },
  machine: 'linux-x64, Node 24.11.0',
  startedAt: '2026-01-02T03:04:05.000Z',
  trials: trialsOf(letters),
  ...more,
})

/** Sends experiments of an execution. */
export const sendExperiments = (
  app: Pick<TestApp, 'post'>,
  execution: string,
  ...sent: SentExperiment[]
): Promise<TestAnswer<{ stored: number; known: number }>> =>
  app.post('/api/experiments', { execution, experiments: sent })
