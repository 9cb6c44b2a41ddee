import { Command, InvalidArgumentError, Option } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { dateOfText } from '../reports/date-of-name.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { print, text } from '../terminal/print.ts'
import { oneLine, plainName, quotedName } from '../terminal/text.ts'
import { nameFrom, numberFrom, URL_OPTION } from './options.ts'

const ROLES = ['viewer', 'editor', 'admin'] as const
const SCOPES = ['ingest', 'read', 'knowledge', 'bus', 'admin'] as const

/** What happens to the credentials that a revoked key created. */
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

const ADMIN = `SVC_API_KEY must be a key with the role admin and the scope admin.
The key that the first start prints is none. An admin creates keys without one in the
dashboard (Settings, Keys), or next to the server's data with its own command: npx
@svc/server keys create <name>, npx -y pnpm@12 svc-server keys create <name> in a clone,
or docker compose exec svc svc-server keys create <name> with a container.`

/** Keys belong to the organization, not to a project. */
const NO_PROJECT = { SVC_PROJECT: undefined }

const GROUP: Manual = {
  text: `Reporters, CI jobs and this command authenticate with an API key. The server prints the
first key, for CI, when it first starts.
${ADMIN}`,
  examples: [
    ['npx --no svc keys create ci --project shop', 'a key for the CI of one project'],
    ['npx --no svc keys list', 'all keys, and when each was last used'],
    ['npx --no svc keys revoke ci', 'after a key has leaked'],
  ],
  environment: NO_PROJECT,
  seeAlso: ['keys list', 'keys create', 'keys revoke'],
}

const LIST: Manual = {
  text: `Lists the organization's keys, newest first, without revoked ones. Expired keys are marked.
The server stores only a hash of each key, so the list shows no values.
${ADMIN}`,
  examples: [['npx --no svc keys list', 'all keys']],
  json: `An array, the data of GET /api/keys:
[{ "id", "name", "hint", "role", "scopes", "project", "createdBy",
   "owner", "createdAt", "expiresAt",
   "state": "active" | "expired", "lastUsedAt" }]`,
  environment: NO_PROJECT,
  seeAlso: ['keys create', 'keys revoke'],
}

const CREATE: Manual = {
  text: `Creates a key and prints its value. The value is shown only once. A CI key needs
the role editor and the scope ingest. It also needs the scope read if the job compares results.
${ADMIN}`,
  examples: [
    ['npx --no svc keys create ci --project shop', 'a key for the CI of one project'],
    ['npx --no svc keys create screen --role viewer --expires 90', 'read-only, expires in 90 days'],
    ['npx --no svc keys create ci --json | jq -r .value > key', 'only the value, for a CI secret'],
  ],
  json: 'The data of POST /api/keys: the fields that list prints, and "value".',
  environment: NO_PROJECT,
  seeAlso: ['keys list', 'keys revoke', 'doctor'],
}

const REVOKE: Manual = {
  text: `Revokes a key immediately and permanently. Name the key by its id, name or hint, as list
shows them. If several keys have the same name, use the id. If the key created other
credentials that still work, the server lists them and requires --credentials. With revoke,
it revokes them too. With keep, it transfers them to the key in SVC_API_KEY.
${ADMIN}`,
  examples: [
    ['npx --no svc keys revoke ci', 'asks for confirmation'],
    ['npx --no svc keys revoke setup --credentials revoke', 'also revokes what the key created'],
  ],
  json: `The data of DELETE /api/keys/:id:
{ "id", "revokedAt", "kept", "ended" }. Needs --yes.`,
  environment: NO_PROJECT,
  seeAlso: ['keys list'],
}

/** `svc keys`: manages the organization's API keys. */
export const keysCommand = (call: Call): Command => {
  const group = new Command('keys')
    .description('list, create and revoke API keys')
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
  command.option(...URL_OPTION).option('--json', 'print one JSON document')

const listCommand = (call: Call): Command =>
  withOptions(new Command('list').description('list API keys'))
    .addHelpText('after', manualText(LIST))
    .action(async (options: { url?: string }) => {
      const { keysText } = await import('../views/keys.ts')
      const keys = await allKeys(await connectTo(call, options))
      print(call, keys, (screen) => keysText(keys, screen))
    })

const createCommand = (call: Call): Command =>
  withOptions(new Command('create').description('create a key and print its value once'))
    .argument('<name>', 'a name that says what the key is for', nameFrom)
    .addOption(new Option('--role <role>', 'role of the key (default: editor)').choices(ROLES))
    .addOption(
      new Option('--scope <scope>', "one of the role's scopes, repeatable (default: all except admin)")
        .choices(SCOPES)
        .argParser(collectScope),
    )
    .option('--project <slug>', 'the only project the key can access (default: all)', nameFrom)
    .option('--expires <when>', 'number of days, or a date (default: never)', toTime(call.now))
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
          'The value of the key is shown only once:',
          '',
          `SVC_API_KEY=${data.value}`,
        ]),
      )
    })

const revokeCommand = (call: Call): Command =>
  withOptions(new Command('revoke').description('revoke a key permanently'))
    .argument('<key>', 'its id, name or hint')
    .addOption(
      new Option('--credentials <choice>', 'keep or revoke credentials that the key created').choices(
        CHOICES,
      ),
    )
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', manualText(REVOKE))
    .action(async (name: string, options: RevokeOptions) => {
      const connection = await connectTo(call, options)
      const key = pick(await allKeys(connection), name)
      if (
        !options.yes &&
        !(await isConfirmed(
          call,
          `Revoke the key ${quotedName(key.name)} (${oneLine(key.hint)}) permanently?`,
        ))
      )
        return void call.stdout.write('not revoked\n')
      const { data } = await connection.ask((client) =>
        client.revokeKey({ id: key.id, credentials: options.credentials }),
      )
      const { kept, ended } = data
      const settled = kept + ended > 0 ? [`credentials that it created: ${ended} revoked, ${kept} kept`] : []
      print(call, data, () => text([`revoked: ${plainName(key.name)} (${oneLine(key.hint)})`, ...settled]))
    })

const connectTo = async (call: Call, { url }: { url?: string }) => {
  const { connect } = await import('../server/connect.ts')
  return connect(call, url === undefined ? {} : { url })
}

const allKeys = (connection: Awaited<ReturnType<typeof connectTo>>) =>
  connection.ask(async (client) => {
    const keys = []
    for await (const key of client.all('listKeys', { limit: 200 })) keys.push(key)
    return keys
  })

type Key = Awaited<ReturnType<typeof allKeys>>[number]

const pick = (keys: Key[], name: string): Key => {
  const exact = keys.filter(({ id, hint }) => id === name || hint === name)
  const [match, ...others] = exact.length > 0 ? exact : keys.filter((key) => key.name === name)
  if (!match)
    throw new Refusal(`no key found with the id, name or hint ${name}`, {
      code: 'NOT_FOUND',
      next: 'npx --no svc keys list',
    })
  if (others.length === 0) return match
  const ids = [match, ...others].map(({ id, hint }) => `${id} (${hint})`).join(', ')
  throw new Refusal(`${others.length + 1} keys have the name ${name}`, {
    code: 'AMBIGUOUS',
    next: `name one by its id: ${ids}`,
  })
}

/** Asks for confirmation on a terminal; without a terminal only `--yes` confirms. */
const isConfirmed = async (call: Call, question: string): Promise<boolean> => {
  const { stdin } = call
  if (!stdin?.isTTY || !call.stderr.isTTY || call.isJson)
    throw new Refusal('revoking cannot be undone, and no terminal is available to confirm it', {
      code: 'NOT_CONFIRMED',
      next: 'add --yes to confirm',
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
  throw new InvalidArgumentError('Give a number of days or a future date, such as 90 or 2031-12-31.')
}
