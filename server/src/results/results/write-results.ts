import type { Store } from '../../ground/store/open.ts'
import { type DescribedAttachment, describeAttachment, type KnownAttachments } from './attachments.ts'
import { type DetailedResult, type ResultsWanted, readResults } from './read-results.ts'

export interface ResultsToWrite extends ResultsWanted {
  attachments: KnownAttachments
}

/** The facts that are known after the last result. */
export interface ResultsEnd {
  /** The tests' attachments, as JSON. */
  artifacts: string
  /** Place of the last result if more follow. */
  next: readonly [testId: number, part: number] | null
}

/** The items of one JSON array in pieces, so that 200,000 results need no more memory than a page of them. */
export async function* writeResults(
  store: Store,
  { attachments, ...wanted }: ResultsToWrite,
): AsyncGenerator<string, ResultsEnd> {
  const artifacts: Artifact[] = []
  let separator = ''
  let next: ResultsEnd['next'] = null
  for await (const { results, place, hasMore } of readResults(store, wanted)) {
    const described = results.map((result) => describeResult(result, attachments))
    yield separator + JSON.stringify(described).slice(1, -1)
    separator = ','
    next = hasMore ? place : null
    for (const result of described) for (const artifact of artifactsOf(result)) artifacts.push(artifact)
  }
  return { artifacts: JSON.stringify(artifacts), next }
}

interface DescribedResult extends Omit<DetailedResult, 'attempts'> {
  attempts: { attachments?: DescribedAttachment[] }[]
}

const describeResult = (result: DetailedResult, known: KnownAttachments): DescribedResult => ({
  ...result,
  attempts: result.attempts.map(({ attachments, ...attempt }) => ({
    ...attempt,
    ...(attachments && { attachments: attachments.map((one) => describeAttachment(one, known)) }),
  })),
})

type Artifact = DescribedAttachment & { testId: string; leg: string; attempt: number }

/** The tests' attachments, in one list; `attempt` counts from 0. */
const artifactsOf = ({ testId, leg, attempts }: DescribedResult): Artifact[] =>
  attempts.flatMap(({ attachments = [] }, i) =>
    attachments.map((attachment) => ({ ...attachment, testId, leg, attempt: i })),
  )
