import type { ArtifactState } from '@svc/protocol'
import type { Store } from '../../ground/store/open.ts'
import { type DescribeAttachments, type KnownAttachment, placeKey } from '../results/attachments.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { artifactUrl } from './artifact-url.ts'
import { findMissingInList } from './find-missing.ts'

/**
 * The attachments of an execution, each with its download address or the reason why it has none.
 */
export const describeAttachments =
  (files: ArtifactStore): DescribeAttachments =>
  async ({ store, baseUrl }, executionId) => {
    const rows = await readRows(store, executionId)
    const missing = await findMissingInList(files, rows)
    return new Map(
      rows.map((row): [string, KnownAttachment] => {
        const state: ArtifactState = missing.has(row.id) ? 'missing' : row.state
        const facts = {
          id: row.public_id,
          ...(row.size_bytes === null ? {} : { sizeBytes: row.size_bytes }),
          state,
          ...(row.reason === null ? {} : { reason: row.reason }),
          ...(state === 'stored' ? { url: artifactUrl(baseUrl, row.public_id) } : {}),
        }
        return [placeKey(row), facts]
      }),
    )
  }

const readRows = (store: Store, executionId: number) =>
  store.read
    .selectFrom('artifact')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.id', 'artifact.public_id', 'part', 'entry', 'number', 'state', 'reason'])
    .select(['artifact.size_bytes', 'artifact_file.key'])
    .where('execution_id', '=', executionId)
    .execute()
