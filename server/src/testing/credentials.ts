import type { TestApp } from './make-app.ts'
import { addPerson, type TestPerson } from './people.ts'

interface Key {
  id: string
  value: string
  scopes: string[]
  expiresAt: string | null
}
interface Settled {
  kept: number
  ended: number
}

export const DAY_MS = 86_400_000
export const PASSWORD = 'correct horse battery'
export const ALL = ['ingest', 'read', 'knowledge', 'bus', 'admin']

export const makeKey = (app: TestApp, key: string, body: object = {}) =>
  app.post<Key>('/api/keys', { name: 'ci', ...body }, { key })
export const adminKey = async (app: TestApp, key: string, body: object = {}) =>
  (await makeKey(app, key, { name: 'root', role: 'admin', scopes: ALL, ...body })).data
export const invite = async (app: TestApp, key: string, body: object = {}) =>
  (await app.post<{ id: string; token: string }>('/api/invitations', body, { key })).data
export const remove = (app: TestApp, { publicId }: TestPerson, key: string, query = '') =>
  app.delete<Settled>(`/api/members/${publicId}${query}`, { key })
export const demote = (
  app: TestApp,
  { publicId }: TestPerson,
  role: string,
  key: string,
  more: object = {},
) => app.post<Settled>(`/api/members/${publicId}`, { role, ...more }, { key })
export const can = async (app: TestApp, key: string) => {
  const me = await app.get<{ key: { role: string; scopes: string[] } }>('/api/whoami', { key })
  return me.status === 200 ? [me.data.key.role, ...me.data.key.scopes] : me.status
}
export const join = (app: TestApp, token: string, email: string) =>
  app.post('/auth/join', { token, email, password: PASSWORD }, { key: null })
export const project = (app: TestApp, key: string, slug: string) =>
  app.post('/api/test-results', { project: slug, suite: 'unit', results: [] }, { key })
export const actions = async (app: TestApp) =>
  (await app.get<{ action: string }[]>('/api/audit')).data.map(({ action }) => action)

/** Two admins, one of whom makes one credential of every kind. */
export async function twoAdmins(app: TestApp) {
  const ada = await addPerson(app, { default: 'admin' })
  const bob = await addPerson(app, { default: 'admin' })
  const { token: key } = ada
  await project(app, key, 'shop')
  const ci = (await makeKey(app, key)).data
  const root = await adminKey(app, key)
  const invitation = await invite(app, key, { role: 'admin' })
  const trust = { repositoryId: '4711', repository: 'acme/shop' }
  await app.post('/api/oidc-trusts', trust, { key })
  await app.post('/api/webhooks', { name: 'channel', url: 'http://127.0.0.1:9/hook' }, { key })
  const badge = await app.post<{ url: string }>('/api/projects/shop/badge', {}, { key })
  return { ada, bob, ci, root, invitation, badgePath: new URL(badge.data.url).pathname }
}

export const rowsLeft = async (app: TestApp) => {
  const left: Record<string, number> = {}
  for (const table of ['invitation', 'oidc_trust', 'badge'] as const)
    left[table] = (await app.store.read.selectFrom(table).selectAll().execute()).length
  const webhooks = app.store.read.selectFrom('webhook').select('id').where('deleted_at', 'is', null)
  left.webhook = (await webhooks.execute()).length
  return left
}
