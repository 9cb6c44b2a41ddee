import { freeProjectSlug } from '@svc/protocol'
import { isAtLeast } from '../../ground/kernel/access.ts'
import { newId } from '../../ground/kernel/id.ts'
import { NEXT, worded } from '../../ground/kernel/next-step.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { isNameOf } from '../../ground/kernel/project-name.ts'
import { quoted } from '../../ground/kernel/quoted.ts'
import { type Db, type Dialect, holdRow } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'

export interface ProjectRow {
  id: number
  slug: string
}

type KnownProject = ProjectRow & { repository: string | null; default_branch: string | null }

/**
 * The project of an upload; the key of an editor creates it at its first use. A new project with a
 * reserved name gets another name, so that no upload is lost.
 */
export async function findOrMakeProject(
  db: Db,
  organizationId: number,
  wanted: { slug: string | undefined; repository: string | undefined; defaultBranch: string | undefined },
  /** The one project the key may write to, or null. */
  onlyProjectId: number | null,
  now: number,
): Promise<ProjectRow> {
  if (onlyProjectId !== null) return restricted(db, organizationId, wanted.slug, onlyProjectId)
  const slug = wanted.slug ?? slugOf(wanted.repository)
  if (slug === undefined)
    throw new Problem(
      'INVALID_REQUEST',
      'project: expected a slug. The upload names no repository to derive it from. Set SVC_PROJECT or the reporter\'s option "project"; for a document, set the field "project" or ?project=',
    )
  const known = await findProject(db, organizationId, slug)
  if (known) {
    if (known.repository === null || known.default_branch === null) await teachProject(db, known.id, wanted)
    return known
  }
  const free = freeProjectSlug(slug)
  if (free !== slug) return findOrMakeProject(db, organizationId, { ...wanted, slug: free }, null, now)
  await db
    .insertInto('project')
    .values({
      public_id: newId(now),
      organization_id: organizationId,
      slug,
      name: slug,
      repository: wanted.repository ?? null,
      default_branch: wanted.defaultBranch ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findProject(db, organizationId, slug)) as KnownProject
}

/** Throws INVALID_REQUEST for a name that only the dashboard may use, unless an older project has it. */
export async function refuseReservedSlug(db: Db, organizationId: number, slug: string): Promise<void> {
  const free = freeProjectSlug(slug)
  if (free === slug || (await findProject(db, organizationId, slug))) return
  throw new Problem(
    'INVALID_REQUEST',
    `project: ${quoted(slug)} is the name of a page of the organization. Choose another name, such as "${free}".`,
  )
}

/** Throws FORBIDDEN if the role may not create projects and there is none of this name. */
export async function requireProjectOrEditor(
  db: Db,
  { organizationId, role }: { organizationId: number; role: Role },
  slug: string,
): Promise<void> {
  if (isAtLeast(role, 'editor') || (await findProject(db, organizationId, slug))) return
  throw new Problem(
    'FORBIDDEN',
    worded`There is no project ${quoted(slug)}. A key or person with the role editor may create it; you have the role ${role}. Name an existing project (${NEXT.listProjects} shows them), or none.`,
    { saysNextCall: true },
  )
}

/** A later upload may add facts that the first one lacked. Returns whether anything was new. */
export async function teachProject(
  db: Db,
  id: number,
  facts: { repository?: string | undefined; defaultBranch?: string | undefined },
): Promise<boolean> {
  const news = {
    ...(facts.repository && { repository: facts.repository }),
    ...(facts.defaultBranch && { default_branch: facts.defaultBranch }),
  }
  let isNews = false
  for (const [column, value] of Object.entries(news)) {
    const { numUpdatedRows } = await db
      .updateTable('project')
      .set({ [column]: value })
      .where('id', '=', id)
      .where(column as keyof typeof news, 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) isNews = true
  }
  return isNews
}

/**
 * Locks the project for this transaction; on SQLite the single writer locks everything. Not its key: every
 * transaction that created an execution locks that, and two of them would deadlock.
 */
export async function lockProject(db: Db, dialect: Dialect, id: number): Promise<void> {
  await db.selectFrom('project').select('id').where('id', '=', id).modifyEnd(holdRow(dialect)).execute()
}

function findProject(db: Db, organizationId: number, slug: string): Promise<KnownProject | undefined> {
  return db
    .selectFrom('project')
    .select(['id', 'slug', 'repository', 'default_branch'])
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

async function restricted(
  db: Db,
  organizationId: number,
  slug: string | undefined,
  id: number,
): Promise<ProjectRow> {
  const own = await db
    .selectFrom('project')
    .select(['id', 'slug'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (own && (slug === undefined || isNameOf(slug, own.slug))) return own
  throw new Problem(
    'FORBIDDEN',
    `This API key writes to project "${own?.slug ?? '(deleted)'}" only, not to ${quoted(slug ?? '')}. Use the key of that project, or one without a restriction.`,
  )
}

/** The slug of a name; for `owner/name`, of the name. Undefined if no character is left. */
export const slugOf = (name: string | undefined): string | undefined =>
  name
    ?.split('/')
    .at(-1)
    ?.toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 100) || undefined
