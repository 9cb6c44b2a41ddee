import { chunkId } from '../../agents/knowledge/chunks/chunk-id.ts'
import { type Calls, fingerprintOf } from './call.ts'

/** Documents, templates, proposals and the search. */
export const KNOWLEDGE_CALLS: Calls = {
  putDocument: () => ({
    path: '/api/documents',
    method: 'PUT',
    body: {
      project: 'shop',
      path: 'docs/payments.md',
      content:
        '---\ntags: [payments]\n---\n# Payments\n\nCards are charged once.\n\n## Retries\n\nA timeout is retried with the same key.\n',
    },
  }),
  pushDocuments: () => ({
    path: '/api/documents/push',
    method: 'POST',
    headers: { 'Content-Length': '300' },
    body: {
      project: 'shop',
      documents: [{ path: 'docs/cart.md', content: '# Cart\n\nA cart keeps its items for 30 days.\n' }],
      folder: 'docs',
      commit: '5'.repeat(40),
    },
  }),
  readDocument: () => ({ path: '/api/documents/read?doc=Payments%23Retries&project=shop' }),
  listDocuments: () => ({ path: '/api/documents?project=shop' }),
  listFolders: () => ({ path: '/api/documents/tree?project=shop&folder=docs' }),
  getDocument: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}` }),
  listRevisions: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/revisions` }),
  getRevision: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/revisions/1` }),
  readChunks: ({ data }) => {
    const place = { headings: ['Payments', 'Retries'], occurrence: 0, piece: 0 }
    return { path: `/api/chunks?ids=${chunkId(String(data('putDocument').id), place)}` }
  },
  tieDocument: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents`,
    method: 'PUT',
    body: {
      project: 'shop',
      document: data('putDocument').id,
      cause: 'The price is rounded twice.',
      fix: 'Round only the total.',
      commit: '4'.repeat(40),
    },
  }),
  listFailureDocuments: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents?project=shop`,
  }),
  findFailureDocuments: ({ data }) => ({
    path: `/api/find/failure-documents?project=shop&fingerprints=${fingerprintOf(data)}`,
  }),
  listDocumentFailures: ({ data }) => ({ path: `/api/documents/${data('putDocument').id}/failures` }),
  untieDocument: ({ data }) => ({
    path: `/api/failures/${fingerprintOf(data)}/documents?project=shop&document=${data('putDocument').id}`,
    method: 'DELETE',
  }),
  listTemplates: () => ({ path: '/api/templates?project=shop&category=contracts' }),
  getTemplate: () => ({ path: '/api/templates/contracts%2Fapi' }),
  putTemplate: () => ({
    path: '/api/templates',
    method: 'PUT',
    body: {
      project: 'shop',
      path: 'contracts/webhook',
      category: 'contracts',
      title: 'Contract of a webhook',
      content: '# <event>\n\n## When it is sent\n\n## Payload\n',
    },
  }),
  deleteTemplate: ({ data }) => ({ path: `/api/templates/${data('putTemplate').id}`, method: 'DELETE' }),
  getGuidelines: () => ({ path: '/api/guidelines?project=shop&mode=code' }),
  getPrompt: () => ({ path: '/api/prompts?project=shop&name=svc_auditor' }),
  createProposal: () => ({
    path: '/api/proposals',
    method: 'POST',
    body: {
      project: 'shop',
      document: 'docs/payments.md',
      content: '# Payments\n\nCards are charged once, within 5 s.\n',
      evidence: 'src/pay.ts:41',
      reasoning: 'The limit of 5 s was missing.',
    },
  }),
  listProposals: () => ({ path: '/api/proposals?project=shop&state=open' }),
  getProposal: ({ data }) => ({ path: `/api/proposals/${data('createProposal').id}` }),
  getReviewSettings: () => ({ path: '/api/review-settings' }),
  searchKnowledge: () => ({ path: '/api/search?query=payment%20retries&project=shop' }),
}
