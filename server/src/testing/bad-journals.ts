import { expect } from 'vitest'
import type { TestApp } from './make-app.ts'
import { failed, ndjson, passed, post, run } from './upload.ts'

export interface Refusal {
  status: number
  code: string
  message: RegExp | string
}

/** A journal whose line `at` (from 0: open, group, two attempts, end) was tampered with. */
export function spoiled(position: number, tamper: (line: unknown[]) => unknown): unknown[] {
  const lines: unknown[] = structuredClone(run({ results: [passed('a'), failed('b')] }))
  lines[position] = tamper(lines[position] as unknown[])
  return lines
}

/** The journal with one field of its open line set, by its path. */
export const withOpen = (path: string, value: unknown) =>
  spoiled(0, ([kind, version, open]) => [kind, version, set(open, path.split('.'), value)])

export const withAttempt = (position: number, value: unknown) =>
  spoiled(2, (line) => Object.assign([...line], { [position]: value }))

export const withDetail = (detail: unknown) => withAttempt(6, detail)

function set(target: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const copy: Record<string, unknown> = { ...(target as Record<string, unknown>) }
  copy[name] = rest.length === 0 ? value : set(copy[name], rest, value)
  if (copy[name] === undefined) delete copy[name]
  return copy
}

export const good = () => ndjson(run({ results: [passed('a')] }))

export const invalid = (message: RegExp | string): Refusal => ({
  status: 400,
  code: 'INVALID_REQUEST',
  message,
})

export async function expectRefused(
  app: TestApp,
  body: string | Uint8Array<ArrayBuffer>,
  { status, code, message }: Refusal,
  headers: Record<string, string> = {},
): Promise<void> {
  const refused = await post(app, body, headers)
  expect(refused, `${message}`).toMatchObject({
    status,
    error: { code, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  })
  expect(refused.data).toBeUndefined()
}

export const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
