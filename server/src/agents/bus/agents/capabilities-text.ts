import { LIMITS } from '@svc/protocol'
import { Problem } from '../../../ground/kernel/problem.ts'

/** Capabilities as JSON. Throws PAYLOAD_TOO_LARGE above the limit. */
export function capabilitiesText(capabilities: Record<string, unknown>): string {
  const text = JSON.stringify(capabilities)
  const bytes = Buffer.byteLength(text)
  if (bytes <= LIMITS.agentCapabilitiesBytes) return text
  throw new Problem(
    'PAYLOAD_TOO_LARGE',
    `capabilities has ${bytes} bytes as JSON, and at most ${LIMITS.agentCapabilitiesBytes} are allowed.`,
  )
}
