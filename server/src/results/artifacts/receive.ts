import type { Context } from '../../ground/kernel/context.ts'
import { Outage } from '../../ground/kernel/outage.ts'
import { notFound, Problem, type ProblemFacts } from '../../ground/kernel/problem.ts'
import { ROWS_AT_ONCE } from '../../ground/store/delete-in-steps.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { isDiskFull } from '../../ground/store/try-folder.ts'
import type { ArtifactStore } from './artifact-store.ts'
import { TooManyBytes } from './incoming.ts'
import type { Artifacts } from './open.ts'

/** A piece of an artifact's bytes. */
export interface Piece {
  id: string
  /** Position of its first byte. */
  offset: number
  bytes: AsyncIterable<Uint8Array>
}

export interface Upload {
  id: string
  /** The number of bytes that the server has. */
  received: number
  sizeBytes: number
  state: 'awaited' | 'stored'
}

/**
 * The progress of an artifact's upload. If all bytes are here, a server ended before it stored them: this stores them,
 * or removes them if they are others than declared.
 */
export async function uploadState(ctx: Context, artifacts: Artifacts, id: string): Promise<Upload> {
  const { files, incoming } = artifacts
  const row = await findUpload(ctx, id)
  if (await isStored(row, files)) return uploadOf(row, row.size_bytes, 'stored')
  const name = artifactKeyOf(row)
  const received = await incoming.sizeOf(name)
  // No bytes are a whole upload only if the client says so with an empty piece.
  if (received < row.size_bytes || received === 0) return uploadOf(row, received, 'awaited')
  const finished = await incoming.alone(name, async () => {
    if ((await incoming.sizeOf(name)) === row.size_bytes && (await incoming.sha256Of(name)) === row.sha256) {
      await keep(ctx, artifacts, row)
      return uploadOf(row, received, 'stored')
    }
    await incoming.remove(name)
    return uploadOf(row, 0, 'awaited')
  })
  // Null while another request stores them.
  return finished?.done ?? uploadOf(row, received, 'awaited')
}

/**
 * Accepts a piece that continues the previous one. After the last piece it checks the checksum, and stores
 * the file before its row says so. Throws CONFLICT, with the position to continue from in a header, for any
 * other piece.
 */
export async function receivePiece(ctx: Context, artifacts: Artifacts, piece: Piece): Promise<Upload> {
  const { files, incoming } = artifacts
  const row = await findUpload(ctx, piece.id)
  if (await isStored(row, files)) return uploadOf(row, row.size_bytes, 'stored')
  const name = artifactKeyOf(row)
  const taken = await incoming
    .alone(name, async () => {
      const held = await incoming.sizeOf(name)
      if (held !== piece.offset)
        throw astray(held, `The server holds ${held} bytes of it. Continue from there.`)
      const received = await append(artifacts, row, piece)
      if (received < row.size_bytes) return uploadOf(row, received, 'awaited')
      await verify(artifacts, row)
      await keep(ctx, artifacts, row)
      return uploadOf(row, received, 'stored')
    })
    .catch((error: unknown) => {
      // Before the bytes arrive, the folder and its marks and locks also need space.
      throw isDiskFull(error) ? new Outage('artifacts', 'full', { cause: error }) : error
    })
  if (taken === null)
    throw astray(await incoming.sizeOf(name), 'Another upload of it is in progress. Try again in a second.', {
      retryAfterSeconds: 1,
    })
  return taken.done
}

type Row = Awaited<ReturnType<typeof findUpload>>

/** A missing file whose row says stored is accepted again, under the same key. */
const isStored = async (row: Row, files: ArtifactStore): Promise<boolean> =>
  row.state === 'stored' && (await files.has(row.key)) !== null

async function findUpload({ store, caller }: Context, id: string) {
  const row = await store.read
    .selectFrom('artifact')
    .innerJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .innerJoin('execution', 'execution.id', 'artifact.execution_id')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select(['artifact.public_id', 'artifact.state', 'artifact.file_id', 'execution.project_id'])
    .select(['artifact_file.key', 'artifact_file.sha256', 'artifact_file.size_bytes'])
    .where('artifact.public_id', '=', id.toLowerCase())
    .where('project.organization_id', '=', caller.organizationId)
    .$if(caller.projectId !== null, (query) => query.where('project.id', '=', caller.projectId as number))
    .executeTakeFirst()
  if (!row) throw notFound('artifact to upload')
  return row
}

/**
 * Each project sends its own copy: the progress of an upload must stay invisible to other projects.
 */
const artifactKeyOf = ({ key, project_id }: { key: string; project_id: number }) =>
  `${key.slice(key.indexOf('.') + 1)}.${project_id}`

const uploadOf = (row: Row, received: number, state: Upload['state']): Upload => ({
  id: row.public_id,
  received,
  sizeBytes: row.size_bytes,
  state,
})

const astray = (heldBytes: number, message: string, facts: ProblemFacts = {}) =>
  new Problem('CONFLICT', message, { heldBytes, ...facts })

async function append({ incoming }: Artifacts, row: Row, { bytes }: Piece): Promise<number> {
  const name = artifactKeyOf(row)
  try {
    return await incoming.append(name, bytes, row.size_bytes)
  } catch (error) {
    if (error instanceof TooManyBytes) {
      await incoming.remove(name)
      throw new Problem(
        'INVALID_REQUEST',
        `The artifact was declared with ${row.size_bytes} bytes, but more arrived. The server removed the received bytes.`,
      )
    }
    throw error
  }
}

async function verify({ incoming }: Artifacts, row: Row): Promise<void> {
  const name = artifactKeyOf(row)
  if ((await incoming.sha256Of(name)) === row.sha256) return
  await incoming.remove(name)
  throw new Problem(
    'INVALID_REQUEST',
    'The received bytes have another sha256 than declared. The server removed them; send the artifact again from 0.',
  )
}

/**
 * The file comes first, then the rows, so that a file exists whenever its row says stored. The received bytes stay until
 * then: after a kill, the next question finds them.
 */
async function keep(ctx: Context, { files, incoming }: Artifacts, row: Row): Promise<void> {
  const { key, sha256 } = row
  const name = artifactKeyOf(row)
  await files.put(key, incoming.pathOf(name), sha256)
  const isKept = await markStored(ctx, row)
  await incoming.remove(name)
  if (isKept) return
  // Its execution was deleted during the upload.
  await files.delete(key)
  throw notFound('artifact to upload')
}

/**
 * Says that the project has the file: some artifacts in each transaction, because any number of executions may have the
 * same attachment. Returns false if nothing refers to the file any more.
 */
async function markStored({ store, clock }: Context, { file_id, project_id }: Row): Promise<boolean> {
  for (let after = 0; ; ) {
    const awaited = await store.read
      .selectFrom('artifact')
      .innerJoin('execution', 'execution.id', 'artifact.execution_id')
      .select('artifact.id')
      .where('artifact.file_id', '=', file_id)
      .where('artifact.state', '=', 'awaited')
      .where('execution.project_id', '=', project_id)
      .where('artifact.id', '>', after)
      .orderBy('artifact.id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const isKept = await store.write(async (db, changes) => {
      changes.onlyOf(project_id)
      const { numUpdatedRows } = await db
        .updateTable('artifact_file')
        .set({ stored_at: clock() })
        .where('id', '=', file_id as number)
        .executeTakeFirst()
      const ids = awaited.map(({ id }) => id)
      await db
        .updateTable('artifact')
        .set({ state: 'stored' })
        .where(isOneOf(store.dialect, 'id', ids))
        .where('file_id', '=', file_id)
        .where('state', '=', 'awaited')
        .execute()
      return numUpdatedRows > 0n
    })
    if (!isKept || awaited.length < ROWS_AT_ONCE) return isKept
    after = awaited.at(-1)?.id ?? after
  }
}
