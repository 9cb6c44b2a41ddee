import { hash } from 'node:crypto'
import type { CodeownersFile } from '@svc/protocol'
import type { Db } from '../store/portable.ts'
import { readCodeowners } from './codeowners.ts'

/** Lines that a warning names. */
const MOST_LINES = 10

/**
 * Stores the CODEOWNERS file of an upload; the first part of an execution that has one counts for the whole execution.
 * Returns a sentence for the uploader if some of its lines do not count.
 */
export async function storeCodeowners(
  db: Db,
  execution: { id: number; project_id: number },
  file: CodeownersFile,
): Promise<string | null> {
  const kept = await keep(db, execution.project_id, file)
  const { numUpdatedRows } = await db
    .updateTable('execution')
    .set({ codeowners_id: kept.id })
    .where('id', '=', execution.id)
    .where('codeowners_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || kept.skipped === '') return null
  const lines = kept.skipped.split(' ')
  const which = lines.length === 1 ? `line ${lines[0]} is` : `lines ${lines.join(', ')} are`
  return `${file.path}: ${which} ignored, as on GitHub, which cannot read such lines. Another line may decide who owns a file.`
}

async function keep(db: Db, projectId: number, { path, text }: CodeownersFile) {
  const key = hash('sha256', JSON.stringify([path, text]))
  const find = () =>
    db
      .selectFrom('codeowners')
      .select(['id', 'skipped'])
      .where('project_id', '=', projectId)
      .where('hash', '=', key)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  const { skipped } = readCodeowners(text)
  const lines = skipped.length > MOST_LINES ? [...skipped.slice(0, MOST_LINES), '…'] : skipped
  await db
    .insertInto('codeowners')
    .values({ project_id: projectId, hash: key, path, content: text, skipped: lines.join(' ') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('CODEOWNERS that was just written is not there')
  return made
}
