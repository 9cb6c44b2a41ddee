import { type SqlBool, sql } from 'kysely'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { VerificationRow } from './judge-runs.ts'

/** A decided fix may still be refuted for this long, and one that waits is asked for again. */
export const WATCHED_MS = 30 * DAY_MS

/** True for verifications that wait at a time, milliseconds since the epoch, and whose agent has not forgotten them. */
export const stillWaits = (now: number) =>
  sql<SqlBool>`state = 'waiting' and coalesce(asked_again_at, created_at) > ${now - WATCHED_MS}`

/** The end of the watch of a verification that waits, milliseconds since the epoch. */
export const watchedUntil = ({ asked_again_at, created_at }: VerificationRow): number =>
  (asked_again_at ?? created_at) + WATCHED_MS
