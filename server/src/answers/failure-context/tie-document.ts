import type { failureContextOperations } from '@svc/schema'
import { type DocumentRow, findDocument, matchDocuments } from '../../agents/knowledge/find-document.ts'
import { requireOwnProject } from '../../agents/knowledge/write-document.ts'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { type VisibleProject, visibleProject } from '../../people/projects/visible-projects.ts'
import { readTies } from './ties/read-ties.ts'
import { requireFailure } from './ties/require-failure.ts'

type Tie = Handlers<typeof failureContextOperations>['tieDocument']

/** Ties a document to a failure, or replaces the facts of the tie. */
export const tieDocument: Tie = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  await requireFailure(ctx, project.id, input.fingerprint)
  const document = await findTiedDocument(ctx, project, input.document)
  requireOwnProject(ctx, document.project_id)
  const facts = {
    cause: input.cause ?? null,
    fix: input.fix ?? null,
    fix_sha: input.commit ?? null,
    tied_at: ctx.clock(),
  }
  await ctx.store.write(async (db) => {
    const { actor_name: author } = await describeActor(db, ctx.caller)
    const tie = { ...facts, author }
    // If it was deleted meanwhile, it must not be tied.
    const still = await db
      .selectFrom('document')
      .select('id')
      .where('id', '=', document.id)
      .executeTakeFirst()
    if (!still) throw notFound('document')
    await db
      .insertInto('document_failure')
      .values({
        document_id: document.id,
        project_id: document.project_id,
        fingerprint: input.fingerprint,
        ...tie,
      })
      .onConflict((conflict) => conflict.columns(['document_id', 'fingerprint']).doUpdateSet(tie))
      .execute()
  })
  return oneTie(ctx, project.id, input.fingerprint, document.id)
}

async function oneTie(ctx: Context, projectId: number, fingerprint: string, documentId: number) {
  const row = await ctx.store.read
    .selectFrom('document')
    .select('public_id')
    .where('id', '=', documentId)
    .executeTakeFirst()
  const ties = await readTies(ctx, projectId, [fingerprint])
  const tie = ties.find(({ document }) => document.id === row?.public_id)
  if (!tie) throw notFound('document')
  return tie
}

type Untie = Handlers<typeof failureContextOperations>['untieDocument']

/** Removes a tie, if the two are tied. */
export const untieDocument: Untie = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.project)
  const document = await findTiedDocument(ctx, project, input.document)
  requireOwnProject(ctx, document.project_id)
  const { numDeletedRows } = await ctx.store.write((db) =>
    db
      .deleteFrom('document_failure')
      .where('document_id', '=', document.id)
      .where('fingerprint', '=', input.fingerprint)
      .executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) await requireFailure(ctx, project.id, input.fingerprint)
  return { untied: numDeletedRows > 0n }
}

/**
 * The document that explains failures of a project: one of its own, or a shared one of another project. Throws
 * NOT_FOUND with similar names.
 */
async function findTiedDocument(
  ctx: Pick<Context, 'store' | 'caller'>,
  { id: projectId }: VisibleProject,
  docId: string,
): Promise<DocumentRow> {
  for (const scope of ['project', 'shared'] as const) {
    const [first, ...others] = await matchDocuments(ctx, { scope, projectId }, docId)
    if (first && others.length === 0) return first
  }
  return findDocument(ctx, { docId, reach: { scope: 'project', projectId } })
}
