import { SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Caller, Membership, PersonIdentity, Scope } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Role } from '../../ground/store/tables.ts'

/** How a person in several organizations selects one of them. */
export const ORGANIZATION_NAMED = 'The header Svc-Organization, or the parameter organization of a GET,'

/** The membership that a person's request uses: the organization that it names, else the only one. */
export function chooseOrganization({ memberships }: PersonIdentity, wanted: string | undefined): Membership {
  if (memberships.length === 0)
    throw new Problem(
      'FORBIDDEN',
      "You are in no organization. Accept an admin's invitation, or create an organization with POST /api/organizations if this server allows it.",
    )
  const [only] = memberships
  const chosen =
    wanted === undefined
      ? memberships.length === 1 && only
      : memberships.find(({ slug }) => slug === wanted.trim().toLowerCase())
  if (chosen) return chosen
  const yours = memberships.map(({ slug }) => slug).join(', ')
  throw new Problem('INVALID_REQUEST', `${ORGANIZATION_NAMED} must be one of your organizations: ${yours}.`)
}

/** A person as a caller in one organization, with the role they have there. */
export function callerOfPerson(person: PersonIdentity, wanted: string | undefined): Caller {
  const { organizationId, role } = chooseOrganization(person, wanted)
  return {
    organizationId,
    // Limits and stored answers belong to the person, not to the session.
    credential: credentialOf(person),
    apiKeyId: null,
    personId: person.personId,
    role,
    scopes: SCOPES[role],
    projectId: null,
    endsAt: person.endsAt,
  }
}

/** The subject of a person's rate limits. */
export const credentialOf = ({ personId }: PersonIdentity): string => `person:${personId}`

const SCOPES: Record<Role, ReadonlySet<Scope>> = {
  viewer: new Set(SCOPES_OF_ROLE.viewer),
  editor: new Set(SCOPES_OF_ROLE.editor),
  admin: new Set(SCOPES_OF_ROLE.admin),
}
