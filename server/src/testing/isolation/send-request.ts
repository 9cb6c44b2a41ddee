import type { ProblemCode } from '@svc/protocol'
import type { TestApp, TestRequest } from '../make-app.ts'
import { textOf } from '../text-of.ts'
import type { Held } from './credentials.ts'
import { without } from './secrets.ts'

/** An answer with its headers. */
export interface Answer {
  status: number
  /** Of a refusal; null for a success, and for a page. */
  code: ProblemCode | null
  text: string
}

/** Asks with a credential. */
export async function ask(
  app: TestApp,
  { key, headers }: Held,
  { path, init }: { path: string; init: TestRequest },
): Promise<Answer> {
  const response = await app.request(path, { ...init, key, headers: { ...headers, ...init.headers } })
  const body = await textOf(response)
  const headerText = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return {
    status: response.status,
    code: isPage(response) ? null : codeIn(response.status, body),
    text: `${response.status}\n${headerText}\n\n${body}`,
  }
}

const isPage = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.startsWith('text/html') === true

function codeIn(status: number, body: string): ProblemCode | null {
  if (status < 400) return null
  return (JSON.parse(body) as { error: { code: ProblemCode } }).error.code
}

/** The text without the time that an agent was last seen, which the calls here change. */
export const withoutPresence = (text: string): string =>
  text.replace(/"presence":"\w+"|"lastSeenAt":(?:"[^"]*"|null)/g, '<seen>')

/** The answer without the values that were asked for, ids, new secrets and anything else that differs each time. */
export const withoutValues = ({ text }: Answer, values: string[]): string =>
  values
    .flatMap((value) => (/^[0-9a-f]{40}$/.test(value) ? [value, value.slice(0, 12)] : [value]))
    .reduce((left, value) => without(left, value), withoutPresence(text))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
    .replace(/sv[a-z]+_[\w-]{20,}|\b[0-9a-f]{64}\b/g, '<secret>')
    .replace(/\bwalked-\d+\b|\bacorn test \d+\b/g, '<name>')
    // Each request may concern an organization of its own.
    .replace(/acorn[.-]\d+/g, '<organization>')
    // Each request may change a trust of its own.
    .replace(/"repositoryId":"\d+"/g, '<repository>')
    .replace(/content-length: \d+/g, '')
    // A tag is made of the values in the request, too.
    .replace(/etag: W\/"[^"]*"/g, 'etag')
    // A picture is as wide as the text in it.
    .replace(text.includes('<svg') ? /[\d.]+|etag: .*/g : /^$/g, '')
