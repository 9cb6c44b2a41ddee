import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { AgentNamed } from './agents.ts'

const Time = z.iso.datetime()
export const ActingAgent = AgentNamed.optional().describe(
  'Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential.',
)
const Id = z.uuid('must be the id of a message')
const Status = z.enum(['pending', 'delivered', 'read', 'failed'])

const MessageType = z.enum(['message', 'task', 'result', 'alert', 'knowledge', 'curator'])
const MessagePriority = z.enum(['low', 'normal', 'high', 'urgent'])
/** A topic of messages. */
const Channel = z.string().trim().min(1).max(200)

const BusMessage = z
  .object({
    id: z.uuid(),
    sequence: z.number().describe('In the inbox of its recipient, from 1. Within a priority, its order.'),
    from: z.object({
      id: z.uuid().nullable().describe('Null for the server, and for a deleted agent.'),
      name: z.string().describe('`svc` for the server.'),
      displayName: z.string().nullable(),
      instance: z.string().nullable(),
    }),
    to: z.object({ id: z.uuid().nullable().describe('Null for a deleted agent.'), name: z.string() }),
    message: z
      .string()
      .nullable()
      .describe('Exactly as sent. Null if the server cannot prove that; then `problem` says why.'),
    type: MessageType,
    priority: MessagePriority,
    channel: z.string().nullable(),
    replyTo: z.uuid().nullable(),
    thread: z.uuid().describe('The first message of its thread.'),
    clientMessageId: z.string().nullable(),
    status: Status.describe(
      '`delivered`: a live channel of the recipient acknowledged it. `failed`: see `problem`.',
    ),
    problem: z.string().nullable(),
    signature: z.object({
      authenticity: z
        .enum(['authentic', 'changed', 'unverifiable'])
        .describe(
          '`changed`: not as it was sent. `unverifiable`: its key is gone, or the server has another secret.',
        ),
      value: z.string().describe('HMAC-SHA256 of `from:to:message:timestamp` in UTF-8, hex.'),
      keyId: z.uuid(),
      timestamp: z.number().describe('Milliseconds since the epoch.'),
      by: z.enum(['server', 'agent']),
    }),
    createdAt: Time,
    deliveredAt: Time.nullable(),
    readAt: Time.nullable(),
    failedAt: Time.nullable(),
    expiresAt: Time.nullable(),
    shownCharacters: z
      .number()
      .describe('Of its beginning, shown by svc_agent_inbox with mark_read, which goes on after them.'),
  })
  .meta({ id: 'BusMessage' })

/** Agents may tell each other secrets: only people read mail that is not theirs. */
const admins = { person: true, role: 'admin', scope: 'bus' } as const

export const messageOperations = operations({
  sendMessage: {
    summary:
      'Sends a message to an agent. It is stored when this responds. The server signs it with the key of the sender, unless the caller sends a signature. CONFLICT if the recipient is archived or its inbox is full: then nothing is sent.',
    method: 'POST',
    path: '/api/bus/messages',
    ...writesBus,
    input: z.strictObject({
      agent: ActingAgent,
      to: AgentNamed.describe('Name or id of the recipient.'),
      message: z.string().min(1).describe(`At most ${LIMITS.busMessageBytes} bytes in UTF-8.`),
      type: MessageType.default('message'),
      priority: MessagePriority.default('normal').describe(
        '`urgent` precedes every other message, `high` precedes `normal`, `normal` precedes `low`.',
      ),
      channel: Channel.optional(),
      replyTo: Id.optional().describe('A message that the sender sent or received.'),
      clientMessageId: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Sending again with the same id is one message; with other content it is a CONFLICT.'),
      expiresInSeconds: wholeNumber(1, 7_776_000)
        .optional()
        .describe('The message fails if nobody has received it by then.'),
      timestamp: z
        .int()
        .optional()
        .describe(
          'Time of the signature, milliseconds since the epoch; at most 5 minutes from the current time.',
        ),
      keyId: z.uuid().toLowerCase().optional().describe('The signing key.'),
      signature: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be an HMAC-SHA256 as 64 lower-case hex digits')
        .optional()
        .describe('HMAC-SHA256 of `from:to:message:timestamp`, with the names of both agents.'),
    }),
    output: BusMessage.extend({
      isRepeat: z.boolean().describe('True if an earlier request with this clientMessageId sent it.'),
    }),
  },
  listMessages: {
    summary: 'Lists or searches the mail of an agent, sent and received, newest first.',
    method: 'GET',
    path: '/api/bus/messages',
    ...readsBus,
    input: z.strictObject({
      agent: ActingAgent,
      q: z
        .string()
        .max(1_000)
        .optional()
        .describe(
          'Words that a message has, all of them. A page may be shorter than the limit although more follow.',
        ),
      thread: Id.optional(),
      channel: z.string().max(200).optional(),
      from: z.string().max(100).optional().describe('Name of the sender.'),
      status: Status.optional(),
      ...pageParameters,
    }),
    output: pageOf(BusMessage),
  },
  listOrganizationMessages: {
    summary:
      'Lists the messages of all agents of the organization, newest first, for an admin who oversees them. It changes no status. An admin can take over any agent, so this gives no further right; keys never have it.',
    method: 'GET',
    path: '/api/bus/mail',
    ...admins,
    input: z.strictObject({
      agent: AgentNamed.optional().describe('Only what this agent sent or received.'),
      thread: Id.optional(),
      status: Status.optional().describe('`failed`: messages that never arrived.'),
      ...pageParameters,
    }),
    output: pageOf(BusMessage),
  },
  getMessage: {
    summary: 'Returns a message that the agent sent or received.',
    method: 'GET',
    path: '/api/bus/messages/:id',
    ...readsBus,
    input: z.strictObject({ id: Id, agent: ActingAgent }),
    output: BusMessage,
  },
  readInbox: {
    summary:
      'Returns the inbox of an agent: urgent messages first, then high, normal and low ones, each in their order. It changes no status. With waitMs, it responds when a message is there.',
    method: 'GET',
    path: '/api/bus/inbox',
    ...readsBus,
    input: z.strictObject({
      agent: ActingAgent,
      status: z.enum(['pending', 'delivered', 'read', 'failed', 'all']).default('pending'),
      limit: wholeNumber(1, 200).default(10),
      after: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Only messages with a larger sequence number, in the order of these numbers.'),
      waitMs: wholeNumber(0, 50_000)
        .default(0)
        .describe('If there is no message, how long to wait for one, milliseconds.'),
      cursor: pageParameters.cursor,
    }),
    output: z.object({
      agent: z.object({ id: z.uuid(), name: z.string(), displayName: z.string().nullable() }),
      total: z.number().describe('All messages of this status.'),
      messages: z.array(BusMessage),
      nextCursor: z.string().nullable(),
    }),
  },
  markMessagesRead: {
    summary: 'Marks messages of an inbox as read. Unknown ids, read messages and failed ones are skipped.',
    method: 'POST',
    path: '/api/bus/inbox/read',
    ...writesBus,
    input: z.strictObject({
      agent: ActingAgent,
      ids: z.array(Id).max(200).default([]),
      partOf: Id.optional().describe(
        'A message of which only the beginning was shown. It stays unread, and the inbox over MCP goes on after `characters`.',
      ),
      characters: wholeNumber(0, LIMITS.busMessageBytes).default(0),
    }),
    output: z.object({ marked: z.number() }),
  },
})
