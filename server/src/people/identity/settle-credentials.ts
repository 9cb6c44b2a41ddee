import type { Context } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { recordAudits } from './audit.ts'
import {
  type ActiveCredential,
  CREDENTIAL_KINDS,
  type CredentialKind,
  type Maker,
} from './credential-kinds.ts'
import { type Authority, requireWithin } from './grants.ts'

/** A valid credential with its kind, which knows how to end it or hand it over. */
export interface Credential extends ActiveCredential {
  of: CredentialKind
  /**
   * False for credentials that end with their maker in any case, because they would let the maker
   * in again.
   */
  isKeepable: boolean
}

/** What happens to credentials whose maker leaves or loses rights. */
export interface Parting {
  maker: Maker
  /** The maker, for people to read. */
  name: string
  /** Undefined without a decision. */
  choice: 'keep' | 'revoke' | undefined
  /** The audit action that describes what happens to the maker. */
  because: string
  /** Path of the list of all of them. */
  listedAt?: string
}

type Asker = Pick<Context, 'store' | 'clock'>

/** All valid credentials that a member owns in an organization, including keys that those keys created. */
export async function findCredentials(
  db: Db,
  { store: { dialect }, clock }: Asker,
  organizationId: number,
  maker: Maker,
): Promise<Credential[]> {
  const now = clock()
  const whole = 'keyIds' in maker ? { keyIds: await withDescendants(db, dialect, maker.keyIds) } : maker
  const credentials: Credential[] = []
  for (const of of CREDENTIAL_KINDS)
    for (const one of await of.find(db, { dialect, organizationId, maker: whole, now }))
      credentials.push({
        ...one,
        of,
        isKeepable: of.adopt !== undefined && !one.grant.scopes.includes('admin'),
      })
  return credentials
}

/**
 * Ends or hands over everything that a member owns, with an audit row for each; returns both
 * counts. Invitations and keys with the scope admin always end. Throws CONFLICT if the choice is
 * missing, and FORBIDDEN if the caller may not own what is to be kept.
 */
export async function settleCredentials(
  db: Db,
  asker: Asker,
  authority: Authority,
  parting: Parting,
): Promise<{ kept: number; ended: number }> {
  const { caller } = authority
  const { maker, choice } = parting
  const credentials = await findCredentials(db, asker, caller.organizationId, maker)
  const toChoose = credentials.filter(({ of }) => of.adopt !== undefined)
  if (choice === undefined && toChoose.length > 0) throw undecided(parting, toChoose)
  const kept = choice === 'keep' ? credentials.filter(({ isKeepable }) => isKeepable) : []
  if (kept.length > 0) requireKeeper(authority, maker, credentials)
  for (const { name, of, grant } of kept)
    requireWithin(authority, grant, `The ${of.kind} ${name}, to be kept,`)
  const isKept = new Set(kept)
  const ended = credentials.filter((one) => !isKept.has(one))
  const now = asker.clock()
  const entryOf = (action: string, { of, id, name }: Credential) => ({
    action,
    target: { kind: of.target, id, name },
    detail: { because: parting.because, madeBy: parting.name },
  })
  const { dialect } = asker.store
  for (const kind of CREDENTIAL_KINDS) {
    const rowsOf = (list: Credential[]) => list.filter(({ of }) => of === kind).map(({ rowId }) => rowId)
    const [toKeep, toEnd] = [rowsOf(kept), rowsOf(ended)]
    if (toKeep.length > 0) await kind.adopt?.(db, dialect, toKeep, authority.backing, now)
    if (toEnd.length > 0) await kind.end(db, dialect, toEnd, now)
  }
  await recordAudits(db, caller, now, [
    ...kept.map((one) => entryOf(`${one.of.kind}.kept`, one)),
    ...ended.map((one) => entryOf(one.of.ended, one)),
  ])
  return { kept: kept.length, ended: ended.length }
}

/** Keys, all keys that they created, and so on. */
async function withDescendants(db: Db, dialect: Dialect, keyIds: number[]): Promise<number[]> {
  const all = new Set(keyIds)
  for (let last = keyIds; last.length > 0; ) {
    const rows = await db
      .selectFrom('api_key')
      .select('id')
      .where(isOneOf(dialect, 'parent_key_id', last))
      .execute()
    last = rows.map(({ id }) => id).filter((id) => !all.has(id))
    for (const id of last) all.add(id)
  }
  return [...all]
}

/** Throws FORBIDDEN if the caller is the member who leaves, or a key that ends with that member. */
function requireKeeper({ caller, backing }: Authority, maker: Maker, credentials: Credential[]): void {
  const isGoing =
    'personId' in maker
      ? backing.owner_id === maker.personId
      : caller.apiKeyId !== null &&
        (maker.keyIds.includes(caller.apiKeyId) ||
          credentials.some(({ of, rowId }) => of.kind === 'key' && rowId === caller.apiKeyId))
  if (isGoing)
    throw new Problem(
      'FORBIDDEN',
      'credentials=keep needs another admin, who becomes the owner of the kept credentials. Ask one, or send credentials=revoke.',
    )
}

const NAMED = 20

function undecided({ name, listedAt }: Parting, credentials: Credential[]): Problem {
  const named = credentials
    .slice(0, NAMED)
    .map((one) => `${one.of.kind} ${slug(one.name)}${one.isKeepable ? '' : ' (ends in any case)'}`)
  if (credentials.length > NAMED) named.push(`and ${credentials.length - NAMED} more`)
  return new Problem(
    'CONFLICT',
    `${name} owns ${credentials.length === 1 ? '1 credential' : `${credentials.length} credentials`}: ${named.join(', ')}. Send credentials=revoke to end them, ` +
      'or credentials=keep to own them yourself.' +
      (listedAt === undefined ? '' : ` GET ${listedAt} lists them all.`),
  )
}
