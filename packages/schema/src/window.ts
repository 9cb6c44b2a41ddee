import { z } from 'zod'

const EARLIEST = Date.parse('1970-01-01T00:00:00Z')
const LATEST = Date.parse('2100-01-01T00:00:00Z')

const isTime = (text: string) =>
  z.iso.datetime({ offset: true }).safeParse(text).success || z.iso.date().safeParse(text).success
const isInRange = (text: string) => Date.parse(text) >= EARLIEST && Date.parse(text) <= LATEST

/** A point in time in a request; a date is its first moment, UTC. */
const Moment = z
  .string()
  .refine(
    (text) => isTime(text) && isInRange(text),
    'must be a time from 1970 to 2100 such as 2026-01-31T12:00:00Z, or a date',
  )
  .optional()

/** Half-open: `from` is in it, `to` is not. */
export const windowParameters = {
  from: Moment.describe('Executions that began at this time or later. Default: 30 days before `to`.'),
  to: Moment.describe('Executions that began before this time. Default: now.'),
}

/** A text from a result, such as a branch. */
export const Name = z.string().min(1).max(1_000)
