import { nearest } from '@svc/client/cli'
import { Command, InvalidArgumentError } from 'commander'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, text } from '../terminal/print.ts'
import { toJson } from '../terminal/to-json.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, URL_OPTION } from './options.ts'

interface Options {
  agent?: string
  url?: string
}

const MANUAL: Manual = {
  text: `Calls an operation of the API, and prints the data of its answer. With it, an agent without MCP
does everything that has no command of its own: tasks, leases, proposals. The page /docs/api of the server describes
the operations; without an operation, the command lists their names.

The input is one JSON object with all parameters of the operation. If the rate limit of the key is reached, the command
waits and says so.`,
  examples: [
    [`npx --no svc api listTasks '{"status":"open","assignedTo":"fixer"}'`, 'tasks of an agent'],
    [`npx --no svc api claimTask '{"id":"0198a000-…","minutes":30}'`, 'begin one'],
    [`npx --no svc api updateTask '{"id":"0198a000-…","status":"done"}'`, 'end it'],
    ['npx --no svc api', 'all operations'],
  ],
  json: 'The data of the answer, as without the option.',
  environment: AGENT_ENVIRONMENT,
  seeAlso: ['agent inbox', 'agent send', 'failures'],
}

const inputFrom = (json: string): object => {
  try {
    const input: unknown = JSON.parse(json)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch {}
  throw new InvalidArgumentError(`Give one JSON object, such as '{"status":"open"}'.`)
}

/** `svc api`: any operation of the API. */
export const apiCommand = (call: Call): Command =>
  new Command('api')
    .description('call any operation of the API')
    .argument('[operation]', 'its name, such as listTasks', nameFrom)
    .argument('[input]', 'its parameters as a JSON object', inputFrom)
    .option('--agent <name>', 'name of the agent that calls (default: SVC_AGENT)', nameFrom)
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document, also of an error')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, input: object = {}, options: Options, self: Command) => {
      const [{ OPERATIONS }, { connect }, { askPatiently }] = await Promise.all([
        import('@svc/api'),
        import('../server/connect.ts'),
        import('../server/ask-patiently.ts'),
      ])
      const rows = rowsOf(OPERATIONS)
      if (name === undefined) return print(call, rows, () => text(rows.map(lineOf)))
      const names = rows.map(({ operation }) => operation)
      if (!names.includes(name)) {
        const meant = nearest(name, names)
        self.error(`error: unknown operation '${name}'${meant ? `\n(Did you mean ${meant}?)` : ''}`, {
          exitCode: 2,
        })
      }
      const { url } = options
      const connection = await connect(call, url === undefined ? {} : { url })
      const agent = actingAgent(call, options)
      const headers = agent === undefined ? {} : { 'Svc-Agent': agent }
      const { data, nextCursor } = await askPatiently(call, connection, (client: object) =>
        ((client as Record<string, Operation>)[name] as Operation)(input, { headers }),
      )
      call.stdout.write(`${toJson(data, 2)}\n`)
      if (nextCursor) say(call, 'svc: ', `More follow: add "cursor": ${toJson(nextCursor)} to the input.`)
    })

type Operation = (
  input: object,
  options: { headers: Record<string, string> },
) => Promise<{ data: unknown; nextCursor: string | null }>

interface Row {
  operation: string
  method: string
  path: string
}

/** Operations whose answer is JSON; `svc artifact` and `svc agent listen` read files and streams. */
const rowsOf = (operations: Record<string, { method?: string; path: string; answer?: string }>): Row[] =>
  Object.entries(operations)
    .filter(([, { answer }]) => answer !== 'bytes')
    .map(([operation, { method = 'GET', path }]) => ({ operation, method, path }))
    .sort((one, other) => (one.operation < other.operation ? -1 : 1))

const lineOf = ({ operation, method, path }: Row): string =>
  `${operation.padEnd(24)} ${method.padEnd(6)} ${path}`
