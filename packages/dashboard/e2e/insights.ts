import { failed, flaky, type MadeRun, type MadeTest, passed } from '../../../server/src/testing/upload.ts'

const HOUR_MS = 3_600_000
const RUNS = 30

const BOX = { file: 'src/search/box.test.ts' }
const EXPORT = { file: 'src/orders/export.test.ts' }
const OWNERS = '* @acme/shop\nsrc/search/ @acme/search\n'
const LONG =
  'checkout > with a name that goes on and on for as long as anybody could possibly want to make a name of a test that says everything > keeps its totals when the customer changes the currency twice'
const REFUSED = 'connect ECONNREFUSED 10.0.0.7:5432\n    at Pool.query (src/db/pool.ts:88:11)'

/** Thirty runs over two weeks on two legs, for the pages that look at more than one run. */
export function insightRuns(now: number): MadeRun[] {
  return Array.from({ length: RUNS }, (_, i) => insightRun(i, now - (RUNS - i) * 12 * HOUR_MS))
}

function insightRun(i: number, startedAt: number): MadeRun {
  const branch = i % 5 === 4 ? 'faster-search' : 'main'
  const results: MadeTest[] = [
    i % 6 === 2
      ? flaky('search > waits until typing stops', {
          ...BOX,
          message: 'Timed out after 5000 ms: the search was not sent',
        })
      : passed('search > waits until typing stops', { ...BOX, durationMs: 400 + ((i * 37) % 90) }),
    i % 11 === 3 ? flaky(LONG, { ...BOX, message: 'expected 49.98 EUR to be 54.31 USD' }) : passed(LONG, BOX),
    i >= RUNS - 12
      ? failed('orders > exports a year', { ...EXPORT, message: REFUSED })
      : passed('orders > exports a month', EXPORT),
    ...(i % 9 === 5 ? [failed('orders > imports a year', { ...EXPORT, message: REFUSED })] : []),
    ...Array.from({ length: 12 }, (_, n) =>
      passed(`catalog > shows product ${n + 1}`, { file: 'src/catalog.test.ts' }),
    ),
  ]
  return {
    project: 'insights',
    startedAt,
    part: { leg: i % 2 === 0 ? 'linux' : 'windows' },
    code: { branch, repository: 'acme/shop', testedSha: `${(i + 16).toString(16)}`.repeat(20) },
    codeowners: { path: '.github/CODEOWNERS', text: OWNERS },
    build: `insight-${i}`,
    results,
  }
}

/** What the pages are asked for by id. */
export interface SeededInsights {
  /** Flaky, with a history on two legs and two branches. */
  flaky: string
  /** Broken on main. */
  broken: string
  /** It began when `broken` appeared under its name. */
  former: string
  /** Of the error that two tests share. */
  fingerprint: string
}

/** Reads the ids of what `insightRuns` made. */
export async function readInsights(target: { url: string; apiKey: string }): Promise<SeededInsights> {
  const read = async <T>(path: string): Promise<T[]> => {
    const answer = await fetch(`${target.url}${path}`, {
      headers: { Authorization: `Bearer ${target.apiKey}` },
    })
    return ((await answer.json()) as { data: T[] }).data
  }
  const idOf = async (q: string) => {
    const [test] = await read<{ testId: string }>(`/api/tests?project=insights&q=${encodeURIComponent(q)}`)
    if (!test) throw new Error(`There is no test ${q}`)
    return test.testId
  }
  const [failure] = await read<{ fingerprint: string }>('/api/failures?project=insights&q=ECONNREFUSED')
  return {
    flaky: await idOf('waits until typing stops'),
    broken: await idOf('exports a year'),
    former: await idOf('exports a month'),
    fingerprint: failure?.fingerprint ?? '',
  }
}
