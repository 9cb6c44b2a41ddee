import { newId } from '../../ground/kernel/id.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from './audit.ts'
import { takeFormerSlug, taken } from './former-slugs.ts'

/** A new organization. */
export interface NewOrganization {
  slug: string
  name: string
  /** The person who becomes its admin; null for a command on the server's own machine. */
  personId: number | null
}

/** Creates an organization with its audit entry and returns its id. Throws CONFLICT if the slug is in use. */
export async function insertOrganization(db: Db, made: NewOrganization, now: number): Promise<number> {
  const { slug, name, personId } = made
  const publicId = newId(now)
  const row = await db
    .insertInto('organization')
    .values({ public_id: publicId, slug, name, plan: 'free', created_at: now })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw taken(slug)
  await takeFormerSlug(db, slug, { organizationId: row.id, personId, isMachine: personId === null })
  if (personId !== null)
    await db
      .insertInto('member')
      .values({ organization_id: row.id, person_id: personId, role: 'admin', created_at: now })
      .execute()
  await recordAudit(db, { organizationId: row.id, personId, apiKeyId: null }, now, {
    action: 'organization.created',
    target: { kind: 'organization', id: publicId, name: slug },
  })
  return row.id
}
