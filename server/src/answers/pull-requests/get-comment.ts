import { CONCLUSION_KINDS, FIRST_DAYS } from '@svc/protocol'
import { PULL_REQUEST_PAGE, type pullRequestOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import { describeSection } from './describe-section.ts'
import { fitSections } from './fit.ts'
import { groupsOf, whatDecides } from './over-suites.ts'
import { prepareSection, type Shown } from './prepare-section.ts'
import { readPushes } from './pushes.ts'
import { readExecutions } from './read-executions.ts'
import type { Removed } from './render-removed.ts'
import { answerOf, totalHeadline } from './total-headline.ts'

type Suite = ReturnType<typeof describeSection>

/**
 * Always the first line: the action finds its comment by it. A key for one project writes a comment of its
 * own, because the comment of the whole organization would lack the projects it cannot see.
 */
const openingOf = (project: string | null) =>
  `<!-- svc:pull-request${project === null ? '' : ` ${project}`} -->\n\n`

export const getPullRequest: Handlers<typeof pullRequestOperations>['getPullRequest'] = async ({
  ctx,
  input,
}) => {
  const { repository, revision, newest, all } = await readExecutions(ctx, input)
  const opening = openingOf(ctx.caller.projectId === null ? null : (newest[0]?.slug ?? null))
  const shown = await Promise.all(newest.map((head) => show(ctx, head)))
  const compared = shown.filter((one) => 'compared' in one)
  const ending = endingOf(shown)
  const decides = whatDecides(compared)
  const { branch, base_branch: baseBranch, message } = newestOf(newest)
  return {
    number: input.number,
    repository,
    branch,
    baseBranch,
    message,
    revision,
    ...totalHeadline(shown.map((one) => ('compared' in one ? answerOf(one.compared) : null))),
    provisional: shown.some((one) => 'compared' in one && one.compared.provisional),
    markdown: opening + fitSections(shown, input.maxBytes - opening.length - ending.length) + ending,
    groups: groupsOf(compared),
    decides,
    pushes: await readPushes(
      ctx.store,
      all,
      compared.flatMap((one) => one.compared.base?.id ?? []),
    ),
    ...worstSuites(
      newest.map((row, place) => {
        const one = shown[place]
        return describeSection(row, one && 'compared' in one ? one.compared : null, {
          baseUrl: ctx.baseUrl,
          isInDoubt: decides.length > 0,
        })
      }),
    ),
  }
}

/** Once for all sections: what to expect while no run of the default branch exists. */
const endingOf = (shown: (Shown | Removed)[]): string =>
  shown.some((one) => 'compared' in one && one.compared.base === null) ? `\n\n${FIRST_DAYS}` : ''

const newestOf = (rows: ExecutionRow[]): ExecutionRow =>
  rows.reduce((newest, row) => (row.started_at > newest.started_at ? row : newest))

async function show(ctx: Context, head: ExecutionRow): Promise<Shown | Removed> {
  if (head.results_removed_at !== null)
    return { head: summaryOf(head, ctx.baseUrl), removedAt: iso(head.results_removed_at) }
  const choice = await chooseBase(ctx, head)
  return prepareSection(ctx, head, {
    compared: await compare(ctx, head, choice),
    ownersOf: await ownersOf(ctx.store, head.codeowners_id),
  })
}

/** The totals of all suites, and the most urgent ones, as many as an answer may hold; at least one. */
function worstSuites(suites: Suite[]) {
  const counts = { total: 0, passed: 0, failed: 0, flaky: 0, skipped: 0, errors: 0 }
  for (const suite of suites)
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += suite.counts[name]
  const withState = (state: Suite['state']) => suites.filter((suite) => suite.state === state).length
  return {
    totals: { suites: suites.length, failed: withState('failed'), running: withState('running'), counts },
    executions: firstThatFit(
      [...suites].sort((a, b) => urgency(a) - urgency(b) || failures(b) - failures(a)),
    ),
  }
}

/** A suite without results says least. */
const urgency = ({ conclusion }: Suite): number =>
  conclusion === null ? CONCLUSION_KINDS.length : CONCLUSION_KINDS.indexOf(conclusion)

const failures = ({ counts }: Suite): number => counts.failed + counts.errors

function firstThatFit(suites: Suite[]): Suite[] {
  let left = PULL_REQUEST_PAGE.bytes
  const end = suites.findIndex((suite) => {
    left -= Buffer.byteLength(JSON.stringify(suite))
    return left < 0
  })
  return end < 0 ? suites : suites.slice(0, Math.max(1, end))
}
