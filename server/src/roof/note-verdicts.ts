import { EncodedJson } from '../ground/kernel/encoded-json.ts'

/** Number of tests by verdict. */
export type NoteVerdicts = (verdicts: Record<string, number>) => void

const KEY = '"verdicts":{'

/** Passes the verdicts of a comparison on. Notes none if there is nobody to note them. */
export function noteVerdicts<Output extends { verdicts: Record<string, number> }, Call>(
  compare: (call: Call) => Promise<Output | EncodedJson>,
  note: NoteVerdicts | undefined,
): (call: Call) => Promise<Output | EncodedJson> {
  if (!note) return compare
  return async (call) => {
    const output = await compare(call)
    note(output instanceof EncodedJson ? encodedVerdicts(output) : output.verdicts)
    return output
  }
}

/** Reads the one property, because a large answer is not parsed here: within a string, its quotes would be escaped. */
function encodedVerdicts({ bytes }: EncodedJson): Record<string, number> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const from = text.indexOf(KEY)
  if (from < 0) return {}
  const open = from + KEY.length - 1
  return JSON.parse(text.toString('utf8', open, text.indexOf('}', open) + 1)) as Record<string, number>
}
