import type { ExecutionSummary } from '@svc/schema'
import type { z } from 'zod'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionRow } from './execution-row.ts'

export type Summary = z.input<typeof ExecutionSummary>

export function summaryOf(row: ExecutionRow, baseUrl: string): Summary {
  const { passed, failed, flaky, skipped, errors } = row
  return {
    id: row.public_id,
    url: `${baseUrl}/executions/${row.public_id}`,
    project: row.slug,
    suite: row.suite,
    build: row.build,
    framework: row.framework,
    state: row.state,
    revision: row.revision,
    trust: row.trust,
    branch: row.branch,
    baseBranch: row.base_branch,
    pullRequest: row.pull_request,
    repository: row.repository,
    testedSha: row.tested_sha,
    headSha: row.head_sha,
    baseSha: row.base_sha,
    mergeBaseSha: row.merge_base_sha,
    tree: row.tree,
    dirty: row.dirty === 1,
    message: row.message,
    machine: row.machine,
    ci: row.ci === null ? null : JSON.parse(row.ci),
    tags: JSON.parse(row.tags),
    startedAt: iso(row.started_at),
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    settledAt: row.settled_at === null ? null : iso(row.settled_at),
    durationMs: row.elapsed_ms,
    counts: { total: passed + failed + flaky + skipped, passed, failed, flaky, skipped, errors },
    partCount: row.parts,
  }
}
