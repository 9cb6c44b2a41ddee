import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'

export type Tree = Operations['listFolders']['data']
export type Folder = Tree['folders'][number]
export type KnowledgeDocument = Operations['readDocument']['data']
export type Hit = Operations['searchKnowledge']['data']['hits'][number]
export type DocumentFailure = Operations['listDocumentFailures']['data']['failures'][number]
export type Proposal = Operations['listProposals']['data'][number]
export type Template = Operations['listTemplates']['data'][number]

const MINUTE_MS = 60_000
/** More than the longest document, so that it always arrives complete. */
const WHOLE = 1_000_000

/** The keys of a document's reads start with this, so that one call refreshes all of them after a change. */
const KNOWLEDGE = 'knowledge'

/** All folders, and the documents of one folder of a project. */
export const treeOf = (organization: string, project: string | undefined, folder: string) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'tree', project, folder],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listFolders({ ...(project && { project }), folder }, { signal })).data,
    staleTime: MINUTE_MS,
  })

export const documentOf = (organization: string, project: string, path: string) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'document', project, path],
    queryFn: async ({ signal }) =>
      (
        await clientOf(organization).readDocument(
          { doc: path, project, scope: 'project', maxTokens: WHOLE },
          { signal },
        )
      ).data,
    staleTime: MINUTE_MS,
  })

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
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'search', query, project],
    queryFn: async ({ signal }) =>
      (
        await clientOf(organization).searchKnowledge(
          { query, limit: 30, maxTokens: 20_000, ...(project && { project, scope: 'project' as const }) },
          { signal },
        )
      ).data,
    staleTime: MINUTE_MS,
  })

export type ProposalState = Proposal['state']

export const proposalsOf = (
  organization: string,
  filter: { state?: ProposalState | undefined; project?: string | undefined; document?: string | undefined },
) =>
  pagesOf([KNOWLEDGE, organization, 'proposals', filter], (place, options) =>
    clientOf(organization).listProposals({ ...filter, limit: 50, ...place }, options),
  )

export const proposalOf = (organization: string, id: string) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'proposal', id],
    queryFn: async ({ signal }) => (await clientOf(organization).getProposal({ id }, { signal })).data,
    staleTime: MINUTE_MS,
  })

export const reviewSettingsOf = (organization: string) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'review-settings'],
    queryFn: async ({ signal }) => (await clientOf(organization).getReviewSettings({}, { signal })).data,
    staleTime: MINUTE_MS,
  })

export const templatesOf = (organization: string, project: string | undefined) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'templates', project],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listTemplates({ ...(project && { project }) }, { signal })).data,
    staleTime: MINUTE_MS,
  })

export const templateOf = (organization: string, id: string, project: string | undefined) =>
  queryOptions({
    queryKey: [KNOWLEDGE, organization, 'template', id, project],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).getTemplate({ id, ...(project && { project }) }, { signal })).data,
    staleTime: MINUTE_MS,
  })
