import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime()
const Id = z.uuid('takes the id of a webhook')
const Kind = z.enum(['json', 'slack', 'teams'])
/** Everything a webhook may be told of. */
const Event = z.enum(['base.broke', 'test.became-flaky', 'test.recovered', 'execution.settled'])

const Events = z
  .array(Event)
  .min(1)
  .max(20)
  .describe(
    '`base.broke`: the first run of the default branch that failed after one that passed. `test.became-flaky` and ' +
      '`test.recovered`: what monitors found, one message for all tests of an execution. `execution.settled`: every ' +
      'execution.',
  )

const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: Kind,
  address: z.string().describe('Its host and its last characters: whoever has the whole may write there.'),
  events: z.array(Event),
  project: z.string().nullable().describe('Slug of the one project it is told of; null: all.'),
  createdAt: Time,
  failingSince: Time.nullable().describe('Since when no delivery succeeded; null where the last one did.'),
  disabledAt: Time.nullable().describe('Set where nothing is sent any more.'),
  disabledBecause: z.string().nullable(),
})

const Delivery = z.object({
  id: z.uuid().describe('The header `Svc-Delivery`, the same at every attempt.'),
  event: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  createdAt: Time,
  nextAttemptAt: Time.nullable().describe('Null where there will be none.'),
  endedAt: Time.nullable(),
  status: z.number().nullable().describe('HTTP status of the last answer; null where there was none.'),
  problem: z.string().nullable().describe('Why the last attempt failed.'),
})

const access = { role: 'admin', scope: 'admin' } as const
const Name = z.string().trim().min(1).max(100)

export const notificationOperations = operations({
  listWebhooks: {
    summary: 'Who is told when something happens, newest first.',
    method: 'GET',
    path: '/api/webhooks',
    ...access,
    input: z.strictObject(pageParameters),
    output: pageOf(Webhook),
  },
  createWebhook: {
    summary:
      'Tells an address when something happens; an organization has at most 20. The secret that signs what is sent is in this answer only.',
    method: 'POST',
    path: '/api/webhooks',
    ...access,
    input: z.strictObject({
      name: Name,
      url: z
        .string()
        .max(2_000)
        .describe(
          'Where messages are sent by POST. It takes https and an address of the internet, unless the server is set to take others (`SVC_WEBHOOKS_PRIVATE`).',
        ),
      kind: Kind.default('json').describe(
        'What receives them: a program of your own, an incoming webhook of Slack, or a workflow of Teams.',
      ),
      events: Events.optional().describe('Absent: base.broke and test.became-flaky.'),
      project: ProjectSlug.optional().describe('Slug of the one project to tell of; absent: all.'),
    }),
    output: Webhook.extend({
      secret: z
        .string()
        .nullable()
        .describe(
          'Signs what is sent: `Svc-Signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`. Null for Slack and Teams, which look at none.',
        ),
    }),
  },
  updateWebhook: {
    summary: 'Changes what a webhook is called and told of, or turns it off and on; what is absent stays.',
    method: 'POST',
    path: '/api/webhooks/:id',
    ...access,
    input: z.strictObject({
      id: Id,
      name: Name.optional(),
      events: Events.optional(),
      enabled: z.boolean().optional().describe('true also takes up one that was disabled for failing.'),
    }),
    output: Webhook,
  },
  deleteWebhook: {
    summary: 'Removes a webhook with what is on its way to it.',
    method: 'DELETE',
    path: '/api/webhooks/:id',
    ...access,
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  testWebhook: {
    summary: 'Sends a message that says it is a test, once, waits up to 10 s, and tells how that went.',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    ...access,
    input: z.strictObject({ id: Id }),
    output: Delivery,
  },
  listDeliveries: {
    summary: 'What a webhook was sent and is to be sent, newest first. Kept for 7 days after it ended.',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    ...access,
    input: z.strictObject({ id: Id, ...pageParameters }),
    output: pageOf(Delivery),
  },
})
