import { FINGERPRINT, LIMITS, WHOLE_SHA } from '@svc/protocol'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted } from '../../../ground/kernel/quoted.ts'

/** A failure that a document explains by its front matter. */
export interface ExplainedFailure {
  fingerprint: string
  cause: string | null
  fix: string | null
  /** Of the fix, in lower case. */
  commit: string | null
}

/**
 * Reads the field `failures` of front matter: a list of fingerprints, or of `{ fingerprint, cause, fix, commit }`.
 * Throws INVALID_REQUEST for what `PUT /api/failures/:fingerprint/documents` refuses too.
 */
export function explainedFailures(failures: unknown): ExplainedFailure[] {
  if (failures === undefined || failures === null) return []
  if (!Array.isArray(failures) || failures.length > LIMITS.documentFailures)
    throw wrong(
      `takes a list of at most ${LIMITS.documentFailures} fingerprints, or of { ${FIELDS.join(', ')} }.`,
    )
  return failures.map((entry) =>
    readEntry(typeof entry === 'object' && entry !== null ? entry : { fingerprint: entry }),
  )
}

const FIELDS = ['fingerprint', 'cause', 'fix', 'commit']

function readEntry(entry: Record<string, unknown>): ExplainedFailure {
  const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined)
    throw wrong(`has an entry with ${quoted(unknown)}, and takes ${FIELDS.join(', ')} only.`)
  const { fingerprint, cause, fix, commit } = entry
  if (typeof fingerprint !== 'string' || !FINGERPRINT.test(fingerprint))
    throw wrong('takes fingerprints, each 16 lower-case hex digits.')
  return { fingerprint, cause: textOf('cause', cause), fix: textOf('fix', fix), commit: shaOf(commit) }
}

function textOf(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value.trim() : undefined
  // Escapes of YAML can write what no database stores.
  if (text === undefined || text.length > LIMITS.explanationLength || /[\0\p{Cs}]/u.test(text))
    throw wrong(`takes a text of at most ${LIMITS.explanationLength} characters as ${field}.`)
  return text === '' ? null : text
}

function shaOf(commit: unknown): string | null {
  if (commit === undefined || commit === null) return null
  if (typeof commit !== 'string' || !WHOLE_SHA.test(commit))
    throw wrong('takes the whole sha of 40 or 64 hex digits as commit.')
  return commit.toLowerCase()
}

const wrong = (what: string) =>
  new Problem('INVALID_REQUEST', `The field failures of the front matter ${what}`)
