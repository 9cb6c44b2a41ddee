import { type SqlBool, sql } from 'kysely'
import { contains, type Dialect, isOneOf } from '../../../ground/store/portable.ts'

/** Conditions on the names of tests. */
export interface NameFilters {
  /** Each must occur in the file, the titles or the variant, case-insensitively. */
  words: string[]
  /** A file, or a folder with a slash at its end. */
  file: string | null
  /** `file.id`s of the wanted owner's files. */
  fileIds: number[] | null
}

/** The words of a query: `cart > adds` finds a test by its describe block and its title. */
export const wordsOfQuery = (q: string | undefined): string[] =>
  (q ?? '').split(/\s+>\s+|\s+/).filter((word) => word !== '' && word !== '>')

export const hasNameFilters = ({ words, file, fileIds }: NameFilters): boolean =>
  words.length > 0 || file !== null || fileIds !== null

/** True for rows of `test` with their `file` that all filters accept. */
export function matchesNames(dialect: Dialect, { words, file, fileIds }: NameFilters) {
  const all = words.map(
    (word) =>
      sql<SqlBool>`(${contains(dialect, 'file.path', word)} or ${contains(dialect, 'test.titles', inJson(word))}
        or ${contains(dialect, 'test.variant', word)})`,
  )
  if (file !== null)
    all.push(
      file.endsWith('/')
        ? sql<SqlBool>`substr(file.path, 1, ${sql.lit([...file].length)}) = ${file}`
        : sql<SqlBool>`file.path = ${file}`,
    )
  if (fileIds !== null)
    all.push(fileIds.length === 0 ? sql<SqlBool>`1 = 0` : isOneOf(dialect, 'test.file_id', fileIds))
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/** Titles are stored as JSON, which escapes a quotation mark with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
