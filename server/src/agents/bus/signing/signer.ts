import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { seal, unseal } from '../../../ground/kernel/seal.ts'

/** Encrypts the keys of agents, and computes the server's own MACs. */
export interface Signer {
  /** Encrypts 32 bytes, hex. `place` binds the result to its row. */
  seal(place: string, key: string): string
  /**
   * Decrypts a key: `foreign` if another secret sealed it, `damaged` if it was modified or moved to
   * another row.
   */
  unseal(place: string, sealed: string): SigningKey | 'foreign' | 'damaged'
  /** True if this signer's secret sealed it. */
  isOwn(sealed: string): boolean
  /** The server's MAC of a text, hex. */
  mac(text: string): string
}

/** A decrypted key. */
export interface SigningKey {
  /** HMAC-SHA256, hex. */
  sign(text: string): string
}

/** The number of decrypted keys in memory; an evicted one costs one decryption. */
const REMEMBERED = 10_000

/** A signer whose keys are derived from one secret; no other use of the secret shares them. */
export function makeSigner(secret: string): Signer {
  const sealingKey = derive(secret, 'svc bus: keys of agents').toString('hex')
  const envelopeKey = createSecretKey(derive(secret, 'svc bus: envelopes'))
  const id = derive(secret, 'svc bus: name of the secret').toString('hex').slice(0, ID_LENGTH)
  const known = new Map<string, SigningKey>()
  return {
    seal: (place, key) => `${id}.${seal(sealingKey, place, key)}`,
    isOwn: (sealed) => sealed.startsWith(`${id}.`),
    unseal(place, sealed) {
      if (!sealed.startsWith(`${id}.`)) return 'foreign'
      const name = `${place} ${sealed}`
      const remembered = known.get(name)
      if (remembered) return remembered
      const key = open(sealingKey, place, sealed.slice(id.length + 1))
      if (key === null) return 'damaged'
      if (known.size >= REMEMBERED) known.clear()
      known.set(name, key)
      return key
    },
    mac: (text) => hmac(envelopeKey, text),
  }
}

const ID_LENGTH = 12

const derive = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32))

function open(sealingKey: string, place: string, sealed: string): SigningKey | null {
  try {
    const key = createSecretKey(Buffer.from(unseal(sealingKey, place, sealed), 'hex'))
    return { sign: (text) => hmac(key, text) }
  } catch {
    return null
  }
}

const hmac = (key: KeyObject, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** Compares two MACs in constant time. */
export function isSameMac(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
