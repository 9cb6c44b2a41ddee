/** How long messages are kept by their status, days; null: for ever. */
export interface MessageRetention {
  /** Read and failed messages, from then on. */
  endedDays: number | null
  /** Delivered messages that are not marked as read, from their delivery. */
  deliveredDays: number | null
  /** Pending messages: then they fail, and their senders get a notice. */
  pendingDays: number | null
}
