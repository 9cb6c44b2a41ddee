import type { proposalOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { readPage } from '../../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import { iso, isoOrNull } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { visibleProjects } from '../../../people/projects/visible-projects.ts'
import type { DocumentReader, ProposalDiff } from '../documents/document-reader.ts'

type Verbs = Handlers<typeof proposalOperations>

export const listProposals: Verbs['listProposals'] = async ({ ctx, input }) => {
  const projects = await visibleProjects(ctx, input.project)
  let query = proposalsOf(
    ctx.store.read,
    projects.map(({ id }) => id),
  )
  if (input.state !== undefined) query = query.where('proposal.state', '=', input.state)
  if (input.document !== undefined) query = query.where('document.public_id', '=', input.document)
  if (input.mine !== undefined) query = query.where('author_credential', '=', ctx.caller.credential)
  const { page, nextCursor } = await readPage(ctx, query, 'proposal.id', input)
  return {
    items: page.map(describeProposal),
    nextCursor,
  }
}

export const getProposal =
  (reader: DocumentReader): Verbs['getProposal'] =>
  async ({ ctx, input }) => {
    const row = await findProposal(ctx, input.id)
    return { ...describeProposal(row), ...(await readDiff(reader, ctx, row)), content: row.content }
  }

async function readDiff(reader: DocumentReader, ctx: Context, row: ProposalWithText): Promise<ProposalDiff> {
  // The difference names the path.
  if (row.diff !== null && row.stored_path === row.path)
    return { diff: row.diff, diffIsCut: row.diff_is_cut === 1 }
  const base = await ctx.store.read
    .selectFrom('document_revision')
    .select('content')
    .where('document_id', '=', row.document_id ?? 0)
    .where('number', '=', row.base_revision)
    .executeTakeFirst()
  const { path, content: after } = row
  const difference = await reader.compare(ctx.caller.organizationId, {
    path,
    before: base?.content ?? '',
    after,
  })
  await ctx.store.write((db) =>
    db
      .updateTable('proposal')
      .set({ path, ...storedDiff(difference) })
      .where('id', '=', row.id)
      .where('path', '=', row.stored_path)
      .where('state', '=', row.state)
      .execute(),
  )
  return difference
}

export const storedDiff = ({ diff, diffIsCut }: ProposalDiff) => ({ diff, diff_is_cut: diffIsCut ? 1 : 0 })

/** The proposal of this id, with its texts. Throws NOT_FOUND if the caller may not see its project. */
export async function findProposal(ctx: Context, id: string): Promise<ProposalWithText> {
  const projects = await visibleProjects(ctx, undefined)
  const row = await proposalsOf(
    ctx.store.read,
    projects.map((project) => project.id),
  )
    .select(['proposal.content', 'proposal.diff', 'proposal.diff_is_cut', 'proposal.path as stored_path'])
    .where('proposal.public_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('proposal')
  return row
}

/** The same proposal as it is now, in a transaction. */
export const readProposal = (db: Db, { id, project_id }: Pick<ProposalRow, 'id' | 'project_id'>) =>
  proposalsOf(db, [project_id]).where('proposal.id', '=', id).executeTakeFirstOrThrow()

/** A page of texts would be 200 MiB. */
const WITHOUT_TEXTS = [
  'proposal.id',
  'proposal.public_id',
  'proposal.project_id',
  'proposal.document_id',
  'proposal.base_revision',
  'proposal.visibility',
  'proposal.evidence',
  'proposal.reasoning',
  'proposal.state',
  'proposal.author_credential',
  'proposal.author',
  'proposal.is_by_key',
  'proposal.decided_by',
  'proposal.decided_because',
  'proposal.decided_at',
  'proposal.told_at',
  'proposal.created_at',
] as const

/** Proposals of these projects, each with its document as it is now. */
export const proposalsOf = (db: Db, projectIds: number[]) =>
  db
    .selectFrom('proposal')
    .innerJoin('project', 'project.id', 'proposal.project_id')
    .leftJoin('document', (join) =>
      join.on(({ and, eb, or, ref }) =>
        or([
          eb('document.id', '=', ref('proposal.document_id')),
          // Somebody may have created the proposed path meanwhile.
          and([
            eb('proposal.document_id', 'is', null),
            eb('proposal.base_revision', '=', 0),
            eb('proposal.state', '=', 'open'),
            eb('document.project_id', '=', ref('proposal.project_id')),
            eb('document.path', '=', ref('proposal.path')),
          ]),
        ]),
      ),
    )
    .select(WITHOUT_TEXTS)
    // A move leaves the rows of proposals, with their texts, as they are.
    .select(
      sql<string>`coalesce(case when proposal.state = 'open' then document.path end, proposal.path)`.as(
        'path',
      ),
    )
    .select(['project.slug', 'document.public_id as document_public_id'])
    .select('document.revision as current_revision')
    .where('proposal.project_id', 'in', projectIds.length === 0 ? [0] : projectIds)

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposalsOf>['execute']>>[number]
type ProposalWithText = ProposalRow & {
  content: string
  diff: string | null
  diff_is_cut: number | null
  stored_path: string
}

/** A proposal as the API shows it. */
export function describeProposal(row: ProposalRow): Awaited<ReturnType<Verbs['acceptProposal']>> {
  const current = row.current_revision ?? 0
  return {
    id: row.public_id,
    project: row.slug,
    document: row.document_public_id,
    path: row.path,
    state: row.state,
    author: row.author,
    byKey: row.is_by_key === 1,
    baseRevision: row.base_revision,
    currentRevision: current,
    conflicting: row.state === 'open' && current !== row.base_revision,
    visibility: row.visibility,
    evidence: row.evidence,
    reasoning: row.reasoning,
    createdAt: iso(row.created_at),
    decidedAt: isoOrNull(row.decided_at),
    decidedBy: row.decided_by,
    reason: row.decided_because,
  }
}
