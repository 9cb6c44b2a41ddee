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
import { pairLegs } from './pair-legs.ts'
import { type LegsRead, readChanges, readFailures, readLegs } from './read-changes.ts'
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

const NO_LEGS: LegsRead = { parts: new Map(), names: new Map() }

/** Compares an execution with its base; without one there is nothing but the head to tell of. */
export async function compare(ctx: Context, head: ExecutionRow, choice: Choice): Promise<Answer> {
  const { store } = ctx
  const { base, rule, commitsAway, because } = choice
  const [headLegs, baseLegs, errors] = await Promise.all([
    readLegs(store, head.id),
    base ? readLegs(store, base.id) : NO_LEGS,
    compareErrors(store, base?.id ?? null, head.id),
  ])
  const { legs, pairs: legPairs, notCompared } = pairLegs(baseLegs, headLegs)
  const headParts = (leg: number) => headLegs.parts.get(leg) ?? []
  const [changes, failures] = await Promise.all([
    base
      ? Promise.all(
          legPairs.map((pair) =>
            readChanges(
              store,
              pair.head,
              { id: base.id, parts: baseLegs.parts.get(pair.base) ?? [] },
              { id: head.id, parts: headParts(pair.head) },
            ),
          ),
        )
      : [],
    Promise.all(notCompared.map((leg) => readFailures(store, leg, { id: head.id, parts: headParts(leg) }))),
  ])
  const provisional = head.state === 'running' || base?.state === 'running'
  const { head: headErrors, ...grouped } = errors
  const groups = await groupChanges(ctx, {
    pairs: changes.flat(),
    notCompared: failures.flat(),
    base,
    head,
    legNames: headLegs.names,
    otherLeg: legs.paired?.base ?? null,
    provisional,
    brokenFiles: new Set(headErrors.flatMap((error) => (error.file === null ? [] : [error.file]))),
  })
  return {
    base: base && summaryOf(base, ctx.baseUrl),
    head: summaryOf(head, ctx.baseUrl),
    baseChoice: { rule, commitsAway, because },
    provisional,
    legs,
    ...groups,
    renameCandidates: renameCandidates(
      groups.removed,
      groups.newTests.filter((test) => test.base === null),
    ).map(({ from, to, similarity }) => ({ from: nameOf(from), to: nameOf(to), similarity })),
    errors: grouped,
  }
}

const nameOf = ({ base: _b, head: _h, error: _e, ...test }: Answer['removed'][number]) => test
