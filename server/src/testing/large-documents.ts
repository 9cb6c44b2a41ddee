import type { Caller } from '../ground/kernel/context.ts'
import type { Store } from '../ground/store/open.ts'
import type { TestApp } from './make-app.ts'

export const SECTIONS = 250

/** A document with more chunks and more index than one transaction writes. */
export const large = (animal: string, sections = SECTIONS): string =>
  `# Zoo\n\n${Array.from({ length: sections }, (_, at) => `## Cage ${at}\n\n${animal} ${at}.${' Filler text.'.repeat(60)}\n`).join('\n')}`

/** A store whose server ends after so many transactions. */
export const endingAfter = (store: Store, transactions: number): Store => {
  let count = 0
  return {
    ...store,
    write: (work) => (++count > transactions ? Promise.reject(new Error('killed')) : store.write(work)),
  }
}

/** The context of an editor's call, with this store. */
export async function contextIn(app: TestApp, project: string, store: Store) {
  const { id, organization_id } = await app.store.read
    .selectFrom('project')
    .select(['id', 'organization_id'])
    .where('slug', '=', project)
    .executeTakeFirstOrThrow()
  const caller: Caller = {
    organizationId: organization_id,
    credential: 'test',
    apiKeyId: null,
    personId: null,
    role: 'admin',
    scopes: new Set(['knowledge']),
    projectId: null,
    endsAt: null,
  }
  return { projectId: id, ctx: { store, clock: app.clock, caller } }
}
