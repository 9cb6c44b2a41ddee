import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import type { Result } from './queries.ts'
import { MINUTE_MS } from './read-of.ts'

type Artifact = Operations['listArtifacts']['data'][number]

/** The newest runs of the test that are searched for one that passed. */
const RUNS = 100
/** Of an execution with more files, the first ones are searched. */
const PAGES = 5
const FILES = 200

/** The newest run on the same leg in which a test passed, and its stored images; null without one. */
export const newestPassOf = (
  organization: string,
  project: string,
  { testId, leg }: Pick<Result, 'testId' | 'leg'>,
) =>
  queryOptions({
    queryKey: ['newest-pass', organization, project, testId, leg],
    queryFn: async ({ signal }) => {
      const client = clientOf(organization)
      const { runs } = (await client.getTest({ id: testId, project, limit: RUNS }, { signal })).data
      const pass = runs.find((run) => run.leg === leg && run.status === 'passed')
      if (!pass) return { execution: null, images: [] }
      const { startedAt, execution } = pass
      const files = await filesOf(organization, execution.id, signal)
      const images = files.filter(
        (each) =>
          each.testId === pass.testId &&
          each.leg === leg &&
          each.state === 'stored' &&
          each.contentType.startsWith('image/'),
      )
      return { execution: { id: execution.id, startedAt }, images }
    },
    staleTime: MINUTE_MS,
  })

async function filesOf(organization: string, id: string, signal: AbortSignal): Promise<Artifact[]> {
  const files: Artifact[] = []
  let cursor: string | null = null
  for (let page = 0; page < PAGES; page++) {
    const input = { id, limit: FILES, ...(cursor !== null && { cursor }) }
    const read: { data: Artifact[]; nextCursor: string | null } = await clientOf(organization).listArtifacts(
      input,
      { signal },
    )
    files.push(...read.data)
    cursor = read.nextCursor
    if (cursor === null) break
  }
  return files
}
