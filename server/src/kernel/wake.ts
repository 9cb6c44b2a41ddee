/** What a notice is about. */
export type Topic = (typeof TOPICS)[number]

/** `outbox`: an event waits there. `limits`: what a replica has counted, see `rest/share-limits.ts`. */
export const TOPICS = ['outbox', 'limits'] as const

/**
 * Notices between the replicas of one database. A notice says that something changed; what changed is in the
 * database. A notice can get lost, so listeners also poll, every 5 s or more often.
 */
export interface Wake {
  /** To be called after the commit. Never waits and never throws; the caller's own replica hears it too. */
  notify(topic: Topic, subject: string): void
  /**
   * Calls `heard` with subjects as they come, and with `missed` when notices may have got lost: then the listener
   * reads on from its mark. Returns a function that ends it.
   */
  listen(topic: Topic, heard: Heard): () => void
  /** Sends what waits, if the connection allows that, and ends. Then nothing is heard and nothing is sent. */
  close(): Promise<void>
}

export type Heard = (subjects: ReadonlySet<string> | 'missed') => void
