/** The subject of a notice. */
export type Topic = (typeof TOPICS)[number]

/**
 * `outbox`: an event waits there. `deliveries`: a webhook is free for its next message. `limits`: a replica's
 * counts, see `rest/share-limits.ts`. `bus`: an agent has new messages, or was archived, deleted or taken over; the
 * subject is its public id. `access`: rights may have ended; the subject is `organization:` with its row id, a
 * credential, or `all`. `executions`: an execution stored something. `replicas`: the replica with this
 * id lives.
 */
export const TOPICS = ['outbox', 'deliveries', 'limits', 'bus', 'access', 'executions', 'replicas'] as const

/**
 * Notices between the replicas of one database. A notice says that something changed; the database contains
 * the change. A notice can get lost, so listeners also poll, every 5 s or more often.
 */
export interface Wake {
  /**
   * Call it after the commit. It never waits and never throws; the caller's own replica receives the notice
   * too.
   */
  notify(topic: Topic, subject: string): void
  /**
   * Calls `heard` with each subject, and `missed` when notices may have got lost, so that the
   * listener reads on from its mark. Returns a function that unsubscribes.
   */
  listen(topic: Topic, heard: Heard): () => void
  /** False while notices of other replicas cannot arrive: then listeners poll more often. */
  isUp(): boolean
  /**
   * Sends waiting notices, if the connection allows that, and closes. Afterwards it neither receives nor
   * sends.
   */
  close(): Promise<void>
}

export type Heard = (subjects: ReadonlySet<string> | 'missed') => void
