import type { renameOperations } from '@svc/schema'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Tables } from '../../ground/store/tables.ts'

export type Rename = z.input<typeof renameOperations.undoRename.output>

/** Renames that the caller may see, with the names of their tests. */
export const renameRows = (db: Db, { organizationId, projectId }: Caller) =>
  db
    .selectFrom('rename')
    .innerJoin('project', 'project.id', 'rename.project_id')
    .innerJoin('test as old', 'old.id', 'rename.from_test_id')
    .innerJoin('file as old_file', 'old_file.id', 'old.file_id')
    .innerJoin('test as young', 'young.id', 'rename.to_test_id')
    .innerJoin('file as young_file', 'young_file.id', 'young.file_id')
    .selectAll('rename')
    .select('project.slug')
    .select(['old.key as old_key', 'old.titles as old_titles', 'old.variant as old_variant'])
    .select(['old.occurrence as old_occurrence', 'old_file.path as old_path'])
    .select(['young.key as young_key', 'young.titles as young_titles', 'young.variant as young_variant'])
    .select(['young.occurrence as young_occurrence', 'young_file.path as young_path'])
    .where('project.organization_id', '=', organizationId)
    .$if(projectId !== null, (query) => query.where('project.id', '=', projectId as number))

type RenameRow = Selectable<Tables['rename']> & { slug: string } & Record<
    `${'old' | 'young'}_${'key' | 'titles' | 'variant' | 'path'}`,
    string
  > &
  Record<`${'old' | 'young'}_occurrence`, number>

export const toRename = (row: RenameRow): Rename => ({
  id: row.public_id,
  project: row.slug,
  from: renamedTestOf(row, 'old'),
  to: renamedTestOf(row, 'young'),
  confirmedBy: row.confirmed_by,
  confirmedAt: iso(row.confirmed_at),
  undoneBy: row.undone_by,
  undoneAt: row.undone_at === null ? null : iso(row.undone_at),
})

const renamedTestOf = (row: RenameRow, which: 'old' | 'young'): Rename['from'] => ({
  testId: row[`${which}_key`],
  file: row[`${which}_path`],
  titles: JSON.parse(row[`${which}_titles`]) as string[],
  variant: row[`${which}_variant`],
  occurrence: row[`${which}_occurrence`],
})
