import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { countMissingShards, latestParts, PLACE_COLUMNS } from '../../../results/executions/latest-parts.ts'
import { countSkipped } from '../../../results/results/count-skipped.ts'
import { placeInWords } from '../../../uploads/settlement/place-in-words.ts'
import type { Pair } from './read-changes.ts'
import { isBail, readSkips } from './read-reasons.ts'

/** The number of parts that are named. */
const MOST_PARTS = 5

/**
 * What a bail, a failed hook, an interruption or a crash kept from running, in words; empty if all tests ran that
 * should. Tests that a hook stopped on the base too are no news.
 */
export async function readCutOff(store: Store, head: ExecutionRow, pairs: Pair[]): Promise<string[]> {
  const [tests, parts] = await Promise.all([
    head.skipped > 0 ? readTests(store, head, pairs) : [],
    store.read
      .selectFrom('part')
      .innerJoin('leg', 'leg.id', 'part.leg_id')
      .select(['part.state', 'part.outcome', 'part.unfinished', 'leg.name as leg', ...PLACE_COLUMNS])
      .where('part.execution_id', '=', head.id)
      .orderBy('part.number')
      .execute(),
  ])
  const latest = latestParts(parts)
  const files = latest.reduce((sum, { unfinished }) => sum + unfinished, 0)
  const named = (ended: typeof parts, what: string) =>
    [...new Set(ended.map(placeInWords))].slice(0, MOST_PARTS).map((place) => `${place} ${what}`)
  const shards = head.state === 'running' ? 0 : countMissingShards(parts)
  return [
    ...tests,
    ...(files > 0
      ? [`${counted(files, 'file')} did not run to the end: enough tests had failed (bail)`]
      : []),
    ...named(
      latest.filter(({ state }) => state === 'lost'),
      'ended without a report',
    ),
    ...named(
      latest.filter(({ outcome }) => outcome === 'interrupted'),
      'was interrupted',
    ),
    ...(shards > 0 ? [`${counted(shards, 'shard')} did not report`] : []),
  ]
}

async function readTests(store: Store, head: ExecutionRow, pairs: Pair[]): Promise<string[]> {
  const counts = await countSkipped(store, head.id)
  const skips = await readSkips(store, [...counts.keys()])
  const behindHooks = new Map<number, number>()
  for (const { base, head } of pairs)
    if (head?.reasonId != null && head.verdict === VERDICT.skipped && base?.verdict !== VERDICT.skipped)
      behindHooks.set(head.reasonId, (behindHooks.get(head.reasonId) ?? 0) + 1)
  const total = new Map<string, number>()
  for (const [id, skip] of skips) {
    const { kind, reason } = skip
    const isCutOff = kind === 'interrupted' || isBail(skip)
    const tests = isCutOff ? counts.get(id) : kind === 'hook' ? behindHooks.get(id) : undefined
    const why =
      kind === 'hook' ? 'a hook or a fixture before them failed' : (reason ?? 'the run was interrupted')
    if (tests) total.set(why, (total.get(why) ?? 0) + tests)
  }
  return [...total].map(([why, tests]) => `${counted(tests, 'test')} did not run: ${why}`)
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
