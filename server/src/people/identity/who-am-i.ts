import type { identityOperations } from '@svc/schema'
import type { Caller, PersonalContext, PersonIdentity } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { SERVER_VERSION } from '../../ground/kernel/version.ts'
import type { Store } from '../../ground/store/open.ts'
import { prepared } from '../../ground/store/prepared.ts'
import { callerOfPerson, chooseOrganization } from './choose-organization.ts'
import { describeKey, keyColumns } from './list-keys.ts'
import { describePerson, NOBODY, personColumns } from './person.ts'

type WhoAmI = Handlers<typeof identityOperations, PersonalContext>['whoAmI']

type Told = Awaited<ReturnType<WhoAmI>>

/** Facts that the answer contains besides the credential. */
interface Beyond {
  features: Told['features']
  recentProjects(store: Store, caller: Caller): Promise<Pick<Told, 'projects' | 'hasMoreProjects'>>
}

const NO_PROJECTS = { projects: [], hasMoreProjects: false }

/** Describes the caller, with the facts that the first page needs. */
export const whoAmI =
  ({ features, recentProjects }: Beyond): WhoAmI =>
  async ({ ctx: { store, identity, wanted } }) => {
    const { caller, ...told } =
      identity.kind === 'key' ? await ofKey(store, identity.caller) : await ofPerson(store, identity, wanted)
    return {
      ...told,
      role: caller?.role ?? null,
      // A key that may only upload learns nothing about other uploads.
      ...(caller?.scopes.has('read') ? await recentProjects(store, caller) : NO_PROJECTS),
      features,
      server: { version: SERVER_VERSION },
    }
  }

async function ofKey(store: Store, caller: Caller) {
  const [row] = await keyById(store.lookup, caller.apiKeyId ?? 0)
  // Its organization was deleted after authentication.
  if (!row) throw new Problem('UNAUTHORIZED', 'This API key no longer exists. Create a new one.')
  const { name, project, expiresAt } = describeKey({ ...row, ...NOBODY })
  // The present rights, which may be fewer than the original ones.
  const { role } = caller
  const scopes = [...caller.scopes]
  const organization = { slug: row.organization_slug, name: row.organization_name }
  return {
    caller,
    organization,
    key: { name, role, scopes, project, expiresAt },
    person: null,
    organizations: [{ ...organization, role: caller.role }],
  }
}

const keyById = prepared((db, id: number) =>
  db
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.id', 'api_key.organization_id')
    .leftJoin('project', 'project.id', 'api_key.project_id')
    .select(keyColumns)
    .select(['organization.slug as organization_slug', 'organization.name as organization_name'])
    .where('api_key.id', '=', id),
)

async function ofPerson(store: Store, identity: PersonIdentity, wanted: string | undefined) {
  const { memberships } = identity
  const isOpen = wanted === undefined && memberships.length !== 1
  const chosen = isOpen ? null : chooseOrganization(identity, wanted)
  const row = await store.lookup
    .selectFrom('person')
    .select(personColumns)
    .where('person.id', '=', identity.personId)
    .executeTakeFirstOrThrow()
  return {
    caller: chosen && callerOfPerson(identity, chosen.slug),
    organization: chosen && { slug: chosen.slug, name: chosen.name },
    key: null,
    person: describePerson(row),
    organizations: memberships.map(({ slug, name, role }) => ({ slug, name, role })),
  }
}
