import { z } from 'zod'
import { isoTime } from './iso-time.ts'

const EARLIEST = Date.parse('1970-01-01T00:00:00Z')
const LATEST = Date.parse('2100-01-01T00:00:00Z')

const isInRange = (time: string) => Date.parse(time) >= EARLIEST && Date.parse(time) <= LATEST

const REFUSAL = 'must be a time from 1970 to 2100 such as 2026-01-31T12:00:00Z, or a date'

/** A point in time in a request; a date is its first moment. */
const Moment = isoTime(REFUSAL).refine(isInRange, REFUSAL).optional()

/** Half-open: `from` is in it, `to` is not. */
export const windowParameters = {
  from: Moment.describe(
    'Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`.',
  ),
  to: Moment.describe('Executions that began before this time. Default: now.'),
}

/** A text from a result, such as a branch. */
export const Name = z.string().min(1).max(1_000)
