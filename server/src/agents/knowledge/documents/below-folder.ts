import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { normalized } from '../../../ground/kernel/normalized.ts'

/** The condition that a path is below a folder; an empty folder is the whole project. */
export function isBelow(column: string, folder: string): RawBuilder<SqlBool> {
  const name = normalized(folder, 'NFC').split('/').filter(Boolean).join('/')
  if (name === '') return sql<SqlBool>`1 = 1`
  const prefix = `${name}/`
  // Databases count characters, not halves of surrogate pairs.
  return sql<SqlBool>`substr(${sql.ref(column)}, 1, ${sql.lit([...prefix].length)}) = ${prefix}`
}
