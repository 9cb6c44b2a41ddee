import { LIMITS, type ProblemCode } from '@svc/protocol'
import { type Access, type Operation, pageParameters, wholeNumber } from '@svc/schema'
import { z } from 'zod'
import { CtrfReport, ExecutionDocument } from './document-shapes.ts'
import { ExecutionDetail, IngestReceipt } from './wire-shapes.ts'

/** A route that is not in a table of operations, because it reads or writes a stream or bytes. */
export interface StreamingRoute extends Pick<Operation, 'summary'> {
  tag: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for path parameters. */
  path: string
  /** Null: anyone may call it. */
  access: Access | null
  /** All refusals of a public route; a route with an access has those of an operation. */
  refusals?: readonly ProblemCode[]
  /** Parameters of path and query together; names in the path identify those of the path. */
  input?: z.ZodObject
  headers?: z.ZodObject
  /** The accepted bodies, by media type. */
  body?: Record<string, { description: string; schema: z.ZodType }>
  answer: {
    description: string
    /** The content of `data`, with `page` at times if `isPaged`; of other media types the whole body. */
    schema: z.ZodType
    mediaType?: string
    isPaged?: boolean
  }
}

const Bytes = z.string().describe('Bytes.')
const Text = z.string().min(1)
const ArtifactUpload = z.object({
  id: z.uuid(),
  received: z.int().describe('Bytes that the server holds.'),
  sizeBytes: z.int(),
  state: z.enum(['awaited', 'stored']),
})
const Status = (status: string) => z.object({ status: z.literal(status) })

/**
 * The manually mounted routes, for the reference; a test compares this table with the app's routes.
 * The reference uses this order.
 */
export const streamingRoutes = {
  getExecution: {
    tag: 'Executions',
    summary:
      'One complete execution: its parts, every result with every attempt, errors outside tests and artifacts. ' +
      'Never truncated unless limit is set; a large one is streamed.',
    method: 'GET',
    path: '/api/executions/:id',
    access: { role: 'viewer', scope: 'read' },
    input: z.strictObject({
      id: z.uuid(),
      status: z
        .string()
        .regex(/^(passed|failed|flaky|skipped)(,(passed|failed|flaky|skipped))*$/)
        .describe('Only results of these statuses, separated by commas: failed,flaky.')
        .optional(),
      test: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .describe('Only the results of this test, one for each part that ran it.')
        .optional(),
      limit: wholeNumber(1, 200_000)
        .describe('The maximum number of results; all of them if absent.')
        .optional(),
      cursor: pageParameters.cursor.describe('page.nextCursor of the page before; only with limit.'),
    }),
    answer: {
      description: 'The execution. It has page if limit was set.',
      schema: ExecutionDetail,
      isPaged: true,
    },
  },
  streamExecutionEvents: {
    tag: 'Executions',
    summary:
      'The progress of an execution as server-sent events: `progress` with each change, `settled` as the last one, `ended` if the credential or the execution is gone. ' +
      'The id of an event is the revision, and each event has the whole state, so that Last-Event-ID loses nothing. 204 if the client has seen the end.',
    method: 'GET',
    path: '/api/executions/:id/events',
    access: { role: 'viewer', scope: 'read' },
    input: z.strictObject({ id: z.uuid() }),
    headers: z.object({ 'last-event-id': z.string().optional() }),
    answer: {
      description:
        'Events whose data is JSON: id, revision, state, counts, partCount, settledAt, and newFailures since the event before.',
      mediaType: 'text/event-stream',
      schema: z.string(),
    },
  },
  streamEvents: {
    tag: 'Executions',
    summary:
      'The projects that changed, as server-sent events: `ready` first, `changed` with the slugs of projects to read again, at most one in a second, `ended` if the credential is gone. ' +
      'With Last-Event-ID, `changed` with all projects comes first if something changed meanwhile.',
    method: 'GET',
    path: '/api/events',
    access: { role: 'viewer', scope: 'read' },
    headers: z.object({ 'last-event-id': z.string().optional() }),
    answer: {
      description: 'Events whose data is JSON: `projects`, a list of slugs.',
      mediaType: 'text/event-stream',
      schema: z.string(),
    },
  },
  streamMessages: {
    tag: 'Live messages',
    summary:
      'Messages to the acting agent as server-sent events: what is pending, then each new message. The id of an ' +
      'event names its agent and has a mark for each priority; Last-Event-ID continues there, and acknowledges ' +
      'everything up to it. The server ignores the id of another agent and begins with what is pending. ' +
      'The last event of a stream is closing, with a reason. Limited by the number of open streams, not by time.',
    method: 'GET',
    path: '/api/bus/stream',
    access: { role: 'viewer', scope: 'bus' },
    input: z.strictObject({
      agent: Text.describe(
        'Name or id of the agent, if the client cannot set the header Svc-Agent.',
      ).optional(),
    }),
    headers: z.object({
      'Svc-Agent': z
        .string()
        .describe('Name or id of the agent; the only one of the credential if absent.')
        .optional(),
      'Last-Event-ID': z
        .string()
        .describe('Id of the last event that was received: 9f3c2a71b04e-4-17-17-12.')
        .optional(),
    }),
    answer: {
      description:
        'Events message, unverifiable (a message that was changed after it was sent, without its text) and closing.',
      schema: z.string(),
      mediaType: 'text/event-stream',
    },
  },
  ingest: {
    tag: 'Uploads',
    summary:
      "A reporter's journal, or a piece of it. Uploads are idempotent; a gap returns CONFLICT, and " +
      'the header svc-accepted says where to continue. Only the beginning of an execution counts as a write. Fields of a newer ' +
      'reporter that this server does not know are ignored, so that no run loses its upload.',
    method: 'POST',
    path: '/api/ingest',
    access: { role: 'editor', scope: 'ingest' },
    headers: z.object({
      'svc-from': z.int().min(0).describe('Number of the first entry in the body; 0 if absent.').optional(),
      'svc-clock': z
        .int()
        .min(0)
        .describe("The sender's clock in milliseconds since the epoch; times are corrected by it.")
        .optional(),
      'Content-Encoding': z.enum(['identity', 'gzip', 'zstd']).optional(),
    }),
    body: {
      'application/x-ndjson': {
        description:
          'One JSON array a line: open, group, attempt, error, imports, warning, end. At most 16 MiB decompressed and 25,000 entries.',
        schema: Bytes,
      },
    },
    answer: { description: 'Sent after the commit: acknowledged entries are stored.', schema: IngestReceipt },
  },
  uploadTestResults: {
    tag: 'Uploads',
    summary:
      "A whole execution in one JSON document: svc's own format, or an unchanged CTRF report. The query overrides " +
      'the document. With a build it waits for further parts; without one it settles at once.',
    method: 'POST',
    path: '/api/test-results',
    access: { role: 'editor', scope: 'ingest' },
    input: z.strictObject({
      project: Text.describe('Slug of the project.').optional(),
      suite: Text.optional(),
      build: Text.optional(),
      branch: Text.optional(),
      commit: Text.optional(),
      leg: Text.optional(),
      variant: Text.optional(),
      attempt: wholeNumber(1, LIMITS.attempt)
        .describe('2 or higher if the document repeats tests of an earlier one of this `build`.')
        .optional(),
    }),
    headers: z.object({ 'Content-Encoding': z.enum(['identity', 'gzip', 'zstd']).optional() }),
    body: {
      'application/json': {
        description: 'At most 16 MiB decompressed and 25,000 attempts.',
        schema: z.union([ExecutionDocument, CtrfReport]),
      },
    },
    answer: { description: 'Sent after the commit: acknowledged entries are stored.', schema: IngestReceipt },
  },
  getArtifact: {
    tag: 'Artifacts',
    summary:
      'The bytes of an artifact. Range and If-None-Match are honoured. Browsers may show images, videos and plain text ' +
      'inline; everything else is a download, in a sandbox. Limited by concurrent downloads, not per minute. If the ' +
      'server has an origin for artifacts (`SVC_ARTIFACTS_ORIGIN`), a request by which a browser shows one with a ' +
      'cookie is redirected to a signed address there. If artifacts are on S3 with `SVC_ARTIFACTS_REDIRECT=1`, a request ' +
      'without a cookie is redirected to an address in the bucket, which ends after 60 s.',
    method: 'GET',
    path: '/api/artifacts/:id',
    access: { role: 'viewer', scope: 'read' },
    input: z.strictObject({
      id: z.uuid(),
      viewer: z
        .literal('true')
        .describe('Redirects to the trace viewer with this artifact instead (302).')
        .optional(),
    }),
    headers: z.object({
      Range: z.string().describe('One range of bytes, as in bytes=0-1023. 416 if it is outside.').optional(),
      'If-None-Match': z
        .string()
        .describe('The ETag of an earlier answer: 304 if it is still current.')
        .optional(),
    }),
    answer: {
      description: 'The bytes, or the requested range.',
      schema: Bytes,
      mediaType: 'application/octet-stream',
    },
  },
  getArtifactUpload: {
    tag: 'Artifacts',
    summary: "The progress of an artifact's upload; the header upload-offset contains it as well.",
    method: 'GET',
    path: '/api/artifacts/:id/upload',
    access: { role: 'editor', scope: 'ingest' },
    input: z.strictObject({ id: z.uuid() }),
    answer: { description: 'Where to continue.', schema: ArtifactUpload },
  },
  putArtifactUpload: {
    tag: 'Artifacts',
    summary:
      'A piece of a declared artifact. After the last piece, the server checks the sha256; if it differs, the server ' +
      'removes the artifact and returns INVALID_REQUEST. A piece that does not continue the previous one is a CONFLICT, ' +
      'whose header upload-offset says where to continue.',
    method: 'PUT',
    path: '/api/artifacts/:id/upload',
    access: { role: 'editor', scope: 'ingest' },
    input: z.strictObject({ id: z.uuid() }),
    headers: z.object({
      'upload-offset': z.int().min(0).describe("Position of the body's first byte."),
    }),
    body: {
      'application/octet-stream': { description: 'The bytes as they are, uncompressed.', schema: Bytes },
    },
    answer: {
      description: 'How much of it has arrived. A stored artifact survives a power cut.',
      schema: ArtifactUpload,
    },
  },
  getBadgePicture: {
    tag: 'Badge',
    summary:
      "A picture of a branch's status by the newest run of each suite, or of one: passing, failing, or unknown if " +
      'it has none. Counts CI runs of a clean tree that passed or failed, not those of pull requests; of the last 50 ' +
      'of the branch.',
    method: 'GET',
    path: '/badge/:file',
    access: null,
    input: z.strictObject({
      file: z.string().describe('The token of the badge, and .svg.'),
      branch: z.string().describe('The default branch if absent.').optional(),
      suite: z.string().describe('All suites if absent.').optional(),
    }),
    answer: {
      description: 'The picture; 304 if If-None-Match has its ETag. An unknown token is NOT_FOUND.',
      schema: z.string().describe('SVG.'),
      mediaType: 'image/svg+xml',
    },
    refusals: ['NOT_FOUND', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'],
  },
  getHealth: {
    tag: 'Server',
    summary: 'Reports that the process runs.',
    method: 'GET',
    path: '/healthz',
    access: null,
    answer: { description: 'It lives.', schema: Status('ok') },
  },
  getReadiness: {
    tag: 'Server',
    summary:
      'Reports that the server can answer: it reaches its database and is not shutting down. Without its bucket of artifacts it answers everything else, and names the problem.',
    method: 'GET',
    path: '/readyz',
    access: null,
    answer: {
      description: 'Ready; otherwise 503 with the reason.',
      schema: Status('ready').extend({ problem: z.string().optional() }),
    },
    refusals: ['UNAVAILABLE'],
  },
} as const satisfies Record<string, StreamingRoute>
