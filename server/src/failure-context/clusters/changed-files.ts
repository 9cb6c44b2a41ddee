import type { ciOperations } from '@svc/schema'
import type { z } from 'zod'
import type { Store } from '../../store/open.ts'
import type { NearChange, Place } from './draft.ts'

type ChangedFile = NonNullable<z.output<typeof ciOperations.addFacts.input>['changedFiles']>[number]

export interface ChangedFiles {
  files: ChangedFile[]
  /** The number of changed files that are not in the list. */
  more: number
}

/** The files that the code of an execution changed; null if CI did not report any. */
export async function readChangedFiles({ read }: Store, executionId: number): Promise<ChangedFiles | null> {
  const row = await read
    .selectFrom('execution_change')
    .select(['files', 'more'])
    .where('execution_id', '=', executionId)
    .executeTakeFirst()
  return row ? { files: JSON.parse(row.files), more: row.more } : null
}

const NEAR = ['at-the-failure', 'in-its-file', 'in-its-stack', 'in-its-test', 'in-its-folder'] as const
/** Changed lines this close to a frame may cause its error. */
const CLOSE_LINES = 3
const MOST_NEAR = 5
const MOST_RANGES = 5

/** The changes near a failure, the nearest first. */
export function changesNear({ files }: ChangedFiles, frames: Place[], testFile: string | null): NearChange[] {
  const related = files.flatMap((change): (NearChange & { order: number })[] => {
    const near = relationOf(change, frames, testFile)
    if (near === null) return []
    const line = frames.find((frame) => isSame(change.path, frame.file))?.line ?? null
    // A file with the same name as the test counts as nearer than the rest of the folder.
    const isNamesake =
      near === 'in-its-folder' && testFile !== null && stemOf(change.path) === stemOf(testFile)
    return [{ ...changeOf(change, near, line), order: NEAR.indexOf(near) - (isNamesake ? 0.5 : 0) }]
  })
  return related
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_NEAR)
    .map(({ order: _, ...change }) => change)
}

/** A change as the API returns it, with the lines nearest to a given line first. */
export function changeOf(
  { path, status, lines = [] }: ChangedFile,
  near: NearChange['near'],
  line: number | null = null,
): NearChange {
  const distance = (range: { from: number; to: number }) =>
    line === null || (line >= range.from && line <= range.to)
      ? 0
      : Math.min(Math.abs(range.from - line), Math.abs(range.to - line))
  const nearest = [...lines].sort((a, b) => distance(a) - distance(b)).slice(0, MOST_RANGES)
  return { file: path, status, near, lines: nearest.sort((a, b) => a.from - b.from) }
}

function relationOf(
  change: ChangedFile,
  frames: Place[],
  testFile: string | null,
): NearChange['near'] | null {
  const isAt = (frame: Place) =>
    isSame(change.path, frame.file) &&
    (change.lines ?? []).some(
      ({ from, to }) => frame.line >= from - CLOSE_LINES && frame.line <= to + CLOSE_LINES,
    )
  const isTest = testFile !== null && isSame(change.path, testFile)
  if (frames.some((frame) => isAt(frame))) return 'at-the-failure'
  const [first, ...rest] = frames
  if (first && isSame(change.path, first.file)) return isTest ? 'in-its-test' : 'in-its-file'
  if (rest.some((frame) => isSame(change.path, frame.file))) return isTest ? 'in-its-test' : 'in-its-stack'
  if (isTest) return 'in-its-test'
  const folders = [
    ...frames.map(({ file }) => folderOf(file)),
    ...(testFile === null ? [] : [folderOf(testFile)]),
  ]
  const isNamesake = testFile !== null && stemOf(change.path) === stemOf(testFile)
  return isNamesake || folders.includes(folderOf(change.path)) ? 'in-its-folder' : null
}

/** Paths of tests may be relative to a folder of the repository. */
const isSame = (path: string, file: string) => path === file || path.endsWith(`/${file}`)

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** The base name without its endings: `cart` for `src/cart.test.ts`. */
const stemOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
