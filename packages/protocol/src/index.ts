export { describeKeyProblem, toApiKey } from './api-key.ts'
export {
  ARTIFACT_HEADERS,
  ARTIFACT_LEFT_OUT,
  type ArtifactAnswer,
  type ArtifactLeftOut,
  type ArtifactState,
  type DeclaredArtifact,
} from './artifact.ts'
export { codeBlock } from './code-block.ts'
export {
  orderCtrfAttempts,
  type ReportedRun,
  readCtrfEnvironment,
  readCtrfStatus,
  readCtrfTool,
} from './ctrf.ts'
export { cutPair } from './cut-pair.ts'
export type { DocumentResult, ExecutionDocument } from './document.ts'
export { toDocumentText } from './document-text.ts'
export { errorLine } from './error-line.ts'
export type {
  CiRun,
  Code,
  CodeownersFile,
  Commit,
  End,
  ExecutionState,
  Open,
  PartIdentity,
  PartState,
  Trust,
} from './execution.ts'
export type { Failure, Location, SourceFrame } from './failure.ts'
export { FINGERPRINT, WHOLE_SHA } from './identifiers.ts'
export type { Changed, Imports } from './imports.ts'
export {
  type AttemptLine,
  type EndLine,
  type EntryLine,
  type ErrorLine,
  type Group,
  type GroupLine,
  INGEST_HEADERS,
  type IngestReceipt,
  JOURNAL_VERSION,
  type JournalLine,
  type OpenLine,
  type WarningLine,
} from './journal.ts'
export { LIMITS } from './limits.ts'
export { percentDecoded } from './percent-decoded.ts'
export { percentText } from './percent-text.ts'
export { plainMarkdown, visibleLine } from './plain-markdown.ts'
export { PROBLEM_STATUS, type ProblemBody, type ProblemCode, type SuccessBody } from './problem.ts'
export { freeProjectSlug, RESERVED_PROJECT_SLUGS } from './project-slug.ts'
export {
  archiveAddress,
  archiveName,
  PACKAGE_SCOPE,
  PUBLISHED,
  type Published,
  packageName,
  type Released,
} from './published.ts'
export { isAbsolutePath, reportedPath, withoutRoot } from './reported-path.ts'
export type {
  Annotation,
  Attachment,
  Attempt,
  AttemptDetail,
  AttemptStatus,
  ResultStatus,
  SkipKind,
  Step,
  TestName,
} from './result.ts'
export { RANK, resultOf, statusAfter } from './result-of.ts'
export { DEFAULT_SUITE, runPlace } from './run-place.ts'
export { storable } from './storable.ts'
export {
  CONCLUSION_KINDS,
  CONCLUSIONS,
  type Conclusion,
  FIRST_DAYS,
  isExplained,
  VERDICT_KINDS,
  VERDICTS,
  type VerdictKind,
  verdictOf,
  verdictUrgency,
} from './verdicts.ts'
export { visible } from './visible.ts'
export { wellFormed } from './well-formed.ts'
export { wilson } from './wilson.ts'
export { withoutCiCommands } from './without-ci-commands.ts'
export { withoutControls } from './without-controls.ts'
