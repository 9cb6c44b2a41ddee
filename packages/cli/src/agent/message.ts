/** A message as the stream sends it. */
export interface AgentMessage {
  id: string
  sequence: number
  from: { name: string; displayName: string | null; instance: string | null }
  to: string
  type: string
  priority: string
  channel: string | null
  replyTo: string | null
  /** Absent if the row was changed on the server. */
  message?: string
  createdAt: string
  /** False if the signature does not match the text. */
  verified: boolean
  problem?: string | null
}
