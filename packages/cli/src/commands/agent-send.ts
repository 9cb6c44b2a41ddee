import { LIMITS } from '@svc/protocol'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { oneLine } from '../terminal/text.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, URL_OPTION } from './options.ts'

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
