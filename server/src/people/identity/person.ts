import type { Caller } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'

/** The one organization of a key. */
export async function organizationOfKey({ lookup }: Store, { organizationId, role }: Caller) {
  const { slug, name } = await lookup
    .selectFrom('organization')
    .select(['slug', 'name'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { slug, name, role }
}

/** A person joined to another row, with column aliases of their own. */
export const personColumns = [
  'person.public_id as person_id',
  'person.email as person_email',
  'person.name as person_name',
] as const

export interface PersonRow {
  person_id: string | null
  person_email: string | null
  person_name: string | null
}

export const NOBODY: PersonRow & OwnerRow = {
  person_id: null,
  person_email: null,
  person_name: null,
  owner_public_id: null,
  owner_email: null,
  owner_name: null,
}

/** What others see of a person; null if the row has no person. */
export const describePerson = ({ person_id, person_email, person_name }: PersonRow) =>
  person_id === null ? null : { id: person_id, email: person_email ?? '', name: person_name ?? '' }

/** The owner of another row, joined with column aliases of its own. */
export const ownerColumns = [
  'owner.public_id as owner_public_id',
  'owner.email as owner_email',
  'owner.name as owner_name',
] as const

export interface OwnerRow {
  owner_public_id: string | null
  owner_email: string | null
  owner_name: string | null
}

/** What others may see of an owner; null if the row has no owner. */
export const describeOwner = ({ owner_public_id, owner_email, owner_name }: OwnerRow) =>
  describePerson({ person_id: owner_public_id, person_email: owner_email, person_name: owner_name })
