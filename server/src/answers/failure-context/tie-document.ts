import type { failureContextOperations } from '@svc/schema'
import { requireOwnProject } from '../../agents/knowledge/write-document.ts'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { describeActor } from '../../people/identity/audit.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'
import { findTiedDocument } from './ties/find-document.ts'
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
