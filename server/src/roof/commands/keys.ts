import { keyOperations } from '@svc/schema/operations'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { ROLES, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import { systemClock } from '../../ground/kernel/clock.ts'
import { CommandError } from '../../ground/kernel/command-error.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { DURATION_FORM, parseDuration } from '../../ground/kernel/duration.ts'
import { createKey, revokeKey } from '../../people/identity/keys.ts'
import { listKeys } from '../../people/identity/list-keys.ts'
import {
  columns,
  type Environment,
  organizationOption,
  print,
  printJson,
  withOrganization,
} from './machine.ts'

interface CreateOptions {
  organization: string
  role?: string
  scope?: string[]
  project?: string
  expires?: string
  json?: boolean
}

/**
 * Adds `keys create | list | revoke`. Anyone who can read the data is its admin, so it requires no
 * credential.
 */
export function addKeyCommands(program: Command, environment: Environment): void {
  const keys = program.command('keys').description('API keys of an organization.')
  const organization = () => organizationOption('whose keys')

  keys
    .command('create <name>')
    .description('Creates a key and prints its value, which is shown only once.')
    .addOption(new Option('--role <role>', 'its role (default: editor)').choices(ROLES))
    .addOption(
      new Option('--scope <scope...>', 'its scopes (default: all of its role except admin)').choices(
        SCOPES_OF_ROLE.admin,
      ),
    )
    .option('--project <slug>', 'restricts it to one project')
    .option('--expires <when>', `${DURATION_FORM}, or a date: 2027-01-31`, expiryOf)
    .addOption(organization())
    .option('--json', 'prints the key with all details as JSON')
    .action((name: string, options: CreateOptions) =>
      withOrganization(environment, options.organization, async (ctx) => {
        const input = keyOperations.createKey.input.safeParse({
          name,
          ...(options.role !== undefined && { role: options.role }),
          ...(options.scope && { scopes: options.scope }),
          ...(options.project !== undefined && { project: options.project }),
          ...(options.expires !== undefined && { expiresAt: options.expires }),
        })
        if (!input.success) throw new CommandError('<name> must have 1 to 100 characters.')
        const key = await createKey({ ctx, input: input.data })
        if (options.json) return printJson(key)
        print(key.value)
        process.stderr.write(
          `Created key ${key.id} (${key.role}: ${key.scopes.join(', ')}). Its value is shown only once.\n`,
        )
      }),
    )

  keys
    .command('list')
    .description('Lists the keys that are not revoked, newest first.')
    .addOption(organization())
    .option('--json', 'prints a JSON array')
    .action((options: { organization: string; json?: boolean }) =>
      withOrganization(environment, options.organization, async (ctx) => {
        const all = await allKeys(ctx)
        if (options.json) return printJson(all)
        print(table(all))
      }),
    )

  keys
    .command('revoke <id>')
    .description('Revokes a key immediately and permanently; `keys list` shows the ids.')
    .addOption(
      new Option('--credentials <choice>', 'what to do with the credentials it made').choices([
        'keep',
        'revoke',
      ]),
    )
    .addOption(organization())
    .action((id: string, options: { organization: string; credentials?: 'keep' | 'revoke' }) =>
      withOrganization(environment, options.organization, async (ctx) => {
        const { revokedAt, kept, ended } = await revokeKey({
          ctx,
          input: { id, credentials: options.credentials },
        })
        print(`Key ${id} was revoked at ${revokedAt}.`)
        if (kept + ended > 0)
          print(`Of the credentials that it created, ${ended} ended with it; ${kept} still work.`)
      }),
    )
}

/** A moment from a duration or a date, as ISO 8601. */
function expiryOf(text: string): string {
  const ms = parseDuration(text)
  const expiry = ms === null ? Date.parse(text) : systemClock() + ms
  if (Number.isNaN(expiry) || !/^\d/.test(text))
    throw new InvalidArgumentError(`It must be ${DURATION_FORM}, or a date.`)
  return new Date(expiry).toISOString()
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

const table = (keys: Key[]): string =>
  columns([
    ['ID', 'NAME', 'KEY', 'ROLE', 'SCOPES', 'PROJECT', 'MADE BY', 'LAST USED', 'STATE', 'EXPIRES'],
    ...keys.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.role,
      key.scopes.join(','),
      key.project ?? 'all',
      key.createdBy?.email ?? '-',
      key.lastUsedAt ?? 'never',
      key.state,
      key.expiresAt ?? 'never',
    ]),
  ])
