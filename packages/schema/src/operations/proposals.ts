import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { administers, operations, readsKnowledge, writesKnowledge } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'
import { DocumentName } from './documents.ts'

const Time = z.iso.datetime()
const State = z.enum(['open', 'accepted', 'rejected'])
const Reason = z.string().trim().min(1).max(16_384)

const Proposal = z
  .object({
    id: z.uuid(),
    project: z.string(),
    document: z
      .uuid()
      .nullable()
      .describe('Null if there is no document of its path yet, or the document was deleted.'),
    path: z.string(),
    state: State,
    author: z.string().describe('Name of the person or key that proposed it.'),
    byKey: z.boolean().describe('True if an API key proposed it.'),
    baseRevision: z.number().describe('The revision that it would replace; 0 for a new document.'),
    currentRevision: z.number().describe('The document’s revision now; 0 without a document.'),
    conflicting: z
      .boolean()
      .describe('True if it is open and the document has changed since: it cannot be accepted.'),
    visibility: z.enum(['project', 'shared']),
    evidence: z.string().describe('A reference to code or a commit.'),
    reasoning: z.string(),
    createdAt: Time,
    decidedAt: Time.nullable(),
    decidedBy: z.string().nullable(),
    reason: z.string().nullable().describe('Why it was rejected, or a note on its acceptance.'),
  })
  .meta({ id: 'Proposal' })

const ProposalWithDiff = Proposal.extend({
  diff: z
    .string()
    .describe(
      'Unified difference between the revision that it is based on and its content. With more than 1,000 added and removed lines, all lines between the first and the last difference are shown as replaced.',
    ),
  diffIsCut: z
    .boolean()
    .describe('True if the difference is longer than 200,000 characters and this is its beginning.'),
  content: z.string().describe('The whole proposed Markdown.'),
})

export const proposalOperations = operations({
  createProposal: {
    summary:
      'Proposes a new text for a document, or a new document. It waits for a person’s decision. CONFLICT if the text equals the current one or an open proposal of the same credential, or `baseRevision` is not the current revision.',
    method: 'POST',
    path: '/api/proposals',
    ...writesKnowledge,
    bodyBytes: 4 * LIMITS.documentBytes,
    input: z.strictObject({
      project: ProjectSlug,
      document: z
        .string()
        .min(1)
        .max(400)
        .describe(
          'A path or a title in the project, or the id of a document of any project; a new path ending in .md proposes a new document.',
        ),
      content: z.string().min(1).describe('The whole proposed Markdown, at most 1 MiB.'),
      evidence: Reason.describe('A reference to code or a commit.'),
      reasoning: Reason.describe('Why the update is needed.'),
      visibility: z
        .enum(['project', 'shared'])
        .optional()
        .describe('Absent: as the document is; project for a new one.'),
      baseRevision: z
        .int()
        .min(0)
        .optional()
        .describe('The revision that the author read. Absent: the current one.'),
    }),
    output: Proposal.extend({
      earlier: z
        .array(Proposal)
        .describe('Proposals of the same credential that were decided since it last proposed, at most 10.'),
      otherProjects: z
        .array(DocumentName)
        .describe(
          'Of a proposal of a new document: documents of other projects that have its path, at most 5.',
        ),
    }),
  },
  listProposals: {
    summary: 'Lists proposals, newest first.',
    method: 'GET',
    path: '/api/proposals',
    ...readsKnowledge,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      document: z.uuid('must be the id of a document').optional(),
      state: State.optional(),
      mine: z.literal('true').optional().describe('Only those of the caller’s own credential.'),
      ...pageParameters,
    }),
    output: pageOf(Proposal),
  },
  getProposal: {
    summary: 'Returns a proposal with its content and difference.',
    method: 'GET',
    path: '/api/proposals/:id',
    ...readsKnowledge,
    object: { kind: 'proposal', parameter: 'id' },
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: ProposalWithDiff,
  },
  acceptProposal: {
    summary:
      'Accepts a proposal: its content becomes the next revision. Needs a person’s session, or a key with the role and scope admin; such a key can accept a key’s proposal only if an admin allowed it (`keysMayDecide`). CONFLICT if the document has changed since, or the proposal was decided.',
    method: 'POST',
    path: '/api/proposals/:id/accept',
    ...writesKnowledge,
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      reason: Reason.optional().describe('A note for the author.'),
    }),
    output: Proposal,
  },
  rejectProposal: {
    summary: 'Rejects a proposal with a reason for its author. The same callers can do it as can accept it.',
    method: 'POST',
    path: '/api/proposals/:id/reject',
    ...writesKnowledge,
    input: z.strictObject({ id: z.uuid().toLowerCase(), reason: Reason }),
    output: Proposal,
  },
  getReviewSettings: {
    summary: 'Returns who can decide proposals.',
    method: 'GET',
    path: '/api/review-settings',
    ...readsKnowledge,
    input: z.strictObject({}),
    output: z.object({ keysMayDecide: z.boolean() }),
  },
  setReviewSettings: {
    summary:
      'Allows or forbids that API keys of admins accept what API keys proposed. Guidelines then trust what such keys write as what people write. Forbidden by default, because agents follow what documents say.',
    method: 'POST',
    path: '/api/review-settings',
    ...administers,
    person: true,
    input: z.strictObject({ keysMayDecide: z.boolean() }),
    output: z.object({ keysMayDecide: z.boolean() }),
  },
})
