import type { Log } from '../kernel/log.ts'
import type { Topic, Wake } from '../kernel/wake.ts'
import { type Listeners, makeListeners } from './listeners.ts'

/** Notices within one process: all that a server on SQLite needs. */
export function makeLocalWake(log: Log, listeners: Listeners = makeListeners(log)): Wake {
  const gathered = new Map<Topic, Set<string>>()
  let turn: NodeJS.Immediate | null = null

  const tell = () => {
    turn = null
    const notices = [...gathered]
    gathered.clear()
    for (const [topic, subjects] of notices) listeners.tell(topic, subjects)
  }
  let isClosed = false
  return {
    notify(topic, subject) {
      if (isClosed) return
      const subjects = gathered.get(topic)
      if (subjects) subjects.add(subject)
      else gathered.set(topic, new Set([subject]))
      turn ??= setImmediate(tell)
    },
    listen: listeners.add,
    isUp: () => true,
    async close() {
      isClosed = true
      if (turn) clearImmediate(turn)
      listeners.clear()
    },
  }
}
