import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'svc_'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH

/** A new API key: `svc_`, 32 random bytes in base62, and a checksum that tells a typo without a server. */
export const makeApiKey = (secret: Uint8Array = randomBytes(32)): string => {
  const body = PREFIX + base62(BigInt(`0x${Buffer.from(secret).toString('hex')}`), SECRET_LENGTH)
  return body + checksum(body)
}

/** True where prefix, length, letters and checksum are those of an API key. */
export const isWellFormedKey = (key: string): boolean => describeKeyProblem(key) === undefined

/** Says in words, never with the key itself, why a key cannot be right; undefined where it can be. */
export const describeKeyProblem = (key: string): string | undefined => {
  if (key.trim() !== key) return 'it has white space around it'
  if (!key.startsWith(PREFIX)) return `it does not begin with ${PREFIX}`
  if (key.length !== LENGTH) return `it has ${key.length} characters instead of ${LENGTH}`
  if (!/^[0-9A-Za-z]+$/.test(key.slice(PREFIX.length))) return 'it holds a character that keys never have'
  const body = key.slice(0, -CHECKSUM_LENGTH)
  if (checksum(body) !== key.slice(-CHECKSUM_LENGTH))
    return 'its checksum does not fit, so a character is wrong'
  return undefined
}

const checksum = (body: string) => base62(BigInt(crc32(body)), CHECKSUM_LENGTH)

const base62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = `${ALPHABET[Number(rest % 62n)]}${text}`
  return text.padStart(length, '0')
}
