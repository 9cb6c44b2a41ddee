import type { RepositoryName } from '../event.ts'
import { at, countAt, textAt } from '../fields.ts'
import type { GitHub } from './call.ts'

export interface RunArtifact {
  id: number
  name: string
  sizeBytes: number
}

/** Returns the artifacts of a workflow run with this name prefix; needs `actions: read`. */
export const artifactsOfRun = async (
  github: GitHub,
  { full }: RepositoryName,
  runId: number,
  prefix: string,
): Promise<RunArtifact[]> => {
  const path = `/repos/${full}/actions/runs/${runId}/artifacts`
  const artifacts = await github.list(path, 10)
  return artifacts.flatMap((each) => {
    const id = countAt(each, 'id')
    const name = textAt(each, 'name') ?? ''
    return id && name.startsWith(prefix) && at(each, 'expired') !== true
      ? [{ id, name, sizeBytes: countAt(each, 'size_in_bytes') ?? 0 }]
      : []
  })
}

export const downloadArtifact = (
  github: GitHub,
  { full }: RepositoryName,
  id: number,
  mostBytes: number,
): Promise<Buffer> => github.download(`/repos/${full}/actions/artifacts/${id}/zip`, mostBytes)
