import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Window } from '../history/window.ts'

export type Granularity = 'hourly' | 'daily' | 'weekly' | 'monthly'

/** One hour, day, ISO week or month, UTC. */
export interface Bucket extends Window {
  name: string
}

const HOUR_MS = 3_600_000
/** The epoch was a Thursday; ISO weeks begin on Monday. */
const MONDAY_BEFORE_EPOCH = -3

/** All buckets of a window, oldest first; complete buckets even if the window begins or ends within one. */
export function bucketsOf({ from, to }: Window, granularity: Granularity): Bucket[] {
  const buckets: Bucket[] = []
  for (let start = startOf(from, granularity); start < to; ) {
    const end = endOf(start, granularity)
    buckets.push({ name: bucketNameOf(start, granularity), from: start, to: end })
    start = end
  }
  return buckets
}

/** The start of the bucket of a time. */
export function startOf(ms: number, granularity: Granularity): number {
  if (granularity === 'hourly') return floorTo(ms, HOUR_MS, 0)
  if (granularity === 'daily') return floorTo(ms, DAY_MS, 0)
  if (granularity === 'weekly') return floorTo(ms, 7 * DAY_MS, MONDAY_BEFORE_EPOCH * DAY_MS)
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

const floorTo = (ms: number, step: number, origin: number) => Math.floor((ms - origin) / step) * step + origin

function endOf(start: number, granularity: Granularity): number {
  if (granularity === 'hourly') return start + HOUR_MS
  if (granularity === 'daily') return start + DAY_MS
  if (granularity === 'weekly') return start + 7 * DAY_MS
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

function bucketNameOf(start: number, granularity: Granularity): string {
  const text = new Date(start).toISOString()
  if (granularity === 'hourly') return text.slice(0, 13)
  if (granularity === 'daily') return text.slice(0, 10)
  if (granularity === 'monthly') return text.slice(0, 7)
  // A week belongs to the year of its Thursday.
  const thursday = new Date(start + 3 * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}
