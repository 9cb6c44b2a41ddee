import type { failureOperations } from '@svc/schema'
import type { z } from 'zod'
import { sha } from './sha.ts'

type SentCulprit = Omit<z.input<typeof failureOperations.recordCulprit.input>, 'fingerprint'>

/** What a search found: the commit `b…` with a probability of 98 %. */
export const culprit = (more: Partial<SentCulprit> & Pick<SentCulprit, 'execution'>): SentCulprit => ({
  commits: [{ sha: sha('b'), author: 'Ada', subject: 'Round half up (#42)' }],
  commitCount: 1,
  good: sha('1'),
  searched: 64,
  probability: 0.98,
  before: { failed: 0, passed: 9 },
  after: { failed: 6, passed: 0 },
  skipped: 0,
  command: 'npx vitest run shop.test.ts --retry=0',
  ...more,
})
