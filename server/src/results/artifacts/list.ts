import type { ArtifactState } from '@svc/protocol'
import type { artifactOperations } from '@svc/schema'
import { sql } from 'kysely'
import { cursorAfter } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { Store } from '../../ground/store/open.ts'
import { findExecution } from '../executions/find.ts'
import { type DescribeAttachments, type KnownAttachment, placeKey } from '../results/attachments.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { artifactUrl } from './artifact-url.ts'
import { findMissingInList } from './find-missing.ts'

/** The attachments of an execution's tests, page by page. */
export const listArtifacts =
  (files: ArtifactStore): Handlers<typeof artifactOperations>['listArtifacts'] =>
  async ({ ctx, input }) => {
    const { store, baseUrl } = ctx
    const execution = await findExecution(ctx, input.id)
    const [after = 0] = input.cursor ? ctx.cursors.decode(input.cursor, ['number']) : []
    const rows = await store.read
      .selectFrom('artifact')
      .innerJoin('test', 'test.id', 'artifact.test_id')
      .innerJoin('part', (join) =>
        join
          .onRef('part.execution_id', '=', 'artifact.execution_id')
          .onRef('part.number', '=', 'artifact.part'),
      )
      .innerJoin('leg', 'leg.id', 'part.leg_id')
      .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
      .selectAll('artifact')
      .select(['test.key as test_key', 'leg.name as leg', 'artifact_file.key'])
      .where('artifact.execution_id', '=', execution.id)
      .where(sql<boolean>`artifact.id > cast(${after} as bigint)`)
      .orderBy('artifact.id')
      .limit(input.limit + 1)
      .execute()
    const page = rows.slice(0, input.limit)
    const missing = await findMissingInList(files, page)
    return {
      items: page.map((row) => {
        const state = missing.has(row.id) ? 'missing' : row.state
        return {
          id: row.public_id,
          testId: row.test_key,
          part: row.part,
          leg: row.leg,
          attempt: row.attempt,
          name: row.name,
          contentType: row.content_type,
          sizeBytes: row.size_bytes,
          state,
          reason: row.reason,
          url: state === 'stored' ? artifactUrl(baseUrl, row.public_id) : null,
        }
      }),
      nextCursor: cursorAfter(ctx, rows, input.limit),
    }
  }

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
