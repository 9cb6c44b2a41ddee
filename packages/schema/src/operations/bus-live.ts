import { z } from 'zod'
import { operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ActingAgent } from './messages.ts'

const Time = z.iso.datetime()
/** An agent by its id or its name. */
const Agent = z.string().min(2).max(64).describe('Id or name of an agent.')

/** The id of an event of the stream. */
const Mark = z
  .string()
  .regex(
    /^[0-9a-f]{12}-\d{1,15}-\d{1,15}-\d{1,15}-\d{1,15}$/,
    'must be the id of an event of the stream, such as 9f3c2a71b04e-4-17-17-12',
  )

const Webhook = z.object({
  id: z.uuid(),
  agent: z.string().describe('Name of the agent.'),
  address: z
    .string()
    .describe(
      'The host and the last characters. The full address is secret, because it allows writing there.',
    ),
  createdAt: Time,
  failingSince: Time.nullable().describe(
    'Time since which no delivery has succeeded; null if the last one succeeded.',
  ),
  disabledAt: Time.nullable().describe('Set if the webhook is disabled; set its address again to enable it.'),
  disabledBecause: z.string().nullable(),
  retry: z
    .object({
      message: z.uuid().nullable().describe('Id of the message; null if it was deleted.'),
      attempts: z.number(),
      status: z
        .number()
        .nullable()
        .describe('HTTP status of the last response; null if no response arrived.'),
      problem: z.string().describe('Why the last attempt failed.'),
      nextAttemptAt: Time,
    })
    .nullable()
    .describe('The failed delivery that the server sends again next; null if none waits for that.'),
})

const DeadLetter = z.object({
  id: z.uuid().describe('The header `Svc-Delivery`, equal for every attempt.'),
  message: z.uuid().nullable().describe('Id of the message; null if it was deleted.'),
  from: z.string().nullable(),
  priority: z.enum(['urgent', 'high', 'normal', 'low']).nullable(),
  attempts: z.number(),
  createdAt: Time,
  endedAt: Time.nullable(),
  status: z.number().nullable().describe('HTTP status of the last response; null if no response arrived.'),
  problem: z.string().nullable().describe('Why the last attempt failed.'),
})

export const busLiveOperations = operations({
  acknowledgeMessages: {
    summary:
      'Acknowledges messages to the acting agent: pending ones become delivered. Others stay as they are. Counts as a read.',
    method: 'POST',
    path: '/api/bus/messages/ack',
    ...readsBus,
    input: z
      .strictObject({
        agent: ActingAgent,
        ids: z.array(z.uuid().toLowerCase()).min(1).max(1_000).optional().describe('Ids of messages.'),
        upTo: Mark.optional().describe(
          "The id of an event of the agent's own stream: everything up to it, in each priority.",
        ),
      })
      .refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), {
        message: 'must have either ids or upTo',
        path: ['ids'],
      }),
    output: z.object({ acknowledged: z.number().describe('Messages that were pending.') }),
  },
  getAgentWebhook: {
    summary: 'The webhook of an agent; null if it has none.',
    method: 'GET',
    path: '/api/bus/agents/:id/webhook',
    ...readsBus,
    input: z.strictObject({ id: Agent }),
    output: Webhook.nullable(),
  },
  setAgentWebhook: {
    summary:
      'Sets the address that receives messages to an agent, one message per POST. A 2xx response acknowledges the message. Replaces an earlier address and its secret. Pending messages are sent, too.',
    method: 'PUT',
    path: '/api/bus/agents/:id/webhook',
    ...writesBus,
    input: z.strictObject({
      id: Agent,
      url: z
        .string()
        .max(2_000)
        .describe(
          'It must be a public https address unless the server allows others (`SVC_WEBHOOKS_PRIVATE`).',
        ),
    }),
    output: Webhook.extend({
      secret: z
        .string()
        .describe(
          'Signs the requests: `Svc-Signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`. Only this response contains it.',
        ),
    }),
  },
  deleteAgentWebhook: {
    summary: 'Deletes the webhook of an agent with its deliveries. The messages stay in the inbox.',
    method: 'DELETE',
    path: '/api/bus/agents/:id/webhook',
    ...writesBus,
    input: z.strictObject({ id: Agent }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  listDeadLetters: {
    summary:
      'Lists messages that the webhook of an agent could not deliver, newest first. They are kept for 7 days; the messages stay in the inbox.',
    method: 'GET',
    path: '/api/bus/agents/:id/dead-letters',
    ...readsBus,
    input: z.strictObject({ id: Agent, ...pageParameters }),
    output: pageOf(DeadLetter),
  },
  resendDeadLetters: {
    summary:
      'Sends dead letters again: one, or all of the agent. Read and expired messages fail again at once.',
    method: 'POST',
    path: '/api/bus/agents/:id/dead-letters/resend',
    ...writesBus,
    input: z.strictObject({
      id: Agent,
      delivery: z.uuid().toLowerCase().optional().describe('Id of a dead letter; absent: all of them.'),
    }),
    output: z.object({ queued: z.number() }),
  },
})
