import type { documentOperations } from '@svc/schema'
import type { z } from 'zod'
import { Problem } from '../../../ground/kernel/problem.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { PushedCommit } from './push-order.ts'
import { type KnownDocument, outcomeOf } from './pushed.ts'

type Operation = (typeof documentOperations)['pushDocuments']

/** What a push sends, and what became of one of its files. */
export type PushInput = z.output<Operation['input']>
export type PushResult = z.input<Operation['output']>['results'][number]

/** What becomes of a file whose text is not read yet. */
export function resultOf(
  path: string,
  hash: string,
  { overwrite }: PushInput,
  known: KnownDocument | undefined,
  newer: PushedCommit | undefined,
): PushResult {
  const outcome = outcomeOf(hash, known, { isOutdated: newer !== undefined, isOverwriting: overwrite })
  const { id = null, revision = null } = known ?? {}
  return {
    path,
    outcome,
    ...(outcome === 'outdated' && describeNewer(newer)),
    id,
    revision,
    error: null,
  }
}

export const describeNewer = (newer: PushedCommit | undefined) =>
  newer && { newerCommit: { sha: newer.sha, committedAt: iso(newer.committedAt) } }

export const refused = (path: string, { code, message }: Problem): PushResult => ({
  path,
  outcome: 'refused',
  id: null,
  revision: null,
  error: { code, message },
})

/** A fault of this file; anything else, such as an outage, ends the push. */
export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE', 'CONFLICT'].includes(error.code)
