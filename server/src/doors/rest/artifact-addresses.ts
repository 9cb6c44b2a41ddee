import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { KnownSender } from '../../people/identity/authenticate.ts'

/** An artifact of an organization, and whoever may read it. */
export interface Addressed {
  id: string
  organizationId: number
  reader: KnownSender
}

/** Addresses of artifacts on an origin of their own. */
export interface ArtifactAddresses {
  origin: string
  /** The path of an artifact on that origin, for 30 to 60 minutes. Check the reader's rights first. */
  sign(artifact: Addressed): string
  /**
   * The artifact of a token; null if this server did not sign it, or if it has ended. Check the reader's rights again:
   * they may have ended since.
   */
  read(token: string): Addressed | null
}

/** Addresses stay the same for this long, so that browsers keep what they have loaded. */
const STEP_MS = 30 * 60_000
export const SIGNED_PATH = '/artifacts/'

type Parts = [id: string, organizationId: number, reader: KnownSender, endsAt: number]

/** All replicas need the same secret. */
export function makeArtifactAddresses(origin: string, secret: string, clock: Clock): ArtifactAddresses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc artifacts: addresses', 32))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    origin,
    sign({ id, organizationId, reader }) {
      const endsAt = (Math.floor(clock() / STEP_MS) + 2) * STEP_MS
      const parts: Parts = [id, organizationId, reader, endsAt]
      const text = Buffer.from(JSON.stringify(parts)).toString('base64url')
      return `${SIGNED_PATH}${text}.${mac(text)}`
    },
    read(token) {
      const [text = '', given = '', ...more] = token.split('.')
      const [left, right] = [Buffer.from(given), Buffer.from(mac(text))]
      if (more.length > 0 || left.length !== right.length || !timingSafeEqual(left, right)) return null
      const [id, organizationId, reader, endsAt] = JSON.parse(
        Buffer.from(text, 'base64url').toString(),
      ) as Parts
      return clock() < endsAt ? { id, organizationId, reader } : null
    },
  }
}
