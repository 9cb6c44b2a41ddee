import { randomUUID } from 'node:crypto'
import type { Log } from '../kernel/log.ts'
import type { Topic, Wake } from '../kernel/wake.ts'
import { connectWake, type WakeTimes } from './connection.ts'
import { dial } from './dial.ts'
import { makeListeners } from './listeners.ts'
import { makeLocalWake } from './local.ts'
import { readMessage, writeMessages, writeMissed } from './notify-text.ts'

/** The limit of waiting subjects, characters; beyond it, a topic is reported as `missed` instead. */
const MOST_WAITING = 4 * 1024 * 1024
/** How long closing waits for unsent subjects. */
const LAST_MS = 1_000

const TIMES: WakeTimes = {
  gather: 5,
  beatEvery: 10_000,
  answerWithin: 5_000,
  retry: { first: 100, most: 5_000 },
  retryDeaf: 60_000,
}

export interface ReplicaWakeParts {
  /** Of Postgres, `postgres://…`, or of NATS, `nats://…` or `tls://…`, several of one cluster separated by commas. */
  address: string
  /** The same for all replicas of one database, and for no others. */
  channel: string
  log: Log
  times?: Partial<WakeTimes>
}

/**
 * Notices between replicas, on a connection of their own. Returns at once: listeners receive `missed`
 * when the connection is ready, and after each reconnection. A replica delivers its own notices locally.
 */
export function openReplicaWake({ address, channel, log, times: given = {} }: ReplicaWakeParts): Wake {
  const times = { ...TIMES, ...given }
  const self = randomUUID()
  const listeners = makeListeners(log)
  const here = makeLocalWake(log, listeners)
  const waiting = makeWaiting()
  let closing: Promise<void> | null = null
  let sending: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const connection = connectWake({
    dial: dial(address, channel, times),
    channel,
    log,
    times,
    heard(text) {
      const message = readMessage(text)
      if (!message || message.from === self || closing) return
      listeners.tell(message.topic, message.subjects ? new Set(message.subjects) : 'missed')
    },
    connected() {
      schedule()
      listeners.tellMissed()
    },
  })

  const schedule = () => {
    if (closing || timer || sending || waiting.isEmpty() || !connection.isUp()) return
    timer = setTimeout(() => {
      timer = null
      void flush()
    }, times.gather)
    timer.unref()
  }

  /** One send at a time: later subjects are batched for the next. */
  const flush = async (): Promise<void> => {
    const { topics, messages } = waiting.take(self)
    sending = connection.send(messages).catch(() => waiting.lose(topics))
    await sending
    sending = null
    schedule()
  }

  const end = async (): Promise<void> => {
    const hereClosed = here.close()
    if (timer) clearTimeout(timer)
    const late = setTimeout(() => void connection.close(), LAST_MS)
    await sending
    if (!waiting.isEmpty() && connection.isUp())
      await connection.send(waiting.take(self).messages).catch(() => undefined)
    clearTimeout(late)
    await connection.close()
    await hereClosed
  }

  return {
    notify(topic, subject) {
      if (closing) return
      here.notify(topic, subject)
      // The outage may be long: only the fact of a loss is kept.
      if (connection.isUp()) waiting.add(topic, subject)
      else waiting.lose([topic])
      schedule()
    },
    listen: listeners.add,
    isUp: connection.isUp,
    close() {
      closing ??= end()
      return closing
    },
  }
}

/** The unsent subjects, within limits. */
function makeWaiting() {
  const subjects = new Map<Topic, Set<string>>()
  const lost = new Set<Topic>()
  let size = 0
  const lose = (topics: Iterable<Topic>) => {
    for (const topic of topics) {
      lost.add(topic)
      for (const subject of subjects.get(topic) ?? []) size -= subject.length
      subjects.delete(topic)
    }
  }
  return {
    isEmpty: () => subjects.size === 0 && lost.size === 0,
    lose,
    add(topic: Topic, subject: string) {
      // All later subjects are lost with it.
      if (lost.has(topic)) return
      const gathered = subjects.get(topic) ?? new Set()
      subjects.set(topic, gathered)
      if (gathered.has(subject)) return
      gathered.add(subject)
      size += subject.length
      if (size > MOST_WAITING) lose([topic])
    },
    /** All of it as messages, with their topics. */
    take(from: string): { topics: Topic[]; messages: string[] } {
      const topics = [...new Set([...subjects.keys(), ...lost])]
      const messages = [...subjects].flatMap(([topic, each]) => writeMessages(from, topic, each))
      for (const topic of lost) messages.push(writeMissed(from, topic))
      subjects.clear()
      lost.clear()
      size = 0
      return { topics, messages }
    },
  }
}
