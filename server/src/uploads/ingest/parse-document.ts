import { object, refuse } from './check.ts'
import { findTests, type TestList } from './cut-document.ts'
import { parseJson } from './parse-json.ts'
import { toText } from './split-lines.ts'

/** A smaller document is parsed in one step, and searched for mistakes. */
const CUT_FROM = 1024 * 1024
/** The number of bytes of tests that are parsed at once. */
const BATCH_BYTES = 512 * 1024

/** A JSON document that may have too many tests to hold in memory at once. */
export interface ParsedDocument {
  /** Its list of tests is empty if there are many of them. */
  document: Record<string, unknown>
  /** Its tests, in batches; null if the document itself contains them. */
  tests: Iterable<unknown[]> | null
}

/** Parses a document after it has checked its depth, sizes and numbers. */
export function parseDocument(body: Uint8Array): ParsedDocument {
  const list = findTests(body)
  if (list === null || body.length <= CUT_FROM)
    return { document: object('body', parseJson(toText(body, 0, body.length))), tests: null }
  const { start, end } = list
  const besides = `${toText(body, 0, start + 1)}${toText(body, end, body.length)}`
  return { document: object('body', parseJson(besides)), tests: testsOf(body, list) }
}

function* testsOf(body: Uint8Array, list: TestList): Generator<unknown[]> {
  const { items } = list
  const count = items.length - 1
  for (let first = 0; first < count; ) {
    let next = first + 1
    while (next < count && (items[next] as number) - (items[first] as number) < BATCH_BYTES) next++
    yield parseTests(body, list, first, next)
    first = next
  }
}

function parseTests(body: Uint8Array, list: TestList, first: number, next: number): unknown[] {
  const text = textOf(body, list, first, next)
  // Empty brackets are an empty list.
  if (list.items.length === 2 && text.trim() === '') return []
  try {
    const parsed = JSON.parse(`[${text}]`) as unknown[]
    if (parsed.length === next - first) return parsed
  } catch {
    // The code below parses the items one by one, to find the invalid one.
  }
  return Array.from({ length: next - first }, (_, i) => {
    try {
      return JSON.parse(textOf(body, list, first + i, first + i + 1))
    } catch (error) {
      const message = error instanceof Error ? error.message.slice(0, 200) : ''
      return refuse(`${list.name}[${first + i}]`, `JSON (${message})`)
    }
  })
}

/** Items from `first` up to `next`, including the commas between them. */
function textOf(body: Uint8Array, { items }: TestList, first: number, next: number): string {
  const isLast = next === items.length - 1
  return toText(body, items[first] as number, (items[next] as number) - (isLast ? 0 : 1))
}
