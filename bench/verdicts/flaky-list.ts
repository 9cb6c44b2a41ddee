import type { SimulatedApp } from './app.ts'
import type { PlayedRun } from './play.ts'
import { keyOf } from './run.ts'
import type { Cause, Flake, World } from './world.ts'

/** Runs a test must have had before its absence from the list is a miss. */
const LEAST_RUNS = 20
const FAILED_SHARE = 0.05

/** One test of a world beside what each rule says of it. */
export interface FlakyTruth {
  /** Null if the test is sound. */
  flake: Flake | null
  runs: number
  retries: number
  /** Runs of the base branch in its world. */
  baseRuns: number
  twist: World['twist']
  isListed: boolean
  /** It both passed and failed. */
  raw: boolean
  /** It failed in at least a twentieth of its runs. */
  fixed: boolean
  /** Of a sound test that is listed: what truly made it fail in each run that was held to be evidence. */
  wrongly: WrongEvidence[]
}

interface WrongEvidence {
  kind: string
  cause: Cause | null
  message: string
  /** How many tests truly failed of this in the same run. */
  tests: number
}

interface Page {
  data: { testId: string; file: string; titles: string[] }[]
  page?: { nextCursor: string | null }
}

/** Asks for the flaky tests when a world is over. Renamed ones are left out: nobody said that they are the same. */
export async function judgeFlakyList(
  { tests, retries, baseRuns, twist, legs }: World,
  played: PlayedRun[],
  app: SimulatedApp,
): Promise<FlakyTruth[]> {
  const listed = new Map<string, string>()
  let cursor: string | null = null
  do {
    const page: Page = await app.getPage(
      `/api/flaky-tests?days=60&limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { testId, file, titles } of page.data) listed.set(`${file}\0${titles.at(-1)}`, testId)
    cursor = page.page?.nextCursor ?? null
  } while (cursor !== null)
  const truths: FlakyTruth[] = []
  for (const { file, title, flake } of tests) {
    const name = `${file}\0${title}`
    const own = played.map((run) => statusesOf(run, name, legs)).filter((statuses) => statuses.length > 0)
    if (own.length < LEAST_RUNS) continue
    const bad = own.filter((statuses) => statuses.some((status) => status !== 'passed')).length
    const id = listed.get(name)
    truths.push({
      flake,
      runs: own.length,
      retries,
      baseRuns,
      twist,
      isListed: id !== undefined,
      raw: bad > 0 && bad < own.length,
      fixed: bad / own.length >= FAILED_SHARE && bad < own.length,
      wrongly: id === undefined || flake ? [] : await readEvidence(app, played, { id, file, title }),
    })
  }
  return truths
}

interface ToldTest {
  runs: {
    execution: { id: string }
    leg: string
    error: { message: string } | null
    evidence: string[]
  }[]
  nextCursor: string | null
}

/** The runs that put a test on the list, each with what made it fail there. */
async function readEvidence(
  app: SimulatedApp,
  played: PlayedRun[],
  { id, file, title }: { id: string; file: string; title: string },
): Promise<WrongEvidence[]> {
  const found: WrongEvidence[] = []
  let cursor: string | null = null
  do {
    const told: ToldTest = await app.get(
      `/api/tests/${id}?days=60&limit=200${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { execution, leg, error, evidence } of told.runs) {
      if (evidence.length === 0) continue
      const causes = played.find((run) => run.id === execution.id)?.causes ?? new Map<string, Cause>()
      const cause = causes.get(keyOf({ file, title, leg })) ?? null
      const alike = [...causes].filter(([, each]) => each === cause)
      const tests = new Set(alike.map(([key]) => key.slice(0, key.lastIndexOf('\0')))).size
      found.push({ kind: evidence.join('+'), cause, message: error?.message ?? '', tests })
    }
    cursor = told.nextCursor
  } while (cursor !== null)
  return found
}

const statusesOf = ({ statuses }: PlayedRun, name: string, legs: string[]) =>
  legs.flatMap((leg) => statuses.get(`${name}\0${leg}`) ?? [])
