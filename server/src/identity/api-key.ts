import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `svc_`, 32 random bytes in base62, then a CRC32 of all before it, so that a typo is seen without asking anyone. */
const FORM = /^svc_[0-9A-Za-z]{49}$/
const PREFIX = 'svc_'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

/** A key nobody has had before. */
export function makeApiKey(secret: Uint8Array = randomBytes(SECRET_BYTES)): string {
  const body = PREFIX + base62(BigInt(`0x${Buffer.from(secret).toString('hex')}`), SECRET_LENGTH)
  return body + checksumOf(body)
}

/** True for what could be a key; whether it is one only the database knows. */
export const hasKeyForm = (text: string): boolean =>
  FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)

/** All that is stored of a key: sha256 in hex. The key is 256 random bits, so no slow hash is needed. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Compares two hashes in a time that does not tell where they differ. */
export const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Enough of a key to recognize it on a screen, too little to use it. */
export const hintOf = (key: string): string => `${key.slice(0, 8)}…${key.slice(-4)}`

const checksumOf = (text: string) => base62(BigInt(crc32(text)), CHECKSUM_LENGTH)

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits
  return digits.padStart(length, '0')
}
