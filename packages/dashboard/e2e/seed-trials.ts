import { randomUUID } from 'node:crypto'
import type { Operations } from '@svc/api'
import { get, post, type Target } from './send.ts'

type Occurrences = Operations['getFailure']['data']['occurrences']

/** Trials of a failed test on both sides, some without a result, and a burn-in of it; of other code, so no verdict changes. */
export async function seedTrials(to: Target, fingerprint: string): Promise<void> {
  const { occurrences } = await get<{ occurrences: Occurrences }>(
    to,
    `/api/failures/${fingerprint}?project=insights`,
  )
  const [newest] = occurrences
  const [test] = newest?.sample ?? []
  if (!newest || !test) throw new Error('No execution had the failure')
  const error = { message: 'connect ECONNREFUSED 10.0.0.7:5432' }
  const trial = (side: 'head' | 'base', result: 'failed' | 'passed' | 'void') => ({
    side,
    result,
    durationMs: 1_400,
    ...(result === 'failed' && { error }),
    ...(result === 'void' && { reason: 'the file does not load: cannot find module pg' }),
  })
  const { file, titles, variant } = test
  const head = {
    commit: 'c'.repeat(40),
    dirty: false,
    command: 'npx vitest run src/orders/export.test.ts --retry=0',
  }
  const own = {
    test: { file, titles, variant, leg: 'windows' },
    head,
    machine: 'linux-x64, Node 24.11.0, GitHub Actions',
    startedAt: new Date(to.now).toISOString(),
  }
  await post(to, '/api/experiments', {
    execution: newest.execution.id,
    experiments: [
      {
        ...own,
        id: randomUUID(),
        purpose: 'proof',
        alike: 2,
        base: {
          commit: 'd'.repeat(40),
          branch: 'main',
          isOlder: true,
          command:
            'git worktree add --detach ../base-ddddddd && cd ../base-ddddddd && npm ci && npx vitest run src/orders/export.test.ts --retry=0',
        },
        trials: [
          trial('head', 'failed'),
          trial('base', 'void'),
          trial('base', 'passed'),
          trial('head', 'failed'),
        ],
      },
      {
        ...own,
        id: randomUUID(),
        purpose: 'burn-in',
        trials: [trial('head', 'passed'), { ...trial('head', 'passed'), order: 2 }, trial('head', 'failed')],
      },
    ],
  })
}
