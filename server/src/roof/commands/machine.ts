import { existsSync } from 'node:fs'
import { visible } from '@svc/protocol'
import { Option } from 'commander'
import { SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import { systemClock } from '../../ground/kernel/clock.ts'
import { CommandError } from '../../ground/kernel/command-error.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { makeCursors } from '../../ground/kernel/cursor.ts'
import { visibleJson } from '../../ground/kernel/visible-json.ts'
import { openStore, type Store, type StoreAddress, sqliteFile } from '../../ground/store/open.ts'
import { readCursorKey } from '../../ground/store/secret.ts'
import { FIRST_ORGANIZATION } from '../../people/identity/bootstrap.ts'
import { readConfig } from '../config.ts'

/**
 * What commands on the server's own machine share. Anyone who can read the data is its admin, so
 * they require no credential.
 */

export type Environment = Record<string, string | undefined>

export const print = (line: string) => void process.stdout.write(`${line}\n`)

export const printJson = (data: unknown) => print(visibleJson(data))

/**
 * Prints a remark on standard error, because standard output may feed a file or another program.
 */
export const note = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * Prints the address that a link contains if nobody configured one; the running server may have
 * another.
 */
export function noteAddress(environment: Environment, baseUrl: string): void {
  if (readConfig(environment).baseUrl !== null) return
  note(
    `The link leads to ${baseUrl}, based on ${environment.SVC_PORT ? 'SVC_PORT' : 'the default port'}. ` +
      'If the server has another public address, set SVC_BASE_URL to it, as for the server, and run this again.',
  )
}

export const organizationOption = (meaning: string): Option =>
  new Option('--organization <slug>', meaning).default(FIRST_ORGANIZATION)

/** Runs work on one organization of the database that the environment names. */
export const withOrganization = (
  environment: Environment,
  slug: string,
  work: (ctx: Context) => Promise<void>,
): Promise<void> =>
  withStore(environment, async (store, baseUrl) => work(await machineContext(store, baseUrl, slug)))

/** Opens the database that the environment names and passes it on; a command never creates one. */
export async function withStore(
  environment: Environment,
  work: (store: Store, baseUrl: string) => Promise<void>,
): Promise<void> {
  const { store: address, baseUrl, port } = readConfig(environment)
  requireDatabase(address)
  const store = await openStore(address)
  try {
    await work(store, baseUrl ?? `http://127.0.0.1:${port}`)
  } finally {
    await store.close()
  }
}

export function requireDatabase(address: StoreAddress): void {
  if ('folder' in address && !existsSync(sqliteFile(address.folder))) {
    throw new CommandError(
      `There is no database in ${address.folder}. Start the server once, or set SVC_DATA to its folder.`,
    )
  }
}

/** The context of the machine's owner: an admin of any organization on it. */
async function machineContext(store: Store, baseUrl: string, slug: string): Promise<Context> {
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
        ? `There is no organization ${slug} here. The organizations are: ${choice}.`
        : 'This database is empty. Start the server once; it creates the first organization and key.',
    )
  }
  return {
    store,
    clock: systemClock,
    cursors: makeCursors(await readCursorKey(store), organization.id, ''),
    baseUrl,
    // A command on the machine settles nothing.
    times: { settleAfterMs: Number.POSITIVE_INFINITY, incompleteAfterMs: Number.POSITIVE_INFINITY },
    caller: {
      organizationId: organization.id,
      credential: 'machine',
      apiKeyId: null,
      personId: null,
      role: 'admin',
      scopes: new Set(SCOPES_OF_ROLE.admin),
      projectId: null,
      endsAt: null,
    },
  }
}

/**
 * Parses the arguments as the operation accepts them. Throws a CommandError that names each invalid
 * value.
 */
export function checked<T>(schema: Schema<T>, typed: object): T {
  const { data, error } = schema.safeParse(typed)
  if (error)
    throw new CommandError(
      error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'),
    )
  return data as T
}

/** The part of a schema that is used here. */
interface Schema<T> {
  safeParse(typed: object): {
    data?: T
    error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
  }
}

/** Formats rows of cells, the first of which are headings, in columns of the required width. */
export function columns(given: string[][]): string {
  // Names are of people and keys, and do nothing to a terminal.
  const rows = given.map((row) => row.map((cell) => visible(cell).replace(/\s+/g, ' ')))
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
