import { z } from 'zod'
import { LONGEST_PATH, quoted, slug } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'
import { tool } from '../tool.ts'

export const proposeUpdate = tool({
  name: 'svc_propose_update',
  title: 'Propose a documentation update',
  description:
    'Submits a correction of a document, or a new document at a path ending in .md, for a person to accept or reject. new_content replaces the whole text. Only editors and admins.',
  input: z.strictObject({
    doc_id: z.string().min(1).max(400).describe('Title, path or id.'),
    new_content: z.string().min(1).describe('The full Markdown.'),
    evidence_snippet: z.string().min(1).max(16_384).describe('Code or commit that proves it.'),
    reasoning: z.string().min(1).max(16_384).describe('Why it is needed.'),
    visibility: z
      .enum(['project', 'shared'])
      .optional()
      .describe('shared: for all projects. Default: as it is; of a new document, project.'),
  }),
  role: 'editor',
  scope: 'knowledge',
  annotations: { readOnlyHint: false, destructiveHint: false },
  onError: {
    FORBIDDEN: 'Tell the user what is needed; an admin of the organization grants it.',
    NOT_FOUND:
      'Search with svc_search_index. Give the id of a document of another project, or a path ending in .md for a new document.',
    CONFLICT: 'Call svc_read_doc for the current text.',
  },
  call: async ({ doc_id, new_content, evidence_snippet, reasoning, visibility }, { run, project }) =>
    run('createProposal', {
      project: (await project()).slug,
      document: doc_id,
      content: new_content,
      evidence: evidence_snippet,
      reasoning,
      visibility,
    }),
  render({ earlier, otherProjects, ...proposal }) {
    const { id, baseRevision } = proposal
    const subject =
      baseRevision === 0
        ? `the new document ${place(proposal)}`
        : `a change of revision ${baseRevision} of ${place(proposal)}`
    const decisions = earlier.map(
      (one) =>
        `- ${place(one)}: ${one.state} by ${one.decidedBy === null ? 'a person' : quoted(one.decidedBy)}${one.reason === null ? '' : `, ${quoted(one.reason, 300)}`}`,
    )
    const lines = [
      `Proposed ${subject}. Proposal ID: ${id}`,
      'It is open: a person accepts or rejects it. Nothing has changed yet, so do not cite it as a rule.',
      ...(baseRevision > 1
        ? [
            `If you read a revision before ${baseRevision}, call svc_read_doc and propose again: this text would undo what changed since.`,
          ]
        : []),
      ...otherProjects.map(
        (other) =>
          `Project ${slug(other.project)} has a document ${slug(other.path, LONGEST_PATH)}. If you mean that one, call svc_propose_update with doc_id "${other.id}".`,
      ),
      ...(decisions.length > 0 ? ['Decisions on your earlier proposals:', ...decisions] : []),
    ]
    return {
      text: lines.join('\n'),
      structured: { proposal: brief(proposal), otherProjects, earlier: earlier.map(brief) },
    }
  },
})

type Described = OutputOf<'createProposal'>['earlier'][number]

const place = ({ path, project }: Described): string =>
  `${slug(path, LONGEST_PATH)} in project ${slug(project)}`

/** Without the texts that the caller wrote itself. */
const brief = ({ id, project, path, state, baseRevision, decidedBy, reason }: Described) => ({
  id,
  project,
  path,
  state,
  baseRevision,
  decidedBy,
  reason,
})
