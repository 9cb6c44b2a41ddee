/** Search parameters as plain text, so that an address reads as somebody would write it. */
export const readQuery = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function writeQuery(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  // A comma needs no escape there, and lists are easier to read with it.
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
  return query === '' ? '' : `?${query}`
}

/** `{ [name]: value }` for a text that is not empty, else nothing. */
export const text = <N extends string>(name: N, value: unknown): { [K in N]?: string } =>
  (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [K in N]?: string }

/** `next` of the sign-in, if it is a path of this server: any other address could be a trap behind a real sign-in. */
export function readNext(next: unknown): { next?: string } {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return {}
  const address = URL.parse(next, 'http://here.invalid')
  return address?.origin === 'http://here.invalid' ? { next } : {}
}

/**
 * Search parameters as `read` returns them and nothing else. The router adds what it was given to what a page has checked;
 * an unchecked `next` could then lead to another server.
 */
export const checked =
  <T extends object>(read: (raw: Record<string, unknown>) => T) =>
  (raw: Record<string, unknown>): T => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  })
