import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'
import { MINUTE_MS, readOf } from './read-of.ts'

export type Tree = Operations['listFolders']['data']
export type Folder = Tree['folders'][number]
export type KnowledgeDocument = Operations['readDocument']['data']
export type Hit = Operations['searchKnowledge']['data']['hits'][number]
export type DocumentFailure = Operations['listDocumentFailures']['data']['failures'][number]
export type Proposal = Operations['listProposals']['data'][number]
export type Template = Operations['listTemplates']['data'][number]

/** More than the longest document, so that it always arrives complete. */
const WHOLE = 1_000_000

/** The keys of a document's reads start with this, so that one call refreshes all of them after a change. */
const KNOWLEDGE = 'knowledge'

/** All folders, and the documents of one folder of a project. */
export const treeOf = (organization: string, project: string | undefined, folder: string) =>
  readOf([KNOWLEDGE, organization, 'tree', project, folder], (options) =>
    clientOf(organization).listFolders({ ...(project && { project }), folder }, options),
  )

export const documentOf = (organization: string, project: string, path: string) =>
  readOf([KNOWLEDGE, organization, 'document', project, path], (options) =>
    clientOf(organization).readDocument({ doc: path, project, scope: 'project', maxTokens: WHOLE }, options),
  )

export const revisionsOf = (organization: string, id: string) =>
  pagesOf([KNOWLEDGE, organization, 'revisions', id], (place, options) =>
    clientOf(organization).listRevisions({ id, limit: 50, ...place }, options),
  )

/** The text of a revision, which never changes. Revision 0 is the empty text before the first. */
export const revisionOf = (organization: string, id: string, number: number) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'revision', id, number],
    queryFn: async ({ signal }) =>
      number === 0 ? '' : (await clientOf(organization).getRevision({ id, number }, { signal })).data.content,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const failuresOfDocument = (organization: string, id: string) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'failures', id],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listDocumentFailures({ id }, { signal })).data.failures,
    staleTime: MINUTE_MS,
  })

export const searchOf = (organization: string, query: string, project: string | undefined) =>
  readOf([KNOWLEDGE, organization, 'search', query, project], (options) =>
    clientOf(organization).searchKnowledge(
      { query, limit: 30, maxTokens: 20_000, ...(project && { project, scope: 'project' as const }) },
      options,
    ),
  )

export type ProposalState = Proposal['state']

export const proposalsOf = (
  organization: string,
  filter: { state?: ProposalState | undefined; project?: string | undefined; document?: string | undefined },
) =>
  pagesOf([KNOWLEDGE, organization, 'proposals', filter], (place, options) =>
    clientOf(organization).listProposals({ ...filter, limit: 50, ...place }, options),
  )

export const proposalOf = (organization: string, id: string) =>
  readOf([KNOWLEDGE, organization, 'proposal', id], (options) =>
    clientOf(organization).getProposal({ id }, options),
  )

export const reviewSettingsOf = (organization: string) =>
  readOf([KNOWLEDGE, organization, 'review-settings'], (options) =>
    clientOf(organization).getReviewSettings({}, options),
  )

export const templatesOf = (organization: string, project: string | undefined) =>
  readOf([KNOWLEDGE, organization, 'templates', project], (options) =>
    clientOf(organization).listTemplates({ ...(project && { project }) }, options),
  )

export const templateOf = (organization: string, id: string, project: string | undefined) =>
  readOf([KNOWLEDGE, organization, 'template', id, project], (options) =>
    clientOf(organization).getTemplate({ id, ...(project && { project }) }, options),
  )
