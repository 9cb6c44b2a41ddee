import { sendMessages } from '../../bus/send.ts'
import { makeAuthenticator } from '../../identity/authenticate.ts'
import { newId } from '../../kernel/id.ts'
import type { TestApp } from '../make-app.ts'

let turns = 0

/**
 * Creates an agent of a credential, assigned to its project, with two messages of the server. Returns the public ids of
 * it and of one of them. A `spare` one is archived, so that the credential still has one agent to act as.
 */
export async function giveAgent(
  app: TestApp,
  { id: organizationId }: { id: number },
  { key, mark, spare = false }: { key: string; mark: string; spare?: boolean },
): Promise<{ agent: string; message: string }> {
  const { identity } = await makeAuthenticator(app).authenticate({
    authorization: `Bearer ${key}`,
    cookie: undefined,
  })
  const credential = identity.kind === 'key' ? identity.caller.credential : `person:${identity.personId}`
  const now = app.clock()
  return app.store.write(async (db) => {
    const values = {
      public_id: newId(now),
      organization_id: organizationId,
      name: `${mark}-agent-${++turns}`,
      instance: mark,
      capabilities: '{}',
      status: 'active' as const,
      credential,
      created_at: now,
      updated_at: now,
      last_seen_at: now,
    }
    const agent = await db.insertInto('agent').values(values).returningAll().executeTakeFirstOrThrow()
    const project = await db
      .selectFrom('project')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('slug', '=', `${mark}-shop`)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('agent_project')
      .values({ agent_id: agent.id, project_id: project.id, role: 'contributor', assigned_at: now })
      .execute()
    const [message] = await sendMessages(
      db,
      app.bus,
      [1, 2].map((turn) => ({
        from: null,
        to: agent,
        payload: `${mark} writes ${turn}`,
        type: 'message' as const,
        priority: 2 as const,
      })),
      now,
    )
    if (spare) await db.updateTable('agent').set({ status: 'archived' }).where('id', '=', agent.id).execute()
    return { agent: agent.public_id, message: message?.public_id ?? '' }
  })
}
