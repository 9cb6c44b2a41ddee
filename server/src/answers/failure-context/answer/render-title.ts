import { verdictOf } from '@svc/protocol'
import { countOf } from '../../../ground/kernel/count-of.ts'
import type { ClusterDraft } from '../clusters/draft.ts'

/** What a cluster is, how large, and the name of its error. */
export const titleOf = (cluster: ClusterDraft): string =>
  `${labelOf(cluster)} · ${sizeOf(cluster)} · fingerprint ${cluster.fingerprint}`

/** Uses the words of the pull request's comment. */
function labelOf({ verdict, topic }: ClusterDraft): string {
  if (topic === 'flaky') return 'flaky: it failed, and then passed on the same code'
  if (verdict === null) return 'not judged (no base run)'
  return topic === 'differently'
    ? 'fails on the base too, with another error'
    : `${verdict}: ${verdictOf(verdict).label}`
}

/** The number of tests and of errors outside tests. */
export function sizeOf({ tests, flaky, errors, files, stopped }: ClusterDraft): string {
  const inFiles = files === 0 ? '' : ` in ${countOf(files, 'file')}`
  return [
    ...(tests > 0 ? [`${countOf(tests, 'test')}${inFiles}`] : []),
    ...(flaky > 0 ? [`${countOf(flaky, 'flaky test')}${tests > 0 ? '' : inFiles}`] : []),
    ...(errors > 0 ? [`${countOf(errors, 'error')} outside tests`] : []),
    ...(stopped > 0 ? [`${countOf(stopped, 'test')} did not run`] : []),
  ].join(', ')
}

/** The first frame of the project's own code, else the file. */
export function clusterPlaceOf({ detail, file }: ClusterDraft): string | null {
  const frame = detail?.frames[0]
  return frame ? `${frame.file}:${frame.line}` : file
}
