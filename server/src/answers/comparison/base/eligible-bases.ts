import type { Context } from '../../../ground/kernel/context.ts'
import { type ExecutionRow, executionRows } from '../../../results/executions/execution-row.ts'

type Ctx = Pick<Context, 'store' | 'caller'>

/** True if CI has reported the suite of an execution. */
export async function suiteHasCi({ store }: Ctx, head: ExecutionRow): Promise<boolean> {
  const row = await store.read
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', 'ci')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Which {
  /** Whose results retention has removed, or not. */
  removed?: 'is' | 'is not'
  trust?: 'ci' | 'local'
  states?: ExecutionRow['state'][]
}

/**
 * Settled, clean, complete runs of a branch whose results are available; local ones only while the
 * suite has no CI run. Those of pull requests only if `ofPulls` is set: they are bases for what they tested alone.
 */
export async function bases(ctx: Ctx, head: ExecutionRow, which: Which = {}) {
  const { organizationId, projectId } = ctx.caller
  const { removed = 'is', states = ['passed', 'failed'] } = which
  const trust = which.trust ?? ((await suiteHasCi(ctx, head)) ? 'ci' : 'local')
  return ({ ofPulls = false }: { ofPulls?: boolean } = {}) =>
    executionRows(ctx.store.read, organizationId, projectId)
      .where('execution.project_id', '=', head.project_id)
      .where('execution.suite', '=', head.suite)
      .where('execution.id', '<>', head.id)
      .$if(!ofPulls, (query) => query.where('execution.pull_request', 'is', null))
      .where('execution.trust', '=', trust)
      // On a developer's machine the tree is nearly always dirty, and before the first CI run there
      // is nothing else.
      .$if(trust === 'ci', (query) => query.where('execution.dirty', '=', 0))
      .where('execution.state', 'in', states)
      .where('execution.results_removed_at', removed, null)
      // A run that found no tests would make all tests new.
      .where((eb) =>
        eb.or((['passed', 'failed', 'flaky', 'skipped'] as const).map((of) => eb(`execution.${of}`, '>', 0))),
      )
      .orderBy('execution.started_at', 'desc')
      .orderBy('execution.id', 'desc')
      .limit(1)
}

export type Bases = Awaited<ReturnType<typeof bases>>
export type Eligible = ReturnType<Bases>

export const onBranch = (query: Eligible, branch: string | null) =>
  branch === null ? query.where('execution.branch', 'is', null) : query.where('execution.branch', '=', branch)
