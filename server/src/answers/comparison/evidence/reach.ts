import { type Changed, type Imports, LIMITS } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import { code } from '../../../ground/kernel/quoted.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type ChangedFiles, readChangedFiles } from '../../../results/executions/changed-files.ts'
import { readImports, unpackImports } from '../../../results/imports/imports.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'

export type Reach = NonNullable<z.input<typeof Comparison>['regressions'][number]['verdict']['reach']>

/** Whether the change can reach each failed test by imports; null if its imports or the changed files are not known. */
export async function readReach(
  store: Store,
  { head, failures, tests }: Pick<FailuresToJudge, 'head' | 'failures' | 'tests'>,
): Promise<OfFailure<Reach | null>> {
  const lists = await readImports(store, head.id)
  if (lists.length === 0) return () => null
  const fileOf = ({ testId }: Pick<Pair, 'testId'>) => tests.get(testId)?.file ?? ''
  const reported = await readChangedFiles(store, head.id)
  const found = new Map<string, Reach>()
  const left = new Set([...new Set(failures.map(fileOf))].slice(0, MOST_FILES))
  let searches = 0
  for (const list of lists) {
    if (left.size === 0) break
    const graph = await unpackImports(list)
    const changed = graph.changed ?? (reported && pathsOf(reported))
    if (!changed) continue
    // CI compares commits, and knows nothing of uncommitted files.
    const reachOf = reachIn(graph, changed, graph.changed !== undefined || head.dirty === 0)
    for (const file of left) {
      const reach = reachOf(file)
      if (reach === null) continue
      const before = found.get(file)
      if (!before || ORDER.indexOf(reach.kind) < ORDER.indexOf(before.kind)) found.set(file, reach)
      if (reach.kind === 'reaches') left.delete(file)
      if (++searches % SEARCHES_OF_A_TURN === 0) await ownTurn()
    }
  }
  return (pair) => found.get(fileOf(pair)) ?? null
}

/** The test files of one comparison that are looked at. */
const MOST_FILES = 1_000
/** In the largest list, one search takes some 0.2 ms. */
const SEARCHES_OF_A_TURN = 50

/** What holds if parts of the run differ. */
const ORDER: Reach['kind'][] = ['reaches', 'unknown', 'cannot-reach']

/** The list that CI sent, without the lines. */
const pathsOf = ({ files, more }: ChangedFiles): Changed => ({
  files: files.filter(({ status }) => status !== 'removed').map(({ path }) => path),
  removed: files.flatMap(({ status, path, formerPath }) =>
    status === 'removed' ? path : (formerPath ?? []),
  ),
  more,
})

/**
 * For a test file, whether the changed files are among those that it imports; null if the list does not have the test
 * file, or if nothing changed: the compared base is then another commit.
 */
export function reachIn(
  { files, tests, imports, open }: Imports,
  { files: present, removed, more = 0 }: Changed,
  isWhole = true,
): (testFile: string) => Reach | null {
  const positions = new Map(files.map((file, at) => [file, at]))
  const isChanged = flagsOf(present.map((file) => positions.get(file) ?? -1))
  const isOpen = flagsOf(open)
  const changed = present.length + removed.length + more
  const other = present.find((file) => !positions.has(file) || !SOURCE.test(file) || CONFIG.test(file))
  const missing = !isWhole
    ? 'the run had uncommitted changes'
    : more > 0
      ? `${more} changed files are not known`
      : removed[0] !== undefined
        ? `${code(removed[0])} was removed or renamed`
        : other !== undefined
          ? positions.has(other)
            ? `${code(other)} may take effect without being imported`
            : `${code(other)} is no module that a test of this run imports`
          : null
  const queue = new Int32Array(LIMITS.importedFiles)
  const from = new Int32Array(LIMITS.importedFiles)
  return (testFile) => {
    const start = positions.get(testFile)
    if (start === undefined || start >= tests || changed === 0) return null
    from.fill(UNSEEN)
    from[start] = NOWHERE
    queue[0] = start
    let count = 1
    let reached: number | undefined
    let opened: number | undefined
    for (let next = 0; next < count; next++) {
      const at = queue[next] as number
      if (isChanged[at]) reached ??= at
      if (isOpen[at]) opened ??= at
      for (const target of imports[at] ?? [])
        if (from[target] === UNSEEN) {
          from[target] = at
          queue[count++] = target
        }
    }
    const counts = { imports: count - 1, changed }
    if (reached !== undefined)
      return { kind: 'reaches', ...counts, chain: shortened(chainTo(reached, from, files)), why: null }
    const why =
      missing ??
      (opened === undefined
        ? null
        : `${code(files[opened] ?? '')} may load files that it does not import by name`)
    return { kind: why === null ? 'cannot-reach' : 'unknown', ...counts, chain: [], why }
  }
}

const UNSEEN = -1
/** Where a chain begins. */
const NOWHERE = -2

function flagsOf(positions: number[]): Uint8Array {
  const flags = new Uint8Array(LIMITS.importedFiles)
  for (const at of positions) flags[at] = 1
  return flags
}

/** What a runner loads as code. Other files may be read from the disk, too. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/
/** What takes effect without being imported, even where something imports it. */
const CONFIG = /(?:^|\/)(?:__mocks__\/|\.[^/]*$|[^/]*\.config\.\w+$)/

function chainTo(end: number, from: Int32Array, files: string[]): string[] {
  const chain: string[] = []
  for (let at = end; at >= 0; at = from[at] ?? NOWHERE) chain.push(files[at] ?? '')
  return chain.reverse()
}

const MOST_SHOWN = 10
const shortened = (chain: string[]): string[] =>
  chain.length > MOST_SHOWN ? [...chain.slice(0, MOST_SHOWN / 2), ...chain.slice(-MOST_SHOWN / 2)] : chain
