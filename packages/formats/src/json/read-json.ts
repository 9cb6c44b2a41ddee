import type { Sink, Source } from '../format.ts'
import { ReportProblem } from '../problem.ts'
import { JsonReader, type Visitor } from './reader/json-reader.ts'

export type { Path, Visitor } from './reader/json-reader.ts'

/** Reads a report of one JSON value, piece by piece. */
export const readJson = async (
  source: Source,
  sink: Pick<Sink, 'repaired'>,
  visitor: Visitor,
): Promise<void> => {
  const reader = new JsonReader(visitor)
  for await (const text of source.text(sink)) reader.push(text)
  reader.end()
}

/** Reads consecutive JSON values, such as events. */
export const readLines = async (text: AsyncIterable<string>, visitor: Visitor): Promise<void> => {
  const reader = new JsonReader(visitor, { isLines: true })
  for await (const piece of text) reader.push(piece)
  reader.end()
}

/** The position at which a document stops being JSON; undefined for valid JSON. */
export const findMistake = async (source: Source): Promise<ReportProblem | undefined> => {
  const anything: Visitor = { choose: () => 'enter', take: () => undefined }
  try {
    await readJson(source, { repaired: () => undefined }, anything)
    return undefined
  } catch (error) {
    if (error instanceof ReportProblem) return error
    throw error
  }
}
