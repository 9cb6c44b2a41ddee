import type { Client } from '@svc/api'
import { Command, Option } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print } from '../terminal/print.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, numberFrom, URL_OPTION } from './options.ts'

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
