import type { proposalOperations } from '@svc/schema'
import type { Context } from '../../kernel/context.ts'
import { readPage } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { notFound } from '../../kernel/problem.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { visibleProjects } from '../../projects/visible-projects.ts'
import type { Db } from '../../store/portable.ts'
import { diffOf } from './diff.ts'

type Verbs = Handlers<typeof proposalOperations>
type Proposal = Awaited<ReturnType<Verbs['acceptProposal']>>

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

export const getProposal: Verbs['getProposal'] = async ({ ctx, input }) => {
  const row = await findProposal(ctx, input.id)
  const base = await ctx.store.read
    .selectFrom('document_revision')
    .select('content')
    .where('document_id', '=', row.document_id ?? 0)
    .where('number', '=', row.base_revision)
    .executeTakeFirst()
  return {
    ...describeProposal(row),
    ...diffOf(row.path, base?.content ?? '', row.content),
    content: row.content,
  }
}

/** The proposal of this id. Throws NOT_FOUND if the caller may not see its project. */
export async function findProposal(ctx: Context, id: string): Promise<ProposalRow> {
  const projects = await visibleProjects(ctx, undefined)
  const row = await proposalsOf(
    ctx.store.read,
    projects.map((project) => project.id),
  )
    .where('proposal.public_id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('proposal')
  return row
}

/** The same proposal as it is now, in a transaction. */
export const readProposal = (db: Db, { id, project_id }: Pick<ProposalRow, 'id' | 'project_id'>) =>
  proposalsOf(db, [project_id]).where('proposal.id', '=', id).executeTakeFirstOrThrow()

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
    .selectAll('proposal')
    .select(['project.slug', 'document.public_id as document_public_id'])
    .select('document.revision as current_revision')
    .where('proposal.project_id', 'in', projectIds.length === 0 ? [0] : projectIds)

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposalsOf>['execute']>>[number]

/** A proposal as the API shows it. */
export function describeProposal(row: ProposalRow): Proposal {
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
