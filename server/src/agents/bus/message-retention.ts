/** How long messages are kept by their status, days; null: for ever. */
export interface MessageRetention {
  /** Read and failed messages, counted from that change. */
  endedDays: number | null
  /** Delivered messages that were not marked as read, counted from their delivery. */
  deliveredDays: number | null
  /** Pending messages: after this time they fail, and their senders get a notice. */
  pendingDays: number | null
}
