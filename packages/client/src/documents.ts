/** Pushes a folder of documents to a server; the command and the action share it. */
export { type DocumentFile, type FoundDocuments, findDocuments, readDocumentFile } from './find-documents.ts'
export {
  type NewerCommit,
  type PushAnswer,
  type PushBody,
  type PushedDocument,
  type PushOptions,
  type PushReport,
  pushDocuments,
} from './push-documents.ts'
