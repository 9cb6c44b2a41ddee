import type { ResultStatus } from '@svc/protocol'
import type { Context } from '../kernel/context.ts'
import type { DescribeAttachments, DescribedAttachment } from './attachments.ts'
import { findExecution } from './find.ts'
import { readErrors, readParts } from './read-parts.ts'
import { type DetailedResult, readResults } from './read-results.ts'
import { iso, summaryOf } from './summary.ts'

export interface DetailWanted {
  id: string
  status?: ResultStatus[] | undefined
  /** Results at most; absent: all of them. */
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * An execution with its parts, errors, results and artifacts as pieces of one JSON answer, so that
 * 200,000 results need no more memory than a thousand. NOT_FOUND comes before the first piece.
 */
export async function executionDetail(
  ctx: Context,
  wanted: DetailWanted,
  describe: DescribeAttachments,
): Promise<AsyncIterable<string>> {
  const after = wanted.cursor ? ctx.cursors.decode(wanted.cursor, ['number', 'number']) : null
  const row = await findExecution(ctx, wanted.id)
  const [{ parts, infos }, errors, describeOne] = await Promise.all([
    readParts(ctx.store, row.id),
    readErrors(ctx.store, row.id),
    describe(ctx, row.id),
  ])
  const head = {
    ...summaryOf(row, ctx.baseUrl),
    parts,
    errors,
    warnings: JSON.parse(row.warnings),
    resultsRemovedAt: row.results_removed_at === null ? null : iso(row.results_removed_at),
  }
  const pages = readResults(ctx.store, {
    executionId: row.id,
    parts: infos,
    statuses: wanted.status ?? null,
    after,
    limit: wanted.limit ?? Number.POSITIVE_INFINITY,
  })
  const writeCursor = wanted.limit === undefined ? null : ctx.cursors.encode
  return pieces(head, pages, writeCursor, describeOne)
}

async function* pieces(
  head: object,
  pages: ReturnType<typeof readResults>,
  writeCursor: Context['cursors']['encode'] | null,
  describeOne: DescribeOne,
): AsyncIterable<string> {
  yield `{"success":true,"data":${JSON.stringify(head).slice(0, -1)},"results":[`
  const artifacts: Artifact[] = []
  let separator = ''
  let next: readonly [number, number] | null = null
  for await (const { results, place, hasMore } of pages) {
    const described = results.map((result) => describeResult(result, describeOne))
    yield separator + described.map((result) => JSON.stringify(result)).join(',')
    separator = ','
    next = hasMore ? place : null
    for (const result of described) artifacts.push(...artifactsOf(result))
  }
  const page = writeCursor ? `,"page":${JSON.stringify({ nextCursor: next && writeCursor(next) })}` : ''
  yield `],"artifacts":${JSON.stringify(artifacts)}}${page}}`
}

type DescribeOne = Awaited<ReturnType<DescribeAttachments>>

interface DescribedResult extends Omit<DetailedResult, 'attempts'> {
  attempts: { attachments?: DescribedAttachment[] }[]
}

const describeResult = (result: DetailedResult, describeOne: DescribeOne): DescribedResult => ({
  ...result,
  attempts: result.attempts.map(({ attachments, ...attempt }) => ({
    ...attempt,
    ...(attachments && { attachments: attachments.map(({ place, ...one }) => describeOne(one, place)) }),
  })),
})

type Artifact = DescribedAttachment & { testId: string; leg: string; attempt: number }

/** What the tests attached, in one list; `attempt` counts from 0. */
const artifactsOf = ({ testId, leg, attempts }: DescribedResult): Artifact[] =>
  attempts.flatMap(({ attachments = [] }, i) =>
    attachments.map((attachment) => ({ ...attachment, testId, leg, attempt: i })),
  )
