import { expect } from 'vitest'
import { expectResults } from './expected.ts'
import type { MadeJournal } from './made-journals.ts'

interface Detail {
  build: string
  counts: Record<string, number>
  results: { leg: string; file: string; titles: string[]; status: string; attempts: unknown[] }[]
  errors: unknown[]
}

/**
 * Compares every execution of the server with what its journals say, every second one once it is settled. Errors of
 * a shard that ran again never count. Returns the number of attempts.
 */
export async function compareAll(url: string, key: string, journals: MadeJournal[]): Promise<number> {
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as { data: unknown; page: unknown }
  }
  const builds = Map.groupBy(journals, ({ open }) => open.build)
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, page } = await ask(`/api/executions?limit=200${cursor && `&cursor=${cursor}`}`)
    ids.push(...(data as { id: string }[]).map(({ id }) => id))
    cursor = (page as { nextCursor: string | null }).nextCursor
  }
  expect(ids).toHaveLength(builds.size)
  let attempts = 0
  for (const [nth, id] of ids.entries()) {
    if (nth % 2 === 0) await ask(`/api/executions/${id}/settle`, 'POST')
    const told = (await ask(`/api/executions/${id}`)).data as Detail
    const { results } = told
    const of = builds.get(told.build) ?? []
    const expected = expectResults(of)
    expect(results).toHaveLength(expected.size)
    for (const { leg, file, titles, status, attempts: tries } of results) {
      const key = `${leg} ${file} ${titles.at(-1)}`
      const wanted = expected.get(key)
      if (inText({ status, attempts: tries }) !== inText(wanted))
        expect({ key, status, attempts: tries }).toEqual({ key, ...wanted })
      attempts += tries.length
    }
    const count = (status: string) => results.filter((result) => result.status === status).length
    expect(told.errors).toHaveLength(errorsOf(of))
    expect(told.counts).toEqual({
      total: results.length,
      passed: count('passed'),
      failed: count('failed'),
      flaky: count('flaky'),
      skipped: count('skipped'),
      errors: errorsOf(newest(of)),
    })
  }
  return attempts
}

const errorsOf = (journals: MadeJournal[]) =>
  journals.flatMap(({ entries }) => entries.filter((entry) => entry[0] === 'error')).length

const newest = (journals: MadeJournal[]) =>
  journals.filter(({ open }) =>
    journals.every(
      (other) => inText(other.open.part) !== inText(open.part) || other.open.runAttempt <= open.runAttempt,
    ),
  )

/** The same text for equal values with any order of fields. */
const inText = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
