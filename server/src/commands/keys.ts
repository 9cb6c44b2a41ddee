import { existsSync } from 'node:fs'
import { keyOperations } from '@svc/schema'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../config.ts'
import { FIRST_ORGANIZATION } from '../identity/bootstrap.ts'
import { createKey } from '../identity/create-key.ts'
import { listKeys } from '../identity/list-keys.ts'
import { revokeKey } from '../identity/revoke-key.ts'
import { ROLES, SCOPES_OF_ROLE } from '../kernel/access.ts'
import { systemClock } from '../kernel/clock.ts'
import { CommandError } from '../kernel/command-error.ts'
import type { Context } from '../kernel/context.ts'
import { DURATION_FORM, parseDuration } from '../kernel/duration.ts'
import { openStore, type Store, sqliteFile } from '../store/open.ts'

type Environment = Record<string, string | undefined>

interface CreateOptions {
  organization: string
  role?: string
  scope?: string[]
  project?: string
  expires?: string
  json?: boolean
}

/** Adds `keys create | list | revoke`. Whoever can read the data is its admin, so no credential is asked for. */
export function addKeyCommands(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('API keys of an organization.')
  const organization = () => new Option('--organization <slug>', 'whose keys').default(FIRST_ORGANIZATION)

  keys
    .command('create <name>')
    .description('Makes a key and prints its value, which is shown this once.')
    .addOption(new Option('--role <role>', 'what it may do (default: editor)').choices(ROLES))
    .addOption(
      new Option('--scope <scope...>', 'what for (default: all its role has but admin)').choices(
        SCOPES_OF_ROLE.admin,
      ),
    )
    .option('--project <slug>', 'restricts it to one project')
    .option('--expires <when>', `${DURATION_FORM}, or a date: 2027-01-31`, expiryOf)
    .addOption(organization())
    .option('--json', 'prints all that is known of it as JSON')
    .action((name: string, options: CreateOptions) =>
      withStore(environment, options.organization, async (ctx) => {
        const input = keyOperations.createKey.input.safeParse({
          name,
          ...(options.role !== undefined && { role: options.role }),
          ...(options.scope && { scopes: options.scope }),
          ...(options.project !== undefined && { project: options.project }),
          ...(options.expires !== undefined && { expiresAt: options.expires }),
        })
        if (!input.success) throw new CommandError('<name> takes 1 to 100 characters.')
        const key = await createKey({ ctx, input: input.data })
        if (options.json) return print(JSON.stringify(key))
        print(key.value)
        process.stderr.write(
          `Key ${key.id} (${key.role}: ${key.scopes.join(', ')}) is made. Its value is shown this once.\n`,
        )
      }),
    )

  keys
    .command('list')
    .description('Lists the keys that are not revoked, newest first.')
    .addOption(organization())
    .option('--json', 'prints a JSON array')
    .action((options: { organization: string; json?: boolean }) =>
      withStore(environment, options.organization, async (ctx) => {
        const all = await allKeys(ctx)
        if (options.json) return print(JSON.stringify(all))
        print(table(all))
      }),
    )

  keys
    .command('revoke <id>')
    .description('Ends a key at once and for good; `keys list` shows the ids.')
    .addOption(organization())
    .action((id: string, options: { organization: string }) =>
      withStore(environment, options.organization, async (ctx) => {
        const { revokedAt } = await revokeKey({ ctx, input: { id } })
        print(`Key ${id} was revoked at ${revokedAt}.`)
      }),
    )
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** A moment from a duration or a date, as ISO 8601. */
function expiryOf(text: string): string {
  const ms = parseDuration(text)
  const at = ms === null ? Date.parse(text) : systemClock() + ms
  if (Number.isNaN(at) || !/^\d/.test(text))
    throw new InvalidArgumentError(`It takes ${DURATION_FORM}, or a date.`)
  return new Date(at).toISOString()
}

async function withStore(
  environment: Environment,
  slug: string,
  work: (ctx: Context) => Promise<void>,
): Promise<void> {
  const { store: address } = readConfig(environment)
  if ('folder' in address && !existsSync(sqliteFile(address.folder))) {
    throw new CommandError(
      `There is no database in ${address.folder}. Start the server once, or name its folder in SVC_DATA.`,
    )
  }
  const store = await openStore(address)
  try {
    await work(await machineContext(store, slug))
  } finally {
    await store.close()
  }
}

/** The context of whoever owns the machine: an admin of any organization on it. */
async function machineContext(store: Store, slug: string): Promise<Context> {
  const organizations = await store.lookup
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('deleted_at', 'is', null)
    .orderBy('slug')
    .execute()
  const organization = organizations.find((one) => one.slug === slug)
  if (!organization) {
    const choice = organizations.map((one) => one.slug).join(', ')
    throw new CommandError(
      choice
        ? `There is no organization ${slug} here; there is ${choice}.`
        : 'This database is empty. Start the server once; it makes the first organization and key.',
    )
  }
  return {
    store,
    clock: systemClock,
    baseUrl: '',
    caller: {
      organizationId: organization.id,
      credential: 'machine',
      apiKeyId: null,
      personId: null,
      role: 'admin',
      scopes: new Set(SCOPES_OF_ROLE.admin),
      projectId: null,
    },
  }
}

type Key = Awaited<ReturnType<typeof listKeys>>['items'][number]

async function allKeys(ctx: Context): Promise<Key[]> {
  const keys: Key[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listKeys>> = await listKeys({
      ctx,
      input: { limit: 200, ...(cursor !== null && { cursor }) },
    })
    keys.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return keys
}

function table(keys: Key[]): string {
  const rows = [
    ['ID', 'NAME', 'KEY', 'ROLE', 'SCOPES', 'PROJECT', 'LAST USED', 'EXPIRES'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.role,
      key.scopes.join(','),
      key.project ?? 'all',
      key.lastUsedAt ?? 'never',
      key.expiresAt ?? 'never',
    ]),
  ]
  const widths = (rows[0] as string[]).map((_, i) =>
    Math.max(...rows.map((row) => (row[i] as string).length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
