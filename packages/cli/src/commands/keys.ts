import { Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../refusal.ts'
import { dateOfText } from '../reports/date-of-name.ts'
import type { Call } from '../run.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { nameFrom, numberFrom } from './options.ts'

const ROLES = ['viewer', 'editor', 'admin'] as const
const SCOPES = ['ingest', 'read', 'knowledge', 'bus', 'admin'] as const

/** What becomes of what a key made. */
const CHOICES = ['keep', 'revoke'] as const

type Scope = (typeof SCOPES)[number]

interface CreateOptions {
  role?: (typeof ROLES)[number]
  scope?: Scope[]
  project?: string
  expires?: string
  url?: string
}

interface RevokeOptions {
  yes?: boolean
  credentials?: (typeof CHOICES)[number]
  url?: string
}

const ADMIN = 'SVC_API_KEY has to be a key with the role admin and the scope admin.'

/** They are of the whole organization. */
const NO_PROJECT = { SVC_PROJECT: undefined }

const GROUP: Manual = {
  text: `Reporters, CI and this command show the server a key. The first is printed when the server
starts for the first time; all others are made with create, or on the page of the organization.
${ADMIN}`,
  examples: [
    ['npx @svc/cli keys create ci --project shop', 'a key for the CI of one project'],
    ['npx @svc/cli keys list', 'what keys there are, and when they were used'],
    ['npx @svc/cli keys revoke ci', 'when it is known to others'],
  ],
  environment: NO_PROJECT,
  seeAlso: ['keys list', 'keys create', 'keys revoke'],
}

const LIST: Manual = {
  text: `The keys of the organization that are not revoked, the newest first. Keys that are expired
are marked so. Their values are known to nobody: the server keeps a hash. ${ADMIN}`,
  examples: [['npx @svc/cli keys list', 'all keys']],
  json: `An array, as GET /api/keys has it under data:
[{ "id", "name", "hint", "role", "scopes", "project", "createdBy",
   "owner", "createdAt", "expiresAt",
   "state": "active" | "expired", "lastUsedAt" }]`,
  environment: NO_PROJECT,
  seeAlso: ['keys create', 'keys revoke'],
}

const CREATE: Manual = {
  text: `Makes a key and prints its value, which is shown this once. ${ADMIN} A key for CI needs
the role editor and the scope ingest, and read where its results are compared.`,
  examples: [
    ['npx @svc/cli keys create ci --project shop', 'for the CI of one project'],
    ['npx @svc/cli keys create screen --role viewer --expires 90', 'only reads, ends in 90 days'],
    ['npx @svc/cli keys create ci --json | jq -r .value > key', 'the value alone, for a secret of CI'],
  ],
  json: 'As POST /api/keys has it under data: what list tells of a key, and "value".',
  environment: NO_PROJECT,
  seeAlso: ['keys list', 'keys revoke', 'doctor'],
}

const REVOKE: Manual = {
  text: `Ends a key at once and for good. It is named by its id, its name or its hint, which list
shows; where several have the name, by its id. If the key made others that still work, the
server lists them and asks for --credentials: revoke ends them too, keep makes the key in
SVC_API_KEY answer for them. ${ADMIN}`,
  examples: [
    ['npx @svc/cli keys revoke ci', 'asks before it does'],
    ['npx @svc/cli keys revoke setup --credentials revoke', 'with all that it made'],
  ],
  json: `As DELETE /api/keys/:id has it under data:
{ "id", "revokedAt", "kept", "ended" }. Needs --yes.`,
  environment: NO_PROJECT,
  seeAlso: ['keys list'],
}

/** `svc keys`: API keys of the organization. */
export const keysCommand = (call: Call): Command => {
  const group = new Command('keys')
    .description('list, make and revoke API keys')
    .addHelpText('after', manualText(GROUP))
  for (const command of [listCommand(call), createCommand(call), revokeCommand(call)])
    group.addCommand(command)
  return group
}

const collectScope = (value: string, before: Scope[] = []): Scope[] => {
  const scope = SCOPES.find((each) => each === value)
  if (!scope) throw new InvalidArgumentError(`Allowed choices are ${SCOPES.join(', ')}.`)
  return [...before, scope]
}

const withOptions = (command: Command) =>
  command
    .option('--url <address>', 'address of the server (default: SVC_URL, else http://127.0.0.1:4700)')
    .option('--json', 'print one JSON document instead of lines')

const listCommand = (call: Call): Command =>
  withOptions(new Command('list').description('list the keys that are not revoked'))
    .addHelpText('after', manualText(LIST))
    .action(async (options: { url?: string }) => {
      const { keysText } = await import('../views/keys.ts')
      const keys = await allKeys(await connectTo(call, options))
      print(call, keys, (screen) => keysText(keys, screen))
    })

const createCommand = (call: Call): Command =>
  withOptions(new Command('create').description('make a key and print its value, this once'))
    .argument('<name>', 'what it is for', nameFrom)
    .addOption(new Option('--role <role>', 'what it may do (default: editor)').choices(ROLES))
    .addOption(
      new Option(
        '--scope <scope>',
        'only this of what the role may, may be given several times (default: all but admin)',
      )
        .choices(SCOPES)
        .argParser(collectScope),
    )
    .option('--project <slug>', 'the one project it sees (default: all)', nameFrom)
    .option('--expires <when>', 'in so many days, or on a date (default: never)', toTime(call.now))
    .addHelpText('after', manualText(CREATE))
    .action(async (name: string, options: CreateOptions) => {
      const { role, scope, project, expires: expiresAt } = options
      const connection = await connectTo(call, options)
      const { data } = await connection.ask((client) =>
        client.createKey({ name, role, scopes: scope, project, expiresAt }),
      )
      const { keysText } = await import('../views/keys.ts')
      print(call, data, (screen) =>
        text([
          keysText([data], screen),
          'Its value, which is shown this once:',
          '',
          `SVC_API_KEY=${data.value}`,
        ]),
      )
    })

const revokeCommand = (call: Call): Command =>
  withOptions(new Command('revoke').description('end a key for good'))
    .argument('<key>', 'its id, name or hint')
    .addOption(new Option('--credentials <choice>', 'what becomes of what the key made').choices(CHOICES))
    .option('-y, --yes', 'do not ask')
    .addHelpText('after', manualText(REVOKE))
    .action(async (name: string, options: RevokeOptions) => {
      const connection = await connectTo(call, options)
      const key = pick(await allKeys(connection), name)
      if (!options.yes && !(await isConfirmed(call, `Revoke the key "${key.name}" (${key.hint}) for good?`)))
        return void call.stdout.write('not revoked\n')
      const { data } = await connection.ask((client) =>
        client.revokeKey({ id: key.id, credentials: options.credentials }),
      )
      const { kept, ended } = data
      const settled =
        kept + ended > 0 ? [`of what it made, ${ended} ended with it and ${kept} still work`] : []
      print(call, data, () => text([`revoked: ${key.name} (${key.hint})`, ...settled]))
    })

const connectTo = async (call: Call, { url }: { url?: string }) => {
  const { connect } = await import('../server/connect.ts')
  return connect(call, url === undefined ? {} : { url })
}

type Connection = Awaited<ReturnType<typeof connectTo>>

const allKeys = (connection: Connection) =>
  connection.ask(async (client) => {
    const keys = []
    for await (const key of client.all('listKeys', { limit: 200 })) keys.push(key)
    return keys
  })

type Key = Awaited<ReturnType<typeof allKeys>>[number]

const pick = (keys: Key[], name: string): Key => {
  const exact = keys.filter(({ id, hint }) => id === name || hint === name)
  const [found, ...others] = exact.length > 0 ? exact : keys.filter((key) => key.name === name)
  if (!found)
    throw new Refusal(`there is no key ${name}`, { code: 'NOT_FOUND', next: 'npx @svc/cli keys list' })
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id, hint }) => `${id} (${hint})`).join(', ')
  throw new Refusal(`${others.length + 1} keys have the name ${name}`, {
    code: 'AMBIGUOUS',
    next: `name one by its id: ${ids}`,
  })
}

/** Asks a person; where there is none, only `--yes` says it. */
const isConfirmed = async (call: Call, question: string): Promise<boolean> => {
  const { stdin } = call
  if (!stdin?.isTTY || !call.stderr.isTTY || call.isJson)
    throw new Refusal('it cannot be undone, and there is no terminal to ask', {
      code: 'NOT_CONFIRMED',
      next: 'give --yes',
    })
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: stdin })
  call.stderr.write(`${question} [y/N] `)
  try {
    return /^y(?:es)?$/i.test((await lines.question('')).trim())
  } finally {
    lines.close()
  }
}

const DAY_MS = 86_400_000

const toTime = (now: () => number) => (given: string) => {
  if (/^\d+$/.test(given)) return new Date(now() + numberFrom(1, 3_650)(given) * DAY_MS).toISOString()
  const time = dateOfText(given)
  if (time !== undefined && time > now()) return new Date(time).toISOString()
  throw new InvalidArgumentError('It takes a number of days or a later date, as 90 or 2031-12-31.')
}
