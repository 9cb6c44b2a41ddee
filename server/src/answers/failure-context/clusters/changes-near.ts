import type { ChangedFile, ChangedFiles } from '../../../results/executions/changed-files.ts'
import type { NearChange, Place } from './draft.ts'

const NEAR = ['at-the-failure', 'in-its-file', 'in-its-stack', 'in-its-test', 'in-its-folder'] as const
/** Lines that were removed are known by their neighbours. */
const CLOSE_LINES = 1
const MOST_NEAR = 5
const MOST_RANGES = 5

/** The changes near a failure, the nearest first. */
export function changesNear({ files }: ChangedFiles, frames: Place[], testFile: string | null): NearChange[] {
  const related = files.flatMap((change): (NearChange & { order: number })[] => {
    const near = relationOf(change, frames, testFile)
    if (near === null) return []
    const line = frames.find((frame) => isSame(change.path, frame.file))?.line ?? null
    return [{ ...changeOf(change, near, line), order: NEAR.indexOf(near) + farness(change, near, testFile) }]
  })
  return related
    .sort((a, b) => a.order - b.order)
    .slice(0, MOST_NEAR)
    .map(({ order: _, ...change }) => change)
}

/**
 * Of the files of a folder, the one with the name of the test is the nearest. Other tests and files without a changed
 * line come last.
 */
function farness(
  { path, lines, status }: ChangedFile,
  near: NearChange['near'],
  testFile: string | null,
): number {
  if (near !== 'in-its-folder') return 0
  if (testFile !== null && stemOf(path) === stemOf(testFile)) return -0.5
  const isMoved = status === 'renamed' && (lines ?? []).length === 0
  return isMoved || TEST_FILE.test(path) ? 0.5 : 0
}

const TEST_FILE = /[._-](?:test|spec)s?\.\w+$/i

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
  const files = [...frames.map(({ file }) => file), ...(testFile === null ? [] : [testFile])]
  const isNamesake = testFile !== null && stemOf(change.path) === stemOf(testFile)
  return isNamesake || files.some((file) => areBeside(file, change.path)) ? 'in-its-folder' : null
}

/** Paths of tests may be relative to a folder of the repository. */
const isSame = (path: string, file: string) => path === file || path.endsWith(`/${file}`)

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1)

/** Whether two files are in one folder, or in the folders of sources and of tests beside each other: `src/a` and `test/a`. */
function areBeside(one: string, other: string): boolean {
  const [folder, others] = [folderOf(one), folderOf(other)]
  return folder === others || (isOfKind(folder) && isOfKind(others) && homeOf(folder) === homeOf(others))
}

const KINDS = /(?:^|\/)(?:src|lib|tests?|__tests__|specs?)(?=\/)/
const isOfKind = (folder: string) => KINDS.test(folder)
const homeOf = (folder: string) => folder.replace(KINDS, '').replace(/^\//, '')

/** The base name without its endings: `cart` for `src/cart.test.ts`. */
const stemOf = (file: string) => file.slice(file.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
