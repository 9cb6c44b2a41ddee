import type { Attachment } from '@svc/protocol'
import type { DescribeAttachments, DescribedAttachment } from '../executions/attachments.ts'
import type { Store } from '../store/open.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { findMissing } from './find-missing.ts'
import { downloadOf } from './list.ts'

/** Says of an execution's attachments which of them can be downloaded, and of the others why not. */
export const describeAttachments =
  (files: ArtifactStore): DescribeAttachments =>
  async ({ store, baseUrl }, executionId) => {
    const rows = await readRows(store, executionId)
    const missing = await findMissing(files, rows)
    const known = new Map(rows.map((row) => [placeOf(row.part, row.entry, row.number), row]))
    return (attachment: Attachment, { part, entry, number }): DescribedAttachment => {
      const row = known.get(placeOf(part, entry, number))
      if (!row) return { ...attachment, state: 'unsent' }
      const state = missing.has(row.id) ? 'missing' : row.state
      return {
        ...attachment,
        id: row.public_id,
        ...(row.size_bytes === null ? {} : { sizeBytes: row.size_bytes }),
        state,
        ...(row.reason === null ? {} : { reason: row.reason }),
        ...(state === 'stored' ? { url: downloadOf(baseUrl, row.public_id) } : {}),
      }
    }
  }

const placeOf = (part: number, entry: number, number: number) => `${part}/${entry}/${number}`

const readRows = (store: Store, executionId: number) =>
  store.read
    .selectFrom('artifact')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.id', 'artifact.public_id', 'part', 'entry', 'number', 'state', 'reason'])
    .select(['artifact.size_bytes', 'artifact_file.key'])
    .where('execution_id', '=', executionId)
    .execute()
