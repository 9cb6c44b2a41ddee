import type { RepositoryName } from '../event.ts'
import { at, countAt, listAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

export interface RunArtifact {
  id: number
  name: string
  sizeBytes: number
}

const PAGE = 100
const MOST_PAGES = 10

/** Returns the artifacts of a workflow run with this name prefix; needs `actions: read`. */
export const artifactsOfRun = async (
  github: GitHub,
  { full }: RepositoryName,
  runId: number,
  prefix: string,
): Promise<RunArtifact[]> => {
  const reportArtifacts: RunArtifact[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await github.call(
      'GET',
      `/repos/${full}/actions/runs/${runId}/artifacts?per_page=${PAGE}&page=${page}`,
    )
    const artifacts = listAt(answer, 'artifacts')
    for (const each of artifacts) {
      const id = countAt(each, 'id')
      const name = textAt(each, 'name') ?? ''
      if (id && name.startsWith(prefix) && at(each, 'expired') !== true)
        reportArtifacts.push({ id, name, sizeBytes: countAt(each, 'size_in_bytes') ?? 0 })
    }
    if (artifacts.length < PAGE) break
  }
  return reportArtifacts
}

export const downloadArtifact = (
  github: GitHub,
  { full }: RepositoryName,
  id: number,
  mostBytes: number,
): Promise<Buffer> => github.download(`/repos/${full}/actions/artifacts/${id}/zip`, mostBytes)
