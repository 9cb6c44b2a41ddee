import type { Store } from '../../ground/store/open.ts'
import { identitiesOf, newestNamesOf } from '../../results/test-identity/former-names.ts'
import {
  type Duration,
  type DurationPage,
  longestFirst,
  readDurationPages,
} from '../history/duration-pages.ts'
import { firstOfSuites, readNewestRuns } from '../history/newest-runs.ts'
import { readNewestDurations } from './newest-durations.ts'

/** An entry of a run: its place in the order, and the test under its newest name. */
export interface Timed {
  /** 0 if another entry of the test is longer, and counts instead. */
  id: number
  place: Duration
}

interface Wanted {
  projectId: number
  isUp: boolean
  /** Begins behind this place. */
  after: Duration | null
}

/**
 * Reads the tests of a project in the order of how long each took in the newest run of its suite. A call returns the
 * next `count` entries, fewer at the end. It reads a few pages of each run, whatever the size of the run.
 */
export async function durationsInOrder(store: Store, { projectId, isUp, after }: Wanted) {
  const runs = firstOfSuites(await readNewestRuns(store.read, projectId))
  const pages = await readDurationPages(
    store,
    runs.map((run) => run.id),
  )
  const entries = merged(
    pages.map((own) => entriesOf(own, isUp, after)),
    isUp ? (a, b) => longestFirst(b, a) : longestFirst,
  )
  return async (count: number): Promise<Timed[]> => {
    const some: Duration[] = []
    while (some.length < count) {
      const { done, value } = await entries.next()
      if (done) break
      some.push(value)
    }
    return asTests(store, projectId, some)
  }
}

/** Of the entries of a test, which may have several suites and names, the longest one counts. */
async function asTests(store: Store, projectId: number, entries: Duration[]): Promise<Timed[]> {
  const ids = [...new Set(entries.map(([, id]) => id))]
  const newest = await newestNamesOf(store, projectId, ids)
  const names = [...new Set(ids.map((id) => newest.get(id) ?? id))]
  const identities = await identitiesOf(store, projectId, names)
  const longest = await readNewestDurations(store, projectId, [...identities.values()].flat())
  const placeOf = new Map(
    [...identities].map(([name, all]) => {
      const places = all.flatMap((id): Duration[] =>
        longest.has(id) ? [[longest.get(id) as number, id]] : [],
      )
      return [name, places.sort(longestFirst)[0]]
    }),
  )
  return entries.map((place) => {
    const id = newest.get(place[1]) ?? place[1]
    const own = placeOf.get(id)
    return { id: own && longestFirst(own, place) === 0 ? id : 0, place }
  })
}

/** The entries of a run behind a place, in either direction. */
async function* entriesOf(
  pages: DurationPage[],
  isUp: boolean,
  after: Duration | null,
): AsyncGenerator<Duration> {
  const isBehind = (entry: Duration) =>
    after === null || (isUp ? longestFirst(entry, after) < 0 : longestFirst(entry, after) > 0)
  const from =
    after &&
    Math.max(
      0,
      pages.findLastIndex(({ first }) => longestFirst(first, after) <= 0),
    )
  const wanted = isUp ? pages.slice(0, (from ?? pages.length) + 1).reverse() : pages.slice(from ?? 0)
  for (const page of wanted) {
    const entries = (await page.read()).filter(isBehind)
    yield* isUp ? entries.reverse() : entries
  }
}

/** Merges lists that are in order. An entry that several have comes once. */
async function* merged(
  lists: AsyncGenerator<Duration>[],
  compare: (a: Duration, b: Duration) => number,
): AsyncGenerator<Duration> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, head: await list.next() })))
  let before: Duration | undefined
  for (;;) {
    const open = heads.filter(({ head }) => !head.done)
    const first = open.reduce<(typeof open)[number] | undefined>(
      (best, each) => (best && compare(best.head.value, each.head.value) <= 0 ? best : each),
      undefined,
    )
    if (!first) return
    const entry: Duration = first.head.value
    if (!before || compare(before, entry) !== 0) yield entry
    before = entry
    first.head = await first.list.next()
  }
}
