import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { PasswordCost } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'

/**
 * One of the equivalent costs that OWASP's Password Storage Cheat Sheet gives for scrypt: 16 MiB,
 * five iterations.
 */
export const PASSWORD_COST: PasswordCost = { N: 16_384, r: 8, p: 5 }
const HASH_BYTES = 32
const SALT_BYTES = 16

/**
 * The number of concurrent hashes: each occupies one of Node's four threads, which decompression
 * and files need as well.
 */
const MOST_AT_ONCE = 2
/**
 * The number of requests that may wait for a hash; beyond it they are refused, so that guesses
 * cannot queue up work.
 */
const MOST_WAITING = 40

/**
 * `ahead`: the sender has presented a device, a session or a link, and precedes all senders that
 * have not.
 */
export type Place = 'ahead' | 'behind'

/** The stored form of a password: `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPassword(
  password: string,
  cost: PasswordCost,
  place: Place = 'behind',
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, cost, HASH_BYTES, place)
  return prefixOf(cost) + [salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * True if the password matches the stored one. With null, for an account that is unknown or has no
 * password, the check takes as long as for a hash stored at `ownCost` and always fails.
 */
export async function isPassword(
  password: string,
  stored: string | null,
  ownCost: PasswordCost,
  place: Place = 'behind',
): Promise<boolean> {
  const { cost, salt, hash } = parse(stored ?? nobodys(ownCost))
  const derived = await derive(password, salt, cost, hash.length, place)
  return timingSafeEqual(derived, hash) && stored !== null
}

/** True if it was stored at another cost than the current one. */
export const isOutdated = (stored: string, cost: PasswordCost): boolean => !stored.startsWith(prefixOf(cost))

const prefixOf = ({ N, r, p }: PasswordCost): string => `scrypt$${N}$${r}$${p}$`

const nobodys = (cost: PasswordCost) => `${prefixOf(cost)}${'A'.repeat(22)}$${'A'.repeat(43)}`

function parse(stored: string) {
  const [scheme, N, r, p, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) throw new Error('A stored password has an unknown format')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
}

let running = 0
const waiting: Record<Place, (() => void)[]> = { ahead: [], behind: [] }

/** Refuses if the queue of waiting hashes is full, before the sender's attempt counts. */
export function refuseCrowd(place: Place): void {
  if (running < MOST_AT_ONCE || waiting[place].length < MOST_WAITING) return
  throw new Problem(
    'RATE_LIMITED',
    'Too many people are signing in at this moment. Try again in a few seconds.',
    {
      retryAfterSeconds: 5,
    },
  )
}

async function derive(
  password: string,
  salt: Buffer,
  cost: PasswordCost,
  bytes: number,
  place: Place,
): Promise<Buffer> {
  if (running >= MOST_AT_ONCE) {
    refuseCrowd(place)
    // A finished request passes its place on, so the count stays the same.
    await new Promise<void>((resolve) => waiting[place].push(resolve))
  } else running++
  try {
    // Normalizes the characters, which keyboards compose differently.
    return await scryptOf(password.normalize('NFKC'), salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r })
  } finally {
    const next = waiting.ahead.shift() ?? waiting.behind.shift()
    if (next) next()
    else running--
  }
}

const scryptOf = (password: string, salt: Buffer, bytes: number, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
