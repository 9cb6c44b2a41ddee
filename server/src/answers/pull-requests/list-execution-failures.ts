import type { comparisonOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { ownersOf } from '../../results/owners/owners-of.ts'
import { listResults } from '../../results/results/list-results.ts'
import { compareByIds } from '../comparison/compare.ts'
import { nameOfTest } from './describe-section.ts'
import { type Failing, outlineOf } from './outline.ts'
import { titleOf } from './render-causes.ts'

type ListExecutionFailures = Handlers<typeof comparisonOperations>['listExecutionFailures']
type Input = Parameters<ListExecutionFailures>[0]['input']
type Listed = Awaited<ReturnType<ListExecutionFailures>>['failures'][number]

/** The most flaky results of an execution that a list looks at. */
const MOST_FLAKY = 25_000

/** The failures of an execution in the order of the comment, section by section, filtered and counted. */
export const listExecutionFailures: ListExecutionFailures = async ({ ctx, input }) => {
  const { head, base, compared } = await compareByIds(ctx, { head: input.id, base: input.base })
  const owners = await ownersOf(ctx.store, head.codeowners_id)
  const outline = outlineOf(compared).map(({ topic, causes }) => ({
    topic,
    title: titleOf(topic),
    failures: causes.flatMap(({ failures }) => failures.map((each) => describe(topic, each, owners))),
  }))
  const sections = [
    ...outline,
    { topic: 'flaky' as const, title: FLAKY, failures: await readFlaky(ctx, input.id) },
  ]
  const isWanted = fitsOf(input)
  const counted = sections.map(({ failures, ...section }) => ({
    ...section,
    total: failures.length,
    fitting: failures.filter(isWanted),
  }))
  const all = counted.flatMap(({ topic, fitting }) =>
    input.topic === undefined || input.topic === topic ? fitting : [],
  )
  const from = input.cursor === undefined ? 0 : placeAfter(ctx, input.cursor, base?.public_id ?? '', all)
  const failures = all.slice(from, from + input.limit)
  const last = failures.at(-1)
  const isMore = last !== undefined && from + failures.length < all.length
  return {
    sections: counted.flatMap(({ topic, title, total, fitting }) =>
      total === 0 ? [] : [{ topic, title, total, matching: fitting.length }],
    ),
    failures,
    nextCursor: isMore
      ? ctx.cursors.encode([base?.public_id ?? '', from + failures.length, failureNameOf(last)])
      : null,
  }
}

const FLAKY = 'Flaky: passed on a retry'

function describe(topic: Listed['topic'], failing: Failing, owners: (file: string) => string[]): Listed {
  const { kind, test, file, message, fingerprint, verdict } = failing
  return {
    topic,
    kind,
    file,
    test: test && nameOfTest(test),
    message,
    fingerprint,
    verdict,
    owners: file === null ? [] : owners(file),
  }
}

async function readFlaky(ctx: Context, id: string): Promise<Listed[]> {
  const { results } = await listResults({
    ctx,
    input: { id, status: ['flaky'], sort: 'status', limit: MOST_FLAKY },
  })
  return results.map(({ testId, file, titles, variant, occurrence, leg, error, owners }) => ({
    topic: 'flaky',
    kind: 'flaky',
    file,
    test: { testId, file, titles, variant, occurrence, leg },
    message: error?.message ?? '',
    fingerprint: error?.fingerprint ?? '',
    verdict: null,
    owners,
  }))
}

/** Whether a failure has every word in its title, file, owner or error, and the owner and the leg. */
function fitsOf({ q = '', owner, leg }: Input): (failure: Listed) => boolean {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '>')
  return ({ test, file, owners, message }) => {
    if (owner !== undefined && !owners.includes(owner)) return false
    if (leg !== undefined && test?.leg !== leg) return false
    if (words.length === 0) return true
    const text = [test?.titles.join(' › '), file, test?.variant, owners.join(' '), message]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** While a run reports, failures come and go: the page begins after the last one of the page before. */
function placeAfter(ctx: Context, cursor: string, baseId: string, all: Listed[]): number {
  const [base, index, name] = ctx.cursors.decode(cursor, ['string', 'number', 'string'])
  if (base !== baseId)
    throw new Problem(
      'INVALID_REQUEST',
      'This cursor belongs to a comparison with another base; the one that "auto" finds may have changed. Begin again without a cursor.',
    )
  const before = all[index - 1]
  if (before && failureNameOf(before) === name) return index
  const at = all.findIndex((each) => failureNameOf(each) === name)
  return at < 0 ? index : at + 1
}

const failureNameOf = ({ test, file, fingerprint }: Listed): string =>
  test ? `${test.testId}~${test.leg}` : `${file}~${fingerprint}`
