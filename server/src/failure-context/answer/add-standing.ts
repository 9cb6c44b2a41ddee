import type { Draft } from '../clusters/draft.ts'
import type { Standing } from '../find/read-state.ts'

const MOST_OTHERS = 20

/** Adds which executions ran an older commit, and which suites have none, so that nobody takes a part for the whole. */
export function addStanding(draft: Draft, { newest, older, absent }: Standing): void {
  draft.newest = newest
  for (const head of draft.heads) head.newerCommit = older.includes(head.id) ? newest : null
  draft.others = absent.slice(0, MOST_OTHERS).map((row) => ({
    project: row.slug,
    suite: row.suite,
    execution: row.public_id,
    state: row.state,
    commit: row.head_sha ?? row.tested_sha,
  }))
}
