import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'

interface NamedRow {
  key: string
  path: string
  titles: string
  variant: string
  occurrence: number
}

const nameColumns = ['test.key', 'file.path', 'test.titles', 'test.variant', 'test.occurrence'] as const

/** The name of a test in the API. */
export const testNameOf = ({ key, path, titles, variant, occurrence }: NamedRow) => ({
  testId: key,
  file: path,
  titles: JSON.parse(titles) as string[],
  variant,
  occurrence,
})

export type TestName = ReturnType<typeof testNameOf>

/** The names of the tests with these internal ids. */
export async function readTestNames(
  { read, dialect }: Pick<Store, 'read' | 'dialect'>,
  ids: number[],
): Promise<Map<number, TestName>> {
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', ...nameColumns])
    .where(isOneOf(dialect, 'test.id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map((row) => [row.id, testNameOf(row)]))
}

/** Tests by name, each with its file: a renamed test appears once per name. */
export const testRows = ({ read }: Store) =>
  read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.project_id', 'test.first_seen_at', ...nameColumns])
