/** What an answer must not contain: texts with this mark, and these ids. */
export interface Secrets {
  mark: string
  ids: ReadonlySet<string>
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64}/gi

/** The ids in some rows that do not occur in the others. */
export function secretsOf(mark: string, rows: string[], others: Iterable<string>): Secrets {
  const ids = new Set(rows.flatMap(idsIn))
  for (const row of others) for (const id of idsIn(row)) ids.delete(id)
  return { mark, ids }
}

const idsIn = (text: string): string[] => text.toLowerCase().match(ID) ?? []

/** The first secret in a text, apart from values that the request itself contained; null if there is none. */
export function leakIn(text: string, secrets: Secrets[], sent: string[]): string | null {
  // Most answers contain none. Then nothing of what was sent has to be taken out, which is most of the work.
  if (secretIn(text, secrets) === null) return null
  return secretIn(
    sent.reduce((left, value) => without(left, value), text),
    secrets,
  )
}

function secretIn(text: string, secrets: Secrets[]): string | null {
  const lower = text.toLowerCase()
  for (const { mark, ids } of secrets) {
    const position = lower.indexOf(mark)
    if (position >= 0) return lower.slice(Math.max(0, position - 60), position + 60)
    const id = idsIn(lower).find((one) => ids.has(one))
    if (id !== undefined) return id
  }
  return null
}

/** The text without a value in any of its spellings in addresses and JSON. */
export function without(text: string, value: string): string {
  return formsOf(value).reduce((left, form) => left.replace(form, '<asked>'), text)
}

/** Compiled once: a walk looks for the same values in thousands of answers. */
function formsOf(value: string): RegExp[] {
  const known = compiled.get(value)
  if (known) return known
  const spellings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]
  const forms = [...new Set(spellings.map((form) => form.toLowerCase()))].map(
    (form) => new RegExp(`(?<![0-9a-z])${escaped(form)}(?![0-9a-z])`, 'gi'),
  )
  compiled.set(value, forms)
  return forms
}

const compiled = new Map<string, RegExp[]>()

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
