import { randomFillSync } from 'node:crypto'

/** A UUIDv7 (RFC 9562): 48 bits of milliseconds, then random, so that ids sort by age. */
export function newId(now: number): string {
  const bytes = nextRandom()
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const ID_BYTES = 16
// Asking the system for 16 bytes costs ten times as much as the rest of an id.
const pool = Buffer.alloc(256 * ID_BYTES)
let used = pool.length

function nextRandom(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += ID_BYTES
  return pool.subarray(used - ID_BYTES, used)
}

/** The creation time of an id made by `newId`, milliseconds since the epoch. */
export const idTime = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)
