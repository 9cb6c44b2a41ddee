import { randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../ground/kernel/log.ts'
import type { Store } from '../../ground/store/open.ts'
import { readBusSecret } from '../../ground/store/secret.ts'
import { makeSigner, type Signer } from './signing/signer.ts'

/**
 * The signer of this server. Without `SVC_SECRET`, SQLite gets a secret in a file in its folder.
 * Postgres stores one in the database, where it does not protect the keys from readers of the
 * database, so the log asks for `SVC_SECRET`. The log also reports keys encrypted with another
 * secret: their messages cannot be verified, and their agents get new keys.
 */
export async function openSigner(
  secret: string | null,
  { store, log }: { store: Store; log: Log },
): Promise<Signer> {
  const signer = makeSigner(secret ?? (await ownSecret(store)))
  const agents = await store.lookup.selectFrom('agent').select('id').limit(1).execute()
  if (agents.length === 0) return signer
  if (secret === null && store.dialect === 'postgres')
    log({
      level: 'warn',
      event: 'keys of agents are not protected',
      message:
        'SVC_SECRET is not set, so the database contains the secret that encrypts the signing keys of agents. Set SVC_SECRET to 32 or more random characters, the same for all replicas. Agents then get new keys.',
    })
  if (await hasForeignKeys(store, signer))
    log({
      level: 'warn',
      event: 'keys of agents have another secret',
      message: `${secret === null ? 'The secret of this server' : 'SVC_SECRET'} is not the one that encrypted signing keys of agents in this database. Set SVC_SECRET to the former secret and restart, or accept that older messages cannot be verified: agents get new keys when they send.`,
    })
  return signer
}

const ownSecret = (store: Store): Promise<string> | string =>
  'folder' in store.address ? secretOfFolder(store.address.folder) : readBusSecret(store)

/** The file that contains the secret, next to a SQLite database. */
const secretFile = (folder: string): string => join(folder, 'secret')

function secretOfFolder(folder: string): string {
  const file = secretFile(folder)
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
    chmodSync(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= LEAST_SECRET) return secret
  throw new Error(
    `${file} must have at least ${LEAST_SECRET} characters. Restore it from a backup, or delete it: then agents get new keys, and older messages cannot be verified.`,
  )
}

/** The number of characters of a secret. */
const LEAST_SECRET = 32

/** A sample: the newest key of the database, and the oldest current one. */
async function hasForeignKeys({ lookup }: Store, signer: Signer): Promise<boolean> {
  const keys = lookup.selectFrom('agent_key').select('sealed').where('retires_at', 'is', null).limit(1)
  const [newest, oldest] = await Promise.all([
    keys.orderBy('id', 'desc').execute(),
    keys.orderBy('id').execute(),
  ])
  return [...newest, ...oldest].some(({ sealed }) => !signer.isOwn(sealed))
}
