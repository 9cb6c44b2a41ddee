import type {
  Annotation,
  Attachment,
  AttemptDetail,
  CiRun,
  Code,
  CodeownersFile,
  Commit,
  ExecutionDocument,
  Failure,
  Location,
  PartIdentity,
  Step,
} from '@svc/protocol'
import { only, type Place } from './check.ts'

/** The names an object may have; `null` for a field whose value has no names to check. */
export interface Fields {
  readonly [name: string]: Fields | null
}

/** A missing field of the protocol is a type error. */
type FieldsOf<T> = { readonly [Name in keyof Required<T>]: Fields | null }

const LOCATION: FieldsOf<Location> = { file: null, line: null, column: null }

const FAILURE: FieldsOf<Failure> = {
  message: null,
  name: null,
  stack: null,
  snippet: null,
  location: LOCATION,
  expected: null,
  actual: null,
  get cause() {
    return FAILURE
  },
  get errors() {
    return FAILURE
  },
}

const STEP: FieldsOf<Step> = {
  title: null,
  category: null,
  durationMs: null,
  error: null,
  get steps() {
    return STEP
  },
}

const ATTACHMENT: FieldsOf<Attachment> = { name: null, contentType: null, path: null, sizeBytes: null }
const ANNOTATION: FieldsOf<Annotation> = { type: null, description: null }
const SKIP: FieldsOf<NonNullable<AttemptDetail['skip']>> = { kind: null, reason: null }

export const DETAIL: FieldsOf<AttemptDetail> = {
  occurrence: null,
  repeat: null,
  errors: FAILURE,
  skip: SKIP,
  expectedFailure: null,
  stdout: null,
  stderr: null,
  attachments: ATTACHMENT,
  steps: STEP,
  annotations: ANNOTATION,
  tags: null,
  location: LOCATION,
  truncated: null,
}

type DocumentResult = ExecutionDocument['results'][number]

const ATTEMPT: FieldsOf<NonNullable<DocumentResult['attempts']>[number]> = {
  status: null,
  durationMs: null,
  startedAt: null,
  ...DETAIL,
}

export const RESULT: FieldsOf<DocumentResult> = {
  file: null,
  titles: null,
  variant: null,
  status: null,
  durationMs: null,
  startedAt: null,
  attempts: ATTEMPT,
  ...DETAIL,
}

const COMMIT: FieldsOf<Commit> = { sha: null, parents: null, tree: null }
const SHARD: FieldsOf<NonNullable<PartIdentity['shard']>> = { index: null, total: null }

export const CODE: FieldsOf<Code> = {
  testedSha: null,
  headSha: null,
  baseSha: null,
  mergeBaseSha: null,
  parents: null,
  tree: null,
  dirty: null,
  branch: null,
  baseBranch: null,
  pullRequest: null,
  repository: null,
  defaultBranch: null,
  ancestry: COMMIT,
  message: null,
  fork: null,
}

export const PART: FieldsOf<PartIdentity> = {
  job: null,
  package: null,
  config: null,
  leg: null,
  shard: SHARD,
}
export const CODEOWNERS: FieldsOf<CodeownersFile> = { path: null, text: null }
export const CI: FieldsOf<CiRun> = { provider: null, url: null, jobUrl: null, event: null, workflow: null }
export const RUNNER: FieldsOf<NonNullable<ExecutionDocument['runner']>> = { name: null, version: null }

type OutsideError = NonNullable<ExecutionDocument['errors']>[number]
export const OUTSIDE_ERROR: FieldsOf<OutsideError> = { file: null, failure: FAILURE }

/** The fields at the top of a document. Their readers check nested fields. */
export const DOCUMENT: FieldsOf<ExecutionDocument> = {
  id: null,
  project: null,
  suite: null,
  build: null,
  runAttempt: null,
  part: null,
  code: null,
  ci: null,
  runner: null,
  environment: null,
  tags: null,
  codeowners: null,
  startedAt: null,
  durationMs: null,
  status: null,
  results: null,
  errors: null,
}

/** Reads a value, then throws for names that the reader ignored, at every depth that it has checked. */
export const strictly =
  <T>(fields: Fields, read: (place: Place, value: unknown) => T) =>
  (place: Place, value: unknown): T => {
    const parsed = read(place, value)
    refuseUnknown(place, value, fields)
    return parsed
  }

function refuseUnknown(place: Place, value: unknown, fields: Fields): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) refuseUnknown(`${place}[${i}]`, value[i], fields)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const object = value as Record<string, unknown>
  only(place, object, Object.keys(fields))
  for (const name in object) {
    const below = fields[name]
    if (below) refuseUnknown(`${place}.${name}`, object[name], below)
  }
}
