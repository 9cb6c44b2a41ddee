import type { proposalOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted } from '../../../ground/kernel/quoted.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { describeActor, recordAudit } from '../../../people/identity/audit.ts'
import type { DocumentReader } from '../documents/document-reader.ts'
import { storeDocument } from '../store-documents.ts'
import { lockHome, outdatedMessage, writeDocument } from '../write-document.ts'
import { requireDecider, requireDeciding } from './may-decide.ts'
import { describeProposal, findProposal, type ProposalRow, readProposal } from './read.ts'

type Verbs = Handlers<typeof proposalOperations>

/** Makes the proposed text the next revision. */
export const acceptProposal =
  (reader: DocumentReader): Verbs['acceptProposal'] =>
  async ({ ctx, input }) => {
    requireDeciding(ctx)
    const before = await findProposal(ctx, input.id)
    // Parsed before the transaction, which should be short.
    const text = await reader.read(ctx.caller.organizationId, before.content)
    const write = {
      projectId: before.project_id,
      path: before.path,
      text,
      visibility: before.visibility,
      baseRevision: before.base_revision,
      source: 'proposal',
      proposalId: before.id,
    } as const
    return storeDocument(ctx, write, async (db, prepared) => {
      // A move waits, or is seen: its document says which path the proposal has.
      await lockHome(db, ctx, before.project_id)
      const proposal = await claim(db, ctx, before, { state: 'accepted', reason: input.reason ?? null })
      // Another document may have the path since.
      if (proposal.document_public_id === null && proposal.base_revision > 0)
        throw new Problem('CONFLICT', outdatedMessage(proposal.path, proposal.base_revision, 0))
      if (proposal.path !== prepared.path)
        throw new Problem(
          'CONFLICT',
          `The document was moved to ${proposal.path} at the same time. Accept the proposal again.`,
        )
      const { rowId } = await writeDocument(db, ctx, prepared)
      await db.updateTable('proposal').set({ document_id: rowId }).where('id', '=', proposal.id).execute()
      return announce(db, ctx, before)
    })
  }

/** Closes a proposal without a change. */
export const rejectProposal: Verbs['rejectProposal'] = async ({ ctx, input }) => {
  requireDeciding(ctx)
  const before = await findProposal(ctx, input.id)
  return ctx.store.write(async (db) => {
    await claim(db, ctx, before, { state: 'rejected', reason: input.reason })
    return announce(db, ctx, before)
  })
}

/**
 * Decides an open proposal, once: of two concurrent decisions the later one gets CONFLICT. Throws FORBIDDEN if the
 * caller may not decide it.
 */
async function claim(
  db: Db,
  ctx: Context,
  before: ProposalRow,
  { state, reason }: { state: 'accepted' | 'rejected'; reason: string | null },
): Promise<ProposalRow> {
  await requireDecider(db, ctx, before)
  const { actor_name } = await describeActor(db, ctx.caller)
  const now = ctx.clock()
  const { path } = await readProposal(db, before)
  const { numUpdatedRows } = await db
    .updateTable('proposal')
    .set({ state, path, decided_by: actor_name, decided_because: reason, decided_at: now })
    .where('id', '=', before.id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const proposal = await readProposal(db, before)
  if (numUpdatedRows === 0n)
    throw new Problem(
      'CONFLICT',
      `This proposal was ${proposal.state} by ${proposal.decided_by === null ? 'somebody' : quoted(proposal.decided_by)} on ${new Date(proposal.decided_at ?? 0).toISOString()}.`,
    )
  await recordAudit(db, ctx.caller, now, {
    action: `proposal.${state}`,
    target: { kind: 'proposal', id: proposal.public_id, name: proposal.path },
    detail: { author: proposal.author, ...(reason !== null && { reason }) },
  })
  return proposal
}

/** Queues the event that notifies the author, and returns the proposal as it is now. */
async function announce(db: Db, ctx: Context, before: ProposalRow) {
  const proposal = await readProposal(db, before)
  const described = describeProposal(proposal)
  await db
    .insertInto('outbox')
    .values({
      organization_id: ctx.caller.organizationId,
      kind: 'proposal.decided',
      payload: JSON.stringify({
        proposalId: described.id,
        project: described.project,
        path: described.path,
        state: described.state,
        reason: described.reason,
        authorCredential: proposal.author_credential,
        decidedBy: described.decidedBy,
      }),
      created_at: ctx.clock(),
    })
    .execute()
  return described
}
