import type * as wire from '@svc/protocol'
import { z } from 'zod'

const Time = z.iso.datetime()

export const ResultStatus = z.enum([
  'passed',
  'failed',
  'flaky',
  'skipped',
]) satisfies z.ZodType<wire.ResultStatus>
export const ExecutionState = z.enum([
  'running',
  'passed',
  'failed',
  'cancelled',
  'incomplete',
]) satisfies z.ZodType<wire.ExecutionState>

/** Slug of a project. */
export const ProjectSlug = z
  .string()
  .min(1)
  .max(100)
  .transform((slug) => slug.toLowerCase())

const Text = z.string().nullable()

/** How many results an execution has of each kind; `errors` are failures outside any test. */
const Counts = z.object({
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  skipped: z.number(),
  errors: z.number(),
})

export const ExecutionSummary = z.object({
  id: z.uuid(),
  url: z.string(),
  project: z.string(),
  suite: z.string(),
  build: z.string(),
  framework: z.string(),
  state: ExecutionState,
  revision: z.number(),
  trust: z.enum(['ci', 'local', 'fork']),
  branch: Text,
  baseBranch: Text,
  pullRequest: z.number().nullable(),
  repository: Text,
  testedSha: Text,
  headSha: Text,
  baseSha: Text,
  mergeBaseSha: Text,
  tree: Text,
  dirty: z.boolean(),
  message: Text,
  ci: z
    .object({
      provider: z.string(),
      url: z.string().optional(),
      event: z.string().optional(),
      workflow: z.string().optional(),
    })
    .nullable(),
  tags: z.array(z.string()),
  startedAt: Time,
  endedAt: Time.nullable(),
  settledAt: Time.nullable(),
  /** Milliseconds from the first part's start to the last part's end; null while it runs. */
  durationMs: z.number().nullable(),
  counts: Counts,
  /** How many parts have reported. */
  partCount: z.number(),
})

/** What a test is called, and the leg it ran on. */
export const TestRef = z.object({
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: z.string(),
  file: z.string(),
  titles: z.array(z.string()),
  variant: z.string(),
  occurrence: z.number(),
  leg: z.string(),
})
