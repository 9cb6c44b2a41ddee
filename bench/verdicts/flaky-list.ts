import type { SimulatedApp } from './app.ts'
import type { PlayedRun } from './play.ts'
import type { Flake, World } from './world.ts'

/** Runs a test must have had before its absence from the list is a miss. */
const LEAST_RUNS = 20
const FAILED_SHARE = 0.05

/** One test of a world beside what each rule says of it. */
export interface FlakyTruth {
  /** Null where it is sound. */
  flake: Flake | null
  runs: number
  retries: number
  isListed: boolean
  /** It both passed and failed. */
  raw: boolean
  /** It failed in at least a twentieth of its runs. */
  fixed: boolean
}

interface Page {
  data: { file: string; titles: string[] }[]
  page?: { nextCursor: string | null }
}

/** Asks for the flaky tests when a world is over. Renamed ones are left out: nobody said that they are the same. */
export async function judgeFlakyList(
  { tests, retries }: World,
  played: PlayedRun[],
  app: SimulatedApp,
): Promise<FlakyTruth[]> {
  const listed = new Set<string>()
  let cursor: string | null = null
  do {
    const page: Page = await app.getPage(
      `/api/flaky-tests?days=60&limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { file, titles } of page.data) listed.add(`${file}\0${titles.at(-1)}`)
    cursor = page.page?.nextCursor ?? null
  } while (cursor !== null)
  return tests.flatMap(({ file, title, flake }) => {
    const name = `${file}\0${title}`
    const own = played.map((run) => statusesOf(run, name)).filter((statuses) => statuses.length > 0)
    if (own.length < LEAST_RUNS) return []
    const bad = own.filter((statuses) => statuses.some((status) => status !== 'passed')).length
    return {
      flake,
      runs: own.length,
      retries,
      isListed: listed.has(name),
      raw: bad > 0 && bad < own.length,
      fixed: bad / own.length >= FAILED_SHARE && bad < own.length,
    }
  })
}

const statusesOf = ({ statuses }: PlayedRun, name: string) =>
  ['linux', 'windows'].flatMap((leg) => statuses.get(`${name}\0${leg}`) ?? [])
