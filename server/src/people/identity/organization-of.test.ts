import { operationTables } from '@svc/schema/operations'
import { expect, test } from 'vitest'
import { png, runAttaching, store } from '../../testing/artifacts.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { addOrganization } from '../../testing/organization.ts'
import { addPerson } from '../../testing/people.ts'
import { failed, settled } from '../../testing/upload.ts'

/** A request as a browser sends it for an image, a download or a stream: with its cookie and no header of ours. */
const browse = (app: TestApp, token: string, path: string, headers: Record<string, string> = {}) =>
  app.request(path, { key: null, headers: { Cookie: `svc_session=${token}`, ...headers } })

const codeOf = async (answer: Response) =>
  ((await answer.json()) as { error?: { code: string; message: string } }).error

onBothDatabases('a person in two organizations', (make) => {
  test('names one in the address of every read, as in the header', async () => {
    const app = await make()
    await addOrganization(app)
    const other = await slugOfOther(app)
    const { token } = await addPerson(app, { default: 'viewer', [other]: 'viewer' })
    await settled(app, {})
    const count = async (path: string, headers?: Record<string, string>) => {
      const answer = await browse(app, token, path, headers)
      return ((await answer.json()) as { data?: unknown[] }).data?.length ?? answer.status
    }
    expect(await count('/api/executions')).toBe(400)
    expect(await count('/api/executions?organization=default')).toBe(1)
    expect(await count('/api/executions?organization=Default&limit=5')).toBe(1)
    expect(await count(`/api/executions?organization=${other}`)).toBe(0)
    expect(await count('/api/executions', { 'Svc-Organization': 'default' })).toBe(1)
    expect(await count('/api/executions?organization=default', { 'Svc-Organization': 'DEFAULT' })).toBe(1)
    for (const wrong of [
      `?organization=default&organization=${other}`,
      '?organization=nowhere',
      '?organization=',
      '?organization=%00',
    ])
      expect(await codeOf(await browse(app, token, `/api/executions${wrong}`)), wrong).toMatchObject({
        code: 'INVALID_REQUEST',
      })
    expect(
      await codeOf(
        await browse(app, token, '/api/executions?organization=default', { 'Svc-Organization': other }),
      ),
    ).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('Svc-Organization') })
    const me = await browse(app, token, '/api/whoami?organization=default')
    expect(await me.json()).toMatchObject({ data: { organization: { slug: 'default' } } })
  })

  test('reads an object by its id without naming one, and never an object of a third', async () => {
    const app = await make()
    const otherKey = await addOrganization(app)
    const other = await slugOfOther(app)
    const mine = await addPerson(app, { default: 'viewer', [other]: 'viewer' })
    // A member of two organizations, of which neither has the objects.
    await addOrganization(app)
    const third = await slugOfOther(app)
    await addOrganization(app)
    const stranger = await addPerson(app, { [third]: 'admin', [await slugOfOther(app)]: 'admin' })
    const { execution, artifact } = await runWithImage(app)
    const here = await settled(app, { results: [failed('pays')] })
    const document = (
      await app.put<{ id: string }>('/api/documents', { project: 'shop', path: 'a.md', content: '# A\n' })
    ).data.id
    const proposal = await proposalOf(app)
    for (const path of [
      `/api/executions/${here}`,
      `/api/executions/${execution}/artifacts`,
      `/api/executions/${here}/report`,
      `/api/compare?head=${here}`,
      `/api/failures?execution=${here}`,
      `/api/failure-context?execution=${here}`,
      `/api/artifacts/${artifact}`,
      `/api/artifacts/${artifact.toUpperCase()}`,
      `/api/artifacts/${artifact}/text`,
      `/api/documents/${document}`,
      `/api/documents/${document}/revisions`,
      `/api/documents/${document}/revisions/1`,
      `/api/proposals/${proposal}`,
    ]) {
      expect((await browse(app, mine.token, path)).status, path).toBe(200)
      const refused = await browse(app, stranger.token, path)
      const absent = await browse(
        app,
        stranger.token,
        path.replace(/[0-9a-f]{12}(?=$|\/|\?)/i, 'f'.repeat(12)),
      )
      const known = await codeOf(refused)
      expect(known, path).toMatchObject({ code: 'NOT_FOUND' })
      expect(known, path).toEqual(await codeOf(absent))
      // A named organization is meant, wherever the object is.
      const elsewhere = await browse(
        app,
        mine.token,
        `${path}${path.includes('?') ? '&' : '?'}organization=${other}`,
      )
      expect(elsewhere.status, path).toBe(404)
      expect((await app.request(path, { key: otherKey })).status, path).toBe(404)
    }
  })

  test('has to name one for a write, and for what no id says', async () => {
    const app = await make()
    await addOrganization(app)
    const { token } = await addPerson(app, { default: 'admin', [await slugOfOther(app)]: 'admin' })
    const id = await settled(app, {})
    const write = (path: string, method: string) =>
      app.request(path, {
        method,
        key: null,
        headers: { Cookie: `svc_session=${token}`, Origin: 'http://svc.test' },
      })
    expect((await write(`/api/executions/${id}`, 'DELETE')).status).toBe(400)
    expect((await write(`/api/executions/${id}?organization=default`, 'DELETE')).status).toBe(400)
    expect((await browse(app, token, '/api/executions/nonsense')).status).toBe(400)
    expect((await browse(app, token, '/api/failures?project=shop')).status).toBe(400)
  })
})

test('every read of an object by its UUID says which object it is', () => {
  const missing = Object.values(operationTables)
    .flatMap((table) => Object.entries(table))
    .filter(
      ([, operation]) =>
        operation.method === 'GET' &&
        /^\/api\/(executions|artifacts|documents|proposals|webhooks)\/:id/.test(operation.path),
    )
    .filter(([, operation]) => !('object' in operation))
  expect(missing.map(([name]) => name)).toEqual([])
})

/** The newest organization. */
const slugOfOther = async ({ store }: TestApp) =>
  (await store.read.selectFrom('organization').select('slug').orderBy('id', 'desc').executeTakeFirstOrThrow())
    .slug

async function runWithImage(app: TestApp) {
  const image = png('what the page looked like')
  const { journal, execution } = await runAttaching(
    app,
    { 'shows the form': [image] },
    { build: 'attaching' },
  )
  return { execution, artifact: await store(app, journal, image) }
}

async function proposalOf(app: TestApp): Promise<string> {
  const body = {
    project: 'shop',
    document: 'docs/refunds.md',
    content: '# New\n',
    evidence: '4f2c1d9',
    reasoning: 'It was missing.',
  }
  return (await app.post<{ id: string }>('/api/proposals', body)).data.id
}
