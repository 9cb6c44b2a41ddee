import type { Readable } from 'node:stream'
import type { Context } from '../../ground/kernel/context.ts'
import { notFound, Problem } from '../../ground/kernel/problem.ts'
import type { ArtifactStore, ByteRange } from './artifact-store.ts'

/** An artifact that can be downloaded. */
export interface StoredArtifact {
  id: string
  name: string
  contentType: string
  sizeBytes: number
  sha256: string
  /** Its bytes, or a range within them. */
  read(range?: ByteRange): Promise<Readable>
  /** See `ArtifactStore.addressOf`. */
  addressOf?(answer: { type: string; disposition: string }): Promise<string>
}

/** Finds an artifact for its download; NOT_FOUND gives the reason if it is known and unavailable. */
export async function findArtifact(ctx: Context, files: ArtifactStore, id: string): Promise<StoredArtifact> {
  const { store, caller } = ctx
  const row = await store.read
    .selectFrom('artifact')
    .innerJoin('execution', 'execution.id', 'artifact.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.public_id', 'artifact.name', 'artifact.content_type', 'artifact.state', 'reason'])
    .select(['artifact_file.key', 'artifact_file.sha256', 'artifact_file.size_bytes'])
    .where('artifact.public_id', '=', id.toLowerCase())
    .where('project.organization_id', '=', caller.organizationId)
    .$if(caller.projectId !== null, (query) => query.where('project.id', '=', caller.projectId as number))
    .executeTakeFirst()
  if (!row) throw notFound('artifact')
  const { key, sha256, size_bytes: sizeBytes } = row
  if (row.state === 'awaited') throw gone('Its bytes have not arrived yet.')
  if (row.state === 'left') throw gone(row.reason ?? 'It was not stored.')
  if (key === null || sha256 === null || sizeBytes === null) throw lost()
  if ((await files.has(key)) === null) throw lost()
  return {
    id: row.public_id,
    name: row.name,
    contentType: row.content_type,
    sizeBytes,
    sha256,
    async read(range) {
      const bytes = await files.get(key, range)
      if (bytes === null) throw lost()
      return bytes
    },
    ...(files.addressOf && { addressOf: files.addressOf.bind(files, key) }),
  }
}

const gone = (why: string) => new Problem('NOT_FOUND', `This artifact cannot be downloaded. ${why}`)
const lost = () => gone('It was stored, but its file is missing on the server.')
