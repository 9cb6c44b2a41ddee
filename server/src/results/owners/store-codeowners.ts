import { hash } from 'node:crypto'
import type { CodeownersFile } from '@svc/protocol'
import type { Db } from '../../ground/store/portable.ts'
import { readCodeowners } from './codeowners.ts'

/** Lines that a warning names. */
const MOST_LINES = 10

/** A file with what is written about it. */
export interface PreparedCodeowners extends CodeownersFile {
  key: string
  /** The numbers of its lines that do not count, as the table keeps them. */
  skipped: string
}

/** All parts of a run send the same file. */
let newest = { key: '', skipped: '' }

/** Parses a file before the transaction that stores it: 50,000 lines take 0.1 to 0.7 s. */
export function prepareCodeowners(file: CodeownersFile): PreparedCodeowners {
  const key = hash('sha256', JSON.stringify([file.path, file.text]))
  if (newest.key !== key) {
    const { skipped } = readCodeowners(file.text)
    const lines = skipped.length > MOST_LINES ? [...skipped.slice(0, MOST_LINES), '…'] : skipped
    newest = { key, skipped: lines.join(' ') }
  }
  return { ...file, ...newest }
}

/**
 * Stores the CODEOWNERS file of an upload; the first part of an execution that has one counts for the whole execution.
 * Returns a sentence for the uploader if some of its lines do not count.
 */
export async function storeCodeowners(
  db: Db,
  execution: { id: number; project_id: number },
  file: PreparedCodeowners,
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

async function keep(db: Db, projectId: number, { path, text, key, skipped }: PreparedCodeowners) {
  const find = () =>
    db
      .selectFrom('codeowners')
      .select(['id', 'skipped'])
      .where('project_id', '=', projectId)
      .where('hash', '=', key)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  await db
    .insertInto('codeowners')
    .values({ project_id: projectId, hash: key, path, content: text, skipped })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await find()
  if (!made) throw new Error('CODEOWNERS that was just written is not there')
  return made
}
