import { describeError, type Log } from '../kernel/log.ts'
import { type Heard, TOPICS, type Topic } from '../kernel/wake.ts'

/** The listeners of this process. */
export interface Listeners {
  add(topic: Topic, heard: Heard): () => void
  tell(topic: Topic, what: Parameters<Heard>[0]): void
  /** Tells every listener that notices may have got lost. */
  tellMissed(): void
  clear(): void
}

export function makeListeners(log: Log): Listeners {
  const listeners = new Map<Topic, Set<{ heard: Heard }>>(TOPICS.map((topic) => [topic, new Set()]))
  const tell: Listeners['tell'] = (topic, what) => {
    for (const { heard } of [...(listeners.get(topic) ?? [])])
      try {
        heard(what)
      } catch (error) {
        log({ level: 'error', event: 'notice not handled', topic, error: describeError(error) })
      }
  }
  return {
    add(topic, heard) {
      // An object of its own: the same function may listen twice.
      const listener = { heard }
      listeners.get(topic)?.add(listener)
      return () => void listeners.get(topic)?.delete(listener)
    },
    tell,
    tellMissed: () => {
      for (const topic of TOPICS) tell(topic, 'missed')
    },
    clear: () => {
      for (const each of listeners.values()) each.clear()
    },
  }
}
