import type { Changed, Imports } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { code } from '../../../ground/kernel/quoted.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type ChangedFiles, readChangedFiles } from '../../../results/executions/changed-files.ts'
import { readImports } from '../../../results/imports/imports.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'

export type Reach = NonNullable<z.input<typeof Comparison>['regressions'][number]['verdict']['reach']>

/** Whether the change can reach each failed test by imports; null if its imports or the changed files are not known. */
export async function readReach(
  store: Store,
  { head, tests }: Pick<FailuresToJudge, 'head' | 'tests'>,
): Promise<OfFailure<Reach | null>> {
  const graphs = await readImports(store, head.id)
  const reported = graphs.length === 0 ? null : await readChangedFiles(store, head.id)
  const known = new Map<string, Reach | null>()
  return ({ testId }) => {
    const file = tests.get(testId)?.file
    if (file === undefined || graphs.length === 0) return null
    const found = known.get(file)
    if (found !== undefined) return found
    const reach = graphs.flatMap((graph) => {
      // CI compares commits, and knows nothing of uncommitted files.
      const isWhole = graph.changed !== undefined || head.dirty === 0
      const changed = graph.changed ?? (reported && pathsOf(reported))
      return changed ? (reachOf(graph, file, changed, isWhole) ?? []) : []
    })
    const most = reach.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))[0] ?? null
    known.set(file, most)
    return most
  }
}

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

/** Whether the changed files are among those that a test file imports; null if the list does not have the test file. */
export function reachOf(
  { files, tests, imports, open }: Imports,
  testFile: string,
  { files: present, removed, more = 0 }: Changed,
  isWhole = true,
): Reach | null {
  const start = files.indexOf(testFile)
  if (start < 0 || start >= tests) return null
  const isChanged = new Set(present)
  const from = new Map<number, number | null>([[start, null]])
  let reached: number | undefined
  for (const at of from.keys()) {
    if (reached === undefined && isChanged.has(files[at] ?? '')) reached = at
    for (const next of imports[at] ?? []) if (!from.has(next)) from.set(next, at)
  }
  const counts = { imports: from.size - 1, changed: present.length + removed.length + more }
  if (reached !== undefined)
    return { kind: 'reaches', ...counts, chain: shortened(chainTo(reached, from, files)), why: null }
  const isOpen = new Set(open)
  const opened = [...from.keys()].find((at) => isOpen.has(at))
  const loaded = new Set(files)
  const other = present.find((file) => !loaded.has(file) || !SOURCE.test(file) || CONFIG.test(file))
  const why = !isWhole
    ? 'the run had uncommitted changes'
    : more > 0
      ? `${more} changed files are not known`
      : removed[0] !== undefined
        ? `${code(removed[0])} was removed or renamed`
        : other !== undefined
          ? `${code(other)} is no module that a test of this run imports`
          : opened !== undefined
            ? `${code(files[opened] ?? '')} may load files that it does not import by name`
            : null
  return { kind: why === null ? 'cannot-reach' : 'unknown', ...counts, chain: [], why }
}

/** What a runner loads as code. Other files may be read from the disk, too. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/
/** What takes effect without being imported, even where something imports it. */
const CONFIG = /(?:^|\/)(?:__mocks__\/|\.[^/]*$|[^/]*\.config\.\w+$)/

function chainTo(end: number, from: ReadonlyMap<number, number | null>, files: string[]): string[] {
  const chain: string[] = []
  for (let at: number | null | undefined = end; at != null; at = from.get(at)) chain.unshift(files[at] ?? '')
  return chain
}

const MOST_SHOWN = 10
const shortened = (chain: string[]): string[] =>
  chain.length > MOST_SHOWN ? [...chain.slice(0, MOST_SHOWN / 2), ...chain.slice(-MOST_SHOWN / 2)] : chain

/** A sentence for the evidence of a verdict; null if nothing is known. */
export function sentenceOfReach({ kind, imports, chain }: Reach): string | null {
  if (kind === 'unknown') return null
  if (kind === 'cannot-reach') {
    if (imports === 0) return 'Its file imports no file of the repository, and this change does not touch it.'
    const files = imports === 1 ? 'one file' : `${imports.toLocaleString('en')} files`
    return `Its file imports ${files} of the repository, and this change touches none of them.`
  }
  const [, first] = chain
  const last = chain.at(-1) ?? ''
  if (first === undefined) return 'This change touches its file.'
  const through = chain.length === 2 ? '' : `, through ${code(first)}`
  return `Its file imports ${code(last)}, which this change touches${through}.`
}
