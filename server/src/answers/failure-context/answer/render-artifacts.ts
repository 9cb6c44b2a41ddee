import type { AttachedDraft, ClusterDraft } from '../clusters/draft.ts'
import { code, fence } from './fence.ts'

/** Images and videos have an address instead of a text. */
export const isMedia = ({ contentType }: { contentType: string }): boolean =>
  /^(?:image|video)\//i.test(contentType)

/** The attachments of a cluster, and the page that its test saw. */
export function renderArtifacts({ detail }: ClusterDraft, isFull: boolean): string[] {
  const { artifacts = [] } = detail ?? {}
  if (artifacts.length === 0) return []
  const links = artifacts.slice(0, isFull ? 5 : 3).map((one) => {
    const { id, name, contentType, sizeBytes, url } = one
    const size = sizeBytes === null ? '' : ` ${sizeBytes} B`
    return `${code(name, 60)} ${code(contentType, 60)}${size} ${isMedia(one) ? url : id}`
  })
  const snapshot = artifacts.find(({ text }) => text !== null)
  return [`Artifacts: ${links.join('; ')}`, ...(snapshot ? snapshotOf(snapshot, isFull) : [])]
}

function snapshotOf({ id, text, like }: AttachedDraft, isFull: boolean): string[] {
  const earlier = like && `that of cluster ${like.rank} (artifact ${like.artifact})`
  if (text === null || text === '') return [`Page snapshot in artifact ${id}: the same as ${earlier}.`]
  return [
    ...(earlier ? [`Page snapshot: as ${earlier}, except these lines.`] : []),
    fence(text, {
      source: `page snapshot in artifact ${id}`,
      language: earlier ? 'diff' : 'yaml',
      mostLines: isFull ? 40 : 12,
      mostLength: isFull ? 1_500 : 450,
    }),
  ]
}
