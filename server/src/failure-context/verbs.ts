import { findExecutions } from './find-executions.ts'
import { findTests } from './find-tests.ts'
import { getArtifactText } from './get-artifact-text.ts'
import { type FailureContextParts, getFailureContext } from './get-failure-context.ts'
import { listDocumentFailures } from './list-document-failures.ts'
import { listFailureDocuments } from './list-failure-documents.ts'
import { tieDocument } from './tie-document.ts'
import { untieDocument } from './untie-document.ts'

/** The verbs of failure context. */
export const failureContextVerbs = (parts: FailureContextParts) => ({
  getFailureContext: getFailureContext(parts),
  findExecutions,
  findTests,
  getArtifactText: getArtifactText(parts.files),
  listFailureDocuments,
  tieDocument,
  untieDocument,
  listDocumentFailures,
})
