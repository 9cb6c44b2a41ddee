import { newId } from '../ground/kernel/id.ts'
import type { TestAnswer, TestApp } from './make-app.ts'

/** An agent with a key of its own. */
export interface TestAgent {
  id: number
  publicId: string
  name: string
  key: string
  get<T>(path: string): Promise<TestAnswer<T>>
  post<T>(path: string, body: unknown): Promise<TestAnswer<T>>
  put<T>(path: string, body: unknown): Promise<TestAnswer<T>>
  delete<T>(path: string): Promise<TestAnswer<T>>
  /** What its messages say, oldest first, without those that an earlier call returned. */
  news(): Promise<News[]>
}

interface News {
  from: string
  type: string
  channel: string | null
  text: string
  [fact: string]: unknown
}

interface Made {
  role?: 'viewer' | 'editor' | 'admin'
  /** Slug of the one project of its key. */
  project?: string
  capabilities?: Record<string, unknown>
  /** An admin key of another organization. */
  of?: string
}

/** Creates an agent, whose key is an editor's unless given. */
export async function addAgent(app: TestApp, name: string, made: Made = {}): Promise<TestAgent> {
  const { role = 'editor', project, capabilities = {}, of } = made
  const created = await app.post<{ id: string; value: string }>(
    '/api/keys',
    { name: `key of ${name}`, role, ...(project && { project }) },
    of === undefined ? {} : { key: of },
  )
  if (created.error) throw new Error(created.error.message)
  const { id: keyId, value: key } = created.data
  const row = await app.store.write(async (db) => {
    const { id, organization_id } = await db
      .selectFrom('api_key')
      .select(['id', 'organization_id'])
      .where('public_id', '=', keyId)
      .executeTakeFirstOrThrow()
    return db
      .insertInto('agent')
      .values({
        public_id: newId(app.clock()),
        organization_id,
        name,
        instance: `${name}-host`,
        capabilities: JSON.stringify(capabilities),
        status: 'active',
        credential: `key:${id}`,
        created_at: app.clock(),
        updated_at: app.clock(),
      })
      .returning(['id', 'public_id'])
      .executeTakeFirstOrThrow()
  })
  let seen = 0
  return {
    id: row.id,
    publicId: row.public_id,
    name,
    key,
    get: (path) => app.get(path, { key }),
    post: (path, body) => app.post(path, body, { key }),
    put: (path, body) => app.put(path, body, { key }),
    delete: (path) => app.delete(path, { key }),
    async news() {
      const rows = await app.store.read
        .selectFrom('bus_message')
        .select(['sequence', 'from_name', 'type', 'channel', 'payload'])
        .where('to_agent_id', '=', row.id)
        .where('sequence', '>', seen)
        .orderBy('sequence')
        .execute()
      seen = rows.at(-1)?.sequence ?? seen
      return rows.map(({ from_name, type, channel, payload }) => ({
        ...(JSON.parse(payload) as { text: string }),
        from: from_name,
        type,
        channel,
      }))
    },
  }
}

/** Archives an agent, or deletes it. */
export const endAgent = ({ store }: TestApp, { id }: TestAgent, how: 'archived' | 'deleted') =>
  store.write(async (db) => {
    if (how === 'deleted') await db.deleteFrom('agent').where('id', '=', id).execute()
    else await db.updateTable('agent').set({ status: 'archived' }).where('id', '=', id).execute()
  })
