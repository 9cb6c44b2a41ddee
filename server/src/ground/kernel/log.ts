import { visibleJson } from './visible-json.ts'

/** An event for the operator. */
export interface LogRecord {
  level: 'error' | 'warn' | 'info'
  event: string
  [fact: string]: unknown
}
export type Log = (record: LogRecord) => void

/** Writes one JSON line to stderr. */
export const logToStderr: Log = (record) => {
  process.stderr.write(`${visibleJson({ time: new Date().toISOString(), ...record })}\n`)
}

/** A complete error, with its stack and its causes, as plain data. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack, cause } = error
  return {
    name,
    message,
    stack,
    ...(cause !== undefined && depth < 5 && { cause: describeError(cause, depth + 1) }),
  }
}
