import type { AttemptStatus } from '@svc/protocol'
import type { Config } from './config.ts'

/** True if the artifacts of an attempt are sent: with `failed`, those of attempts that failed and of their retries. */
export const wantsArtifacts = (
  mode: Config['artifacts'],
  status: AttemptStatus,
  isTriedAgain: boolean,
): boolean =>
  mode === 'all' || (mode === 'failed' && ((status !== 'passed' && status !== 'skipped') || isTriedAgain))
