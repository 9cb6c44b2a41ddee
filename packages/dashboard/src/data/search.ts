/** Search parameters as plain text, so that an address reads as a person would write it. */
export const readQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  // A comma needs no escape there, and unescaped lists are easier to read.
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
  return query === '' ? '' : `?${query}`
}

/** `{ [name]: value }` for a non-empty text, else an empty object. */
export const text = <N extends string>(name: N, value: unknown): { [K in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [K in N]?: string }

/** The same for several parameters of an address. */
export const texts = <N extends string>(raw: Record<string, unknown>, names: N[]): { [K in N]?: string } =>
  Object.assign({}, ...names.map((name) => text(name, raw[name])))

/**
 * `next` of the sign-in, if it is a path on this server: any other address could be a trap behind a
 * real sign-in.
 */
export function readNext(next: unknown): { next?: string } {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return {}
  const address = URL.parse(next, 'http://here.invalid')
  return address?.origin === 'http://here.invalid' ? { next } : {}
}

/**
 * Returns the search parameters that `read` accepts, and no others. The router adds unchecked
 * parameters to checked ones, and an unchecked `next` could lead to another server.
 */
export const checked =
  <T extends object>(read: (raw: Record<string, unknown>) => T) =>
  (raw: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  })
