import type { Example } from '../doors/rest/reference/page.ts'
import type { Call } from './calls/call.ts'

const MOST_ENTRIES = 2
const MOST_CHARACTERS = 240

/** A call and its answer as the reference shows them: short, and without a value that looks like a secret. */
export function exampleOf({ path, headers, body }: Call, answer: unknown): Example {
  const isJson = body !== undefined && typeof body !== 'string'
  return {
    path,
    ...((headers || isJson) && {
      headers: { ...(isJson && { 'Content-Type': 'application/json' }), ...headers },
    }),
    ...(body !== undefined && { body }),
    answer: shortened(answer),
  }
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each)]))
}

const cut = (text: string): string => {
  const safe = text.replace(/svc_[0-9A-Za-z_]{20,}/g, `svc_${'x'.repeat(49)}`)
  return safe.length > MOST_CHARACTERS ? `${safe.slice(0, MOST_CHARACTERS)}…` : safe
}
