import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { readAncestors } from '../../../results/commits/commit-graph.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { HeadDraft } from './draft.ts'

const MOST_WALKED = 300
const MOST_SHOWN = 10

/** The commits of the head that the base lacks, newest first, as far as uploads have reported them. */
export async function readCommitRange(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<HeadDraft['commits']> {
  const from = head.head_sha ?? head.tested_sha
  const origin = head.merge_base_sha ?? head.base_sha ?? base?.tested_sha ?? null
  if (from === null || origin === null || from === origin) return []
  const [ofHead, ofBase] = await Promise.all([
    readAncestors(store, head.project_id, [from], MOST_WALKED),
    readAncestors(store, head.project_id, [origin], MOST_WALKED),
  ])
  const known = new Set([origin, ...ofBase.keys(), ...[...ofBase.values()].flat()])
  const shas = walk(from, ofHead, known)
  const messages = await readMessages(store, head.project_id, shas)
  return shas.map((sha) => ({ sha, message: messages.get(sha) ?? null }))
}

/** Generation by generation, so that the newest come first. */
function walk(from: string, parents: Map<string, string[]>, known: ReadonlySet<string>): string[] {
  const found = [from]
  for (let at = 0; at < found.length && found.length < MOST_SHOWN; at++)
    for (const parent of parents.get(found[at] as string) ?? [])
      if (!known.has(parent) && !found.includes(parent)) found.push(parent)
  return found.slice(0, MOST_SHOWN)
}

/** The first lines of the commit messages of tested commits. */
async function readMessages({ read, dialect }: Store, projectId: number, shas: string[]) {
  const rows = await read
    .selectFrom('execution')
    .select(['tested_sha', 'head_sha', 'message'])
    .where('project_id', '=', projectId)
    .where('message', 'is not', null)
    .where((eb) => eb.or([isOneOf(dialect, 'tested_sha', shas), isOneOf(dialect, 'head_sha', shas)]))
    .orderBy('id')
    .limit(100)
    .execute()
  const messages = new Map<string, string>()
  for (const { tested_sha, head_sha, message } of rows) {
    const sha = head_sha ?? tested_sha
    if (sha !== null && message !== null) messages.set(sha, message.split('\n', 1)[0] ?? '')
  }
  return messages
}
