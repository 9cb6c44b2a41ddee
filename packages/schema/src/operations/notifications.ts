import { z } from 'zod'
import { administers, operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime()
const Id = z.uuid('must be the id of a webhook')
const Kind = z.enum(['json', 'slack', 'teams', 'discord'])
/** All events of webhooks. */
const Event = z.enum([
  'base.broke',
  'base.culprit',
  'test.became-flaky',
  'test.recovered',
  'execution.settled',
])

const Events = z
  .array(Event)
  .min(1)
  .max(20)
  .describe(
    '`base.broke`: the first failed run of the default branch after a passed run. `base.culprit`: the commit that ' +
      'broke it, when `svc bisect` has found it. `test.became-flaky` and ' +
      '`test.recovered`: changes of monitors, one message for all tests of an execution. `execution.settled`: every ' +
      'settled execution.',
  )

const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: Kind,
  address: z
    .string()
    .describe(
      'The host and the last characters. The full address is secret, because it allows writing there.',
    ),
  events: z.array(Event),
  project: z.string().nullable().describe('Slug of the only project whose events it receives; null: all.'),
  createdAt: Time,
  failingSince: Time.nullable().describe(
    'Time since which no delivery has succeeded; null if the last one succeeded.',
  ),
  disabledAt: Time.nullable().describe('Set if the webhook is disabled.'),
  disabledBecause: z.string().nullable(),
})

const Delivery = z.object({
  id: z.uuid().describe('The header `Svc-Delivery`, equal for every attempt.'),
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  createdAt: Time,
  nextAttemptAt: Time.nullable().describe('Null if no further attempt follows.'),
  endedAt: Time.nullable(),
  status: z.number().nullable().describe('HTTP status of the last response; null if no response arrived.'),
  problem: z.string().nullable().describe('Why the last attempt failed.'),
})

const Name = z.string().trim().min(1).max(100)

export const notificationOperations = operations({
  listWebhooks: {
    summary: 'Lists webhooks, newest first.',
    method: 'GET',
    path: '/api/webhooks',
    ...administers,
    input: z.strictObject(pageParameters),
    output: pageOf(Webhook),
  },
  createWebhook: {
    summary:
      'Creates a webhook that sends events to an address. An organization has at most 20 webhooks. Only this response contains the secret that signs the messages.',
    method: 'POST',
    path: '/api/webhooks',
    ...administers,
    input: z.strictObject({
      name: Name,
      url: z
        .string()
        .max(2_000)
        .describe(
          'Address that receives the messages by POST. It must be a public https address unless the server allows others (`SVC_WEBHOOKS_PRIVATE`).',
        ),
      kind: Kind.default('json').describe(
        'The receiver: your own program, an incoming webhook of Slack, a workflow of Teams, or a webhook of a Discord channel.',
      ),
      events: Events.optional().describe('Absent: base.broke and test.became-flaky.'),
      project: ProjectSlug.optional().describe(
        'Slug of the only project whose events are sent; absent: all.',
      ),
    }),
    output: Webhook.extend({
      secret: z
        .string()
        .nullable()
        .describe(
          'Signs the messages: `Svc-Signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`. Null for Slack, Teams and Discord, which check no signature.',
        ),
    }),
  },
  updateWebhook: {
    summary:
      'Changes the name or events of a webhook, or disables or enables it. Absent fields stay unchanged.',
    method: 'POST',
    path: '/api/webhooks/:id',
    ...administers,
    input: z.strictObject({
      id: Id,
      name: Name.optional(),
      events: Events.optional(),
      enabled: z
        .boolean()
        .optional()
        .describe('true also enables a webhook that the server disabled after failures.'),
    }),
    output: Webhook,
  },
  deleteWebhook: {
    summary: 'Deletes a webhook and its pending deliveries.',
    method: 'DELETE',
    path: '/api/webhooks/:id',
    ...administers,
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  testWebhook: {
    summary: 'Sends one test message, waits up to 10 s, and returns the delivery.',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    ...administers,
    input: z.strictObject({ id: Id }),
    output: Delivery,
  },
  listDeliveries: {
    summary:
      'Lists past and pending deliveries of a webhook, newest first. They are kept for 7 days after they end.',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    ...administers,
    object: { kind: 'webhook', parameter: 'id' },
    input: z.strictObject({ id: Id, ...pageParameters }),
    output: pageOf(Delivery),
  },
  resendDeliveries: {
    summary:
      'Sends deliveries of a webhook again: one in any state, or all that failed. Tests are resent only by id. Each keeps its `Svc-Delivery` and is retried like a new one.',
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/resend',
    ...administers,
    input: z.strictObject({
      id: Id,
      delivery: z
        .uuid('must be the id of a delivery')
        .optional()
        .describe('Id of a delivery; absent: all that failed.'),
    }),
    output: z.object({ queued: z.number() }),
  },
})
