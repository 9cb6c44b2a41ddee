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
  const rest = sent.reduce((left, value) => without(left, value), text).toLowerCase()
  for (const { mark, ids } of secrets) {
    const position = rest.indexOf(mark)
    if (position >= 0) return rest.slice(Math.max(0, position - 60), position + 60)
    const id = idsIn(rest).find((one) => ids.has(one))
    if (id !== undefined) return id
  }
  return null
}

/** The text without a value in any of its spellings in addresses and JSON. */
export function without(text: string, value: string): string {
  const forms = [value, encodeURIComponent(value), value.toLowerCase(), JSON.stringify(value).slice(1, -1)]
  return forms.reduce(
    (left, form) => left.replace(new RegExp(`(?<![0-9a-z])${escaped(form)}(?![0-9a-z])`, 'gi'), '<asked>'),
    text,
  )
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
