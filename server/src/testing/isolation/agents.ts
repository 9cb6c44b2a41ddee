import { sendMessages } from '../../agents/bus/send.ts'
import { newId } from '../../ground/kernel/id.ts'
import { makeAuthenticator } from '../../people/identity/authenticate.ts'
import type { TestApp } from '../make-app.ts'

let turns = 0

/**
 * Creates an agent of a credential, assigned to its project, with two of each: subscriptions and messages of the server. Returns the public ids of
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
      capabilities: '{"rerun":true}',
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
    for (const event of ['base.broke', 'test.recovered'] as const)
      await db
        .insertInto('bus_subscription')
        .values({
          public_id: newId(now),
          organization_id: organizationId,
          agent_id: agent.id,
          source: 'rest',
          event,
          project_id: project.id,
          created_at: now,
        })
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

/** Creates a task and a subscription of an agent; returns their public ids. */
export async function giveWork(
  app: TestApp,
  agentId: string,
  mark: string,
): Promise<Record<'task' | 'subscription', string>> {
  const now = app.clock()
  return app.store.write(async (db) => {
    const agent = await db
      .selectFrom('agent')
      .selectAll()
      .where('public_id', '=', agentId)
      .executeTakeFirstOrThrow()
    const { project_id } = await db
      .selectFrom('agent_project')
      .select('project_id')
      .where('agent_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    const of = { organization_id: agent.organization_id, project_id, created_at: now }
    const task = await db
      .insertInto('task')
      .values({
        ...of,
        public_id: newId(now),
        title: `${mark} task`,
        priority: 5,
        status: 'pending',
        assigned_to: agent.id,
        assigned_name: agent.name,
        created_by: agent.id,
        created_name: agent.name,
        updated_at: now,
      })
      .returning('public_id')
      .executeTakeFirstOrThrow()
    const subscription = await db
      .insertInto('bus_subscription')
      .values({
        ...of,
        public_id: newId(now),
        agent_id: agent.id,
        source: 'rest',
        event: 'execution.settled',
      })
      .returning('public_id')
      .executeTakeFirstOrThrow()
    return { task: task.public_id, subscription: subscription.public_id }
  })
}
