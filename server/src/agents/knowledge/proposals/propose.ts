import type { proposalOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { isUuid, newId } from '../../../ground/kernel/id.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { slug } from '../../../ground/kernel/quoted.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import { describeActor } from '../../../people/identity/audit.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { type DocumentRow, findDocument, matchDocuments, namedElsewhere } from '../find-document.ts'
import { requireFit, requireOwnProject, toDocumentPath } from '../write-document.ts'
import { describeProposal, findProposal, proposalsOf, storedDiff } from './read.ts'

type Create = Handlers<typeof proposalOperations>['createProposal']
type Asked = Parameters<Create>[0]['input']

/** Open proposals of one project. */
const MOST_OPEN = 500
const MOST_TOLD = 10

/** Stores a proposal, and reports decisions on earlier ones of the same credential. */
export const createProposal =
  (reader: DocumentReader): Create =>
  async ({ ctx, input }) => {
    const target = await findTarget(ctx, input)
    const text = await reader.read(ctx.caller.organizationId, input.content)
    // Else nobody could accept it.
    requireFit({ path: target.path, text })
    requireChange(target, input, text.content)
    const difference = await reader.compare(ctx.caller.organizationId, {
      path: target.path,
      before: target.document?.content ?? '',
      after: text.content,
    })
    const id = newId(ctx.clock())
    const visibility = input.visibility ?? target.document?.visibility ?? 'project'
    const proposed = { target, content: text.content, visibility }
    // Compares hundreds of texts; the transaction compares only those that arrived meanwhile.
    const newest = await newestProposal(ctx.store.read, target.projectId)
    await refuseRepeated(ctx.store.read, ctx, { ...proposed, after: 0 })
    const earlier = await ctx.store.write(async (db) => {
      await requireRoom(db, target.projectId)
      await requireDocument(db, target)
      await refuseRepeated(db, ctx, { ...proposed, after: newest })
      const { actor_name } = await describeActor(db, ctx.caller)
      await db
        .insertInto('proposal')
        .values({
          public_id: id,
          project_id: target.projectId,
          document_id: target.document?.id ?? null,
          path: target.path,
          base_revision: target.document?.revision ?? 0,
          content: text.content,
          ...storedDiff(difference),
          visibility,
          evidence: input.evidence,
          reasoning: input.reasoning,
          state: 'open',
          author_credential: ctx.caller.credential,
          author: actor_name,
          is_by_key: ctx.caller.apiKeyId === null ? 0 : 1,
          created_at: ctx.clock(),
        })
        .execute()
      return tellOutcomes(db, ctx)
    })
    const proposal = describeProposal(await findProposal(ctx, id))
    const otherProjects = target.document ? [] : await namedElsewhere(ctx, proposal, input.document)
    return { ...proposal, earlier, otherProjects }
  }

interface Target {
  projectId: number
  path: string
  /** Null if it proposes a new document. */
  document: (DocumentRow & { content: string }) | null
}

/**
 * The document that a proposal is about: by its path or title in the project, or by its id in any project. A path ending
 * in .md that no document of the project has proposes a new one.
 */
async function findTarget(ctx: Context, { project: slug, document: named }: Asked): Promise<Target> {
  const project = await visibleProject(ctx, slug)
  const reach = { scope: isUuid(named.trim()) ? 'org' : 'project', projectId: project.id } as const
  if (isNewPath(named) && (await matchDocuments(ctx, reach, named)).length === 0) {
    requireOwnProject(ctx, project.id)
    return { projectId: project.id, path: toDocumentPath(named), document: null }
  }
  const document = await findDocument(ctx, { docId: named, reach })
  requireOwnProject(ctx, document.project_id)
  const revision = await ctx.store.read
    .selectFrom('document_revision')
    .select('content')
    .where('document_id', '=', document.id)
    .where('number', '=', document.revision)
    .executeTakeFirst()
  if (!revision) throw deletedMeanwhile(document.path)
  const { content } = revision
  return { projectId: document.project_id, path: document.path, document: { ...document, content } }
}

const deletedMeanwhile = (path: string) =>
  new Problem(
    'CONFLICT',
    `${slug(path, 200)} was deleted while this proposal was made. List the documents, and propose again.`,
  )

async function requireDocument(db: Db, { document, path }: Target): Promise<void> {
  if (!document) return
  const row = await db.selectFrom('document').select('id').where('id', '=', document.id).executeTakeFirst()
  if (!row) throw deletedMeanwhile(path)
}

const isNewPath = (named: string) => /\.(?:md|mdx|markdown)$/i.test(named.trim())

function requireChange({ document, path }: Target, input: Asked, content: string): void {
  const current = document?.revision ?? 0
  if (input.baseRevision !== undefined && input.baseRevision !== current)
    throw new Problem(
      'CONFLICT',
      `${slug(path, 200)} has revision ${current}, and the proposal is based on revision ${input.baseRevision}. Read the document again, merge, and propose the result.`,
    )
  const isSameVisibility = input.visibility === undefined || input.visibility === document?.visibility
  if (document && document.content === content && isSameVisibility)
    throw new Problem(
      'CONFLICT',
      `The proposed text equals revision ${current} of ${slug(path, 200)}. Nothing would change.`,
    )
}

const newestProposal = async (db: Db, projectId: number): Promise<number> => {
  const row = await db
    .selectFrom('proposal')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

interface Proposed {
  target: Target
  content: string
  visibility: 'project' | 'shared'
  /** Compares only proposals with a greater internal id. */
  after: number
}

/** A person should not decide the same twice. */
async function refuseRepeated(
  db: Db,
  { caller }: Context,
  { target, content, visibility, after }: Proposed,
): Promise<void> {
  const same = await db
    .selectFrom('proposal')
    .select('public_id')
    .where('project_id', '=', target.projectId)
    .where('id', '>', after)
    .where('state', '=', 'open')
    .where((eb) =>
      target.document ? eb('document_id', '=', target.document.id) : eb('path', '=', target.path),
    )
    .where('base_revision', '=', target.document?.revision ?? 0)
    .where('author_credential', '=', caller.credential)
    .where('visibility', '=', visibility)
    .where('content', '=', content)
    .executeTakeFirst()
  if (same)
    throw new Problem(
      'CONFLICT',
      `You proposed this text for ${slug(target.path, 200)} already: proposal ${same.public_id} is open, and waits for a person’s decision.`,
      { saysNextCall: true },
    )
}

async function requireRoom(db: Db, projectId: number): Promise<void> {
  const { count } = await db
    .selectFrom('proposal')
    .select(sql<number>`count(*)`.as('count'))
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  if (Number(count) >= MOST_OPEN)
    throw new Problem(
      'CONFLICT',
      `This project has ${MOST_OPEN} open proposals. A person has to decide some of them first.`,
    )
}

/** Decisions that the caller's credential has not received yet. Marks them as received. */
async function tellOutcomes(db: Db, ctx: Context) {
  const rows = await proposalsOf(db, await ownProjectIds(db, ctx))
    .where('author_credential', '=', ctx.caller.credential)
    .where('decided_at', 'is not', null)
    .where('told_at', 'is', null)
    .orderBy('proposal.id')
    .limit(MOST_TOLD)
    .execute()
  if (rows.length > 0)
    await db
      .updateTable('proposal')
      .set({ told_at: ctx.clock() })
      .where(
        isOneOf(
          ctx.store.dialect,
          'id',
          rows.map(({ id }) => id),
        ),
      )
      .execute()
  return rows.map(describeProposal)
}

async function ownProjectIds(db: Db, { caller }: Context): Promise<number[]> {
  if (caller.projectId !== null) return [caller.projectId]
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', caller.organizationId)
    .execute()
  return rows.map(({ id }) => id)
}
