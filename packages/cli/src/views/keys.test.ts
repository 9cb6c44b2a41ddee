import { expect, test } from 'vitest'
import { keysText } from './keys.ts'

const NOW = Date.UTC(2026, 5, 1)
const KEY = {
  id: '01a2031f-6ca0-73a0-88a8-1f47ab260de7',
  name: 'ci',
  hint: 'svc_abcd…wxyz',
  role: 'editor' as const,
  scopes: ['ingest' as const],
  project: null,
  createdBy: null,
  owner: null,
  createdAt: new Date(NOW - 86_400_000).toISOString(),
  lastUsedAt: null,
}
const screen = { cells: 100, now: NOW, paint: (text: string) => text } as unknown as Parameters<
  typeof keysText
>[1]

test('an expired key is marked, an active one is not', () => {
  const later = new Date(NOW + 86_400_000).toISOString()
  const before = new Date(NOW - 1).toISOString()
  expect(keysText([{ ...KEY, state: 'active', expiresAt: later }], screen)).toMatch(
    /^ci {2}svc_abcd…wxyz\n[\s\S]*expires on 2026-06-02/,
  )
  expect(keysText([{ ...KEY, state: 'expired', expiresAt: before }], screen)).toMatch(
    /^ci {2}svc_abcd…wxyz {2}\(expired\)\n[\s\S]*expired on 2026-05-31/,
  )
})

test('names of keys and people are quoted unless they are plain', () => {
  const person = { id: KEY.id, email: 'a@example.com', name: 'Ann” by svc, never used' }
  const key = { ...KEY, name: 'ci  (expired)\u001b[2J', createdBy: person, owner: null, expiresAt: null }
  const [first, , created] = keysText([{ ...key, state: 'active' }], screen).split('\n')
  expect(first).toBe('"ci (expired)"  svc_abcd…wxyz')
  expect(created).toContain('by "Ann\\" by svc, never used", never used')
})
