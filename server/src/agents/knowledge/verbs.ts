import type { Wake } from '../../ground/kernel/wake.ts'
import { tellOutbox } from '../../ground/wake/tell-outbox.ts'
import { readChunks } from './chunks/read-chunks.ts'
import { deleteDocument } from './documents/delete-document.ts'
import { getDocument, getRevision, listRevisions } from './documents/get-document.ts'
import { listDocuments } from './documents/list-documents.ts'
import { listFolders } from './documents/list-folders.ts'
import { pushDocuments, putDocument } from './documents/push-documents.ts'
import { readDocumentSections } from './documents/read-sections.ts'
import { getGuidelines, getPrompt } from './guidelines/get-guidelines.ts'
import { acceptProposal, rejectProposal } from './proposals/decide.ts'
import { createProposal } from './proposals/propose.ts'
import { getProposal, listProposals } from './proposals/read.ts'
import { getReviewSettings, setReviewSettings } from './proposals/review-settings.ts'
import { searchKnowledge } from './search/search-knowledge.ts'
import type { VectorSearch } from './search/vector-search.ts'
import { getTemplate, listTemplates } from './templates/read.ts'
import { deleteTemplate, putTemplate } from './templates/write.ts'
import type { DocumentReader } from './write-document.ts'

/** What the operations of knowledge need besides the context of each call. */
interface Parts {
  documents: DocumentReader
  vectors: VectorSearch | null
  wake: Wake
}

/** The verbs of knowledge, by their tables of operations. */
export function knowledgeVerbs({ documents, vectors, wake }: Parts) {
  return {
    search: { searchKnowledge: searchKnowledge(vectors) },
    documents: {
      putDocument: putDocument(documents),
      readDocument: readDocumentSections,
      listFolders,
      pushDocuments: pushDocuments(documents),
      listDocuments,
      getDocument,
      listRevisions,
      getRevision,
      deleteDocument,
      readChunks,
    },
    proposals: {
      createProposal: createProposal(documents),
      listProposals,
      getProposal: getProposal(documents),
      acceptProposal: tellOutbox(wake, acceptProposal(documents), (proposal) => proposal),
      rejectProposal: tellOutbox(wake, rejectProposal, (proposal) => proposal),
      getReviewSettings,
      setReviewSettings,
    },
    guidelines: { getGuidelines, getPrompt },
    templates: { listTemplates, getTemplate, putTemplate, deleteTemplate },
  }
}
