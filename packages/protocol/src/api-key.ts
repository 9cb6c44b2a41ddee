const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'svc_'
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6
const LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH

/**
 * The API key of a secret of 32 random bytes: `svc_`, the secret in base62, and a CRC32 of
 * everything before it.
 */
export function toApiKey(secret: Uint8Array): string {
  let value = 0n
  for (const byte of secret) value = value * 256n + BigInt(byte)
  const body = PREFIX + base62(value, SECRET_LENGTH)
  return body + checksum(body)
}

/** Why a key cannot be valid, without the key itself; undefined if only a server can decide. */
export function describeKeyProblem(key: string): string | undefined {
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

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

/** CRC-32 of ASCII text, as in gzip; computed bit by bit, because 47 letters need no table. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
