import type { Client } from '@svc/api'
import { LIMITS } from '@svc/protocol'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type Call, Refusal } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/messages.ts'
import { oneLine } from '../terminal/width.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, numberFrom, URL_OPTION } from './options.ts'

const TYPES = ['message', 'task', 'result', 'alert', 'knowledge', 'curator'] as const
const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const

interface SendOptions {
  agent?: string
  type?: (typeof TYPES)[number]
  priority?: (typeof PRIORITIES)[number]
  channel?: string
  replyTo?: string
  id?: string
  url?: string
}

const SEND: Manual = {
  text: `Sends a signed message to an agent. The server has stored the message when the command ends.
A dash instead of the text reads the message from standard input, without its last line feed.

With --id, sending again is safe: the server keeps one message, and answers with the first one. If
the rate limit of the key is reached, the command waits and says so.`,
  examples: [
    ['npx --no svc agent send fixer "checkout.test.ts is red on main"', 'a message to fixer'],
    ['npx --no svc agent send fixer - --priority urgent < report.txt', 'a file, before all other mail'],
    ['npx --no svc agent send planner "done" --reply-to 0198a000-…', 'an answer'],
  ],
  json: `The data of POST /api/bus/messages:
{ "id", "sequence", "from", "to", "message", "type", "priority", "channel",
  "replyTo", "thread", "status", "signature", "createdAt", "isRepeat", … }`,
  environment: AGENT_ENVIRONMENT,
  seeAlso: ['agent inbox', 'agent listen'],
}

/** `svc agent send`: one message to an agent. */
export const sendCommand = (call: Call): Command =>
  new Command('send')
    .description('send a message to an agent')
    .argument('<to>', 'name or id of the recipient', nameFrom)
    .argument('<message>', 'the text, or - for standard input')
    .option('--agent <name>', 'name of the sender (default: SVC_AGENT)', nameFrom)
    .addOption(new Option('--type <type>', 'kind of the message (default: message)').choices(TYPES))
    .addOption(new Option('--priority <priority>', 'its priority (default: normal)').choices(PRIORITIES))
    .option('--channel <name>', 'a topic', nameFrom)
    .option('--reply-to <id>', 'id of the message that this one answers', idFrom)
    .option('--id <text>', 'makes a repetition safe: the same id is one message', nameFrom)
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(SEND))
    .action(async (to: string, given: string, options: SendOptions) => {
      const [{ connect }, { askPatiently }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/ask-patiently.ts'),
      ])
      const { url, type, priority, channel, replyTo, id: clientMessageId } = options
      const message = given === '-' ? await readAll(call) : given
      if (message === '') throw new Refusal('the message is empty', { code: 'INVALID_REQUEST' })
      const connection = await connect(call, url === undefined ? {} : { url })
      const agent = actingAgent(call, options)
      const sending = { agent, to, message, type, priority, channel, replyTo, clientMessageId }
      const { data } = await askPatiently(call, connection, (client) => client.sendMessage(sending))
      const { from, isRepeat, status } = data
      print(call, data, () =>
        text([
          isRepeat
            ? `This id was sent before: nothing was sent again. Status: ${status}`
            : oneLine(`Sent from ${from.name} to ${data.to.name}: ${data.type}, ${data.priority}`),
          `Message ${data.id}`,
        ]),
      )
    })

const idFrom = (value: string): string => {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
    throw new InvalidArgumentError('Give the id of a message, as agent inbox prints it.')
  return value
}

/** Standard input as text. Throws a `Refusal` above the size of a message. */
const readAll = async ({ stdin }: Call): Promise<string> => {
  if (!stdin) throw new Refusal('there is no standard input to read from', { code: 'INVALID_REQUEST' })
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stdin) {
    pieces.push(Buffer.from(piece))
    bytes += pieces.at(-1)?.length ?? 0
    if (bytes > LIMITS.busMessageBytes + 1)
      throw new Refusal(`a message has at most ${LIMITS.busMessageBytes} bytes`, {
        code: 'PAYLOAD_TOO_LARGE',
        next: 'send the beginning, and say where the rest is',
      })
  }
  return Buffer.concat(pieces)
    .toString()
    .replace(/\r?\n$/, '')
}

const STATUSES = ['pending', 'delivered', 'read', 'failed', 'all'] as const

interface InboxOptions {
  agent?: string
  status?: (typeof STATUSES)[number]
  limit?: number
  markRead?: boolean
  timeout?: number
  url?: string
}

const INBOX: Manual = {
  text: `Prints the messages of an inbox: urgent ones first, then high, normal and low. Reading changes no
status; --mark-read marks the messages that were printed. With --timeout, the command waits for a
message if there is none. If the rate limit of the key is reached, the command waits and says so.`,
  examples: [
    ['npx --no svc agent inbox --agent fixer', 'what nobody has received yet'],
    ['npx --no svc agent inbox --mark-read --limit 50', 'read up to 50 messages'],
    ['npx --no svc agent inbox --status all --json', 'for a program'],
  ],
  json: `The data of GET /api/bus/inbox:
{ "agent", "total", "nextCursor",
  "messages": [{ "id", "sequence", "from", "message", … }] }`,
  environment: AGENT_ENVIRONMENT,
  seeAlso: ['agent send', 'agent listen'],
}

/** `svc agent inbox`: the messages of an agent. */
export const inboxCommand = (call: Call): Command =>
  new Command('inbox')
    .description('print the messages of an agent')
    .option('--agent <name>', 'name of the agent (default: SVC_AGENT)', nameFrom)
    .addOption(
      new Option('--status <status>', 'messages with this status (default: pending)').choices(STATUSES),
    )
    .option('--limit <count>', 'at most this many messages (default: 10)', numberFrom(1, 200))
    .option('--mark-read', 'mark the printed messages as read')
    .option(
      '--timeout <seconds>',
      'if the inbox is empty, wait up to this long for a message',
      numberFrom(1, 50),
    )
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document')
    .addHelpText('after', manualText(INBOX))
    .action(async (options: InboxOptions) => {
      const [{ connect }, { askPatiently }, { inboxText }] = await Promise.all([
        import('../server/connect.ts'),
        import('../server/ask-patiently.ts'),
        import('../views/agent.ts'),
      ])
      const { url, status = 'pending', limit, timeout } = options
      const connection = await connect(call, url === undefined ? {} : { url })
      const ask = <T>(question: (client: Client) => Promise<T>) => askPatiently(call, connection, question)
      const agent = actingAgent(call, options)
      const waitMs = timeout === undefined ? undefined : timeout * 1_000
      const { data } = await ask((client) => client.readInbox({ agent, status, limit, waitMs }))
      print(call, data, () => inboxText(data, status))
      const ids = data.messages.filter(isUnread).map(({ id }) => id)
      if (options.markRead && ids.length > 0)
        await ask((client) => client.markMessagesRead({ agent: data.agent.id, ids }))
    })

interface Shown {
  status: string
  message: string | null
  signature: { authenticity: string }
}

/** One that cannot be verified counts as shown, or it would stay on top of the inbox. */
const isUnread = ({ status, message, signature }: Shown): boolean =>
  signature.authenticity === 'unverifiable' ||
  (message !== null && (status === 'pending' || status === 'delivered'))
