import { findExecutions } from './find-executions.ts'
import { findFailureDocuments, listFailureDocuments } from './find-failure-documents.ts'
import { findTests } from './find-tests.ts'
import { getArtifactText } from './get-artifact-text.ts'
import { type FailureContextParts, getFailureContext } from './get-failure-context.ts'
import { listDocumentFailures } from './list-document-failures.ts'
import { tieDocument, untieDocument } from './tie-document.ts'

/** The verbs of failure context. */
export const failureContextVerbs = (parts: FailureContextParts) => ({
  getFailureContext: getFailureContext(parts),
  findExecutions,
  findFailureDocuments: findFailureDocuments(parts.searchByWords),
  findTests,
  getArtifactText: getArtifactText(parts.files),
  listFailureDocuments: listFailureDocuments(parts.searchDocuments),
  tieDocument,
  untieDocument,
  listDocumentFailures,
})
