import type { Comparison, insightOperations } from '@svc/schema'
import type { z } from 'zod'
import { findExecution } from '../executions/find.ts'
import { type ExecutionRow, summaryOf } from '../executions/summary.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { Problem } from '../kernel/problem.ts'
import { type BaseChoice, chooseBase } from './choose-base.ts'
import { compareErrors } from './compare-errors.ts'
import { groupChanges } from './group-changes.ts'
import { readChanges, readLegs } from './read-changes.ts'
import { renameCandidates } from './rename-candidates.ts'

type Answer = z.input<typeof Comparison>

export const compareExecutions: Handlers<typeof insightOperations>['compareExecutions'] = async ({
  ctx,
  input,
}) => {
  const head = await findExecution(ctx, input.head)
  if (input.base === 'auto') return compare(ctx, head, await chooseBase(ctx, head))
  const base = await findExecution(ctx, input.base)
  if (base.project_id !== head.project_id)
    throw new Problem('INVALID_REQUEST', 'base takes an execution of the same project as head.')
  return compare(ctx, head, { base, rule: 'given', commitsAway: null, because: 'asked for by its id' })
}

type Choice = Omit<BaseChoice, 'rule'> & { rule: Answer['baseChoice']['rule'] }

/** Compares an execution with its base; without one there is nothing but the head to tell of. */
export async function compare(ctx: Context, head: ExecutionRow, choice: Choice): Promise<Answer> {
  const { base, rule, commitsAway, because } = choice
  const shared = {
    base: base && summaryOf(base, ctx.baseUrl),
    head: summaryOf(head, ctx.baseUrl),
    baseChoice: { rule, commitsAway, because },
  }
  const headLegs = await readLegs(ctx.store, head.id)
  const baseLegs = base ? await readLegs(ctx.store, base.id) : { parts: new Map(), names: new Map() }
  const compared = [...headLegs.parts.keys()].filter((leg) => baseLegs.parts.has(leg))
  const namesOf = (ids: Iterable<number>, names: Map<number, string>) =>
    [...ids].map((id) => names.get(id) ?? '').sort()
  const legs = {
    compared: namesOf(compared, headLegs.names),
    onlyBase: namesOf(
      [...baseLegs.parts.keys()].filter((leg) => !headLegs.parts.has(leg)),
      baseLegs.names,
    ),
    onlyHead: namesOf(
      [...headLegs.parts.keys()].filter((leg) => !baseLegs.parts.has(leg)),
      headLegs.names,
    ),
  }
  const provisional = head.state === 'running' || base?.state === 'running'
  const errors = await compareErrors(ctx.store, base?.id ?? null, head.id)
  const pairs = base
    ? (
        await Promise.all(
          compared.map((leg) =>
            readChanges(
              ctx.store,
              leg,
              { id: base.id, parts: baseLegs.parts.get(leg) ?? [] },
              { id: head.id, parts: headLegs.parts.get(leg) ?? [] },
            ),
          ),
        )
      ).flat()
    : []
  const brokenFiles = new Set(errors.head.flatMap((error) => (error.file === null ? [] : [error.file])))
  const groups = await groupChanges(ctx, {
    pairs,
    base,
    head,
    legNames: headLegs.names,
    provisional,
    brokenFiles,
  })
  const { head: _, ...grouped } = errors
  return {
    ...shared,
    provisional,
    legs,
    ...groups,
    renameCandidates: renameCandidates(
      groups.removed.map(({ base: _b, head: _h, error: _e, ...test }) => test),
      groups.newTests.map(({ base: _b, head: _h, error: _e, ...test }) => test),
    ),
    errors: grouped,
  }
}
