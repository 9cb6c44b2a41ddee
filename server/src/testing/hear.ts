import { expect, onTestFinished } from 'vitest'
import type { Topic, Wake } from '../ground/kernel/wake.ts'

/** What a listener has heard so far. */
export interface Hearing {
  /** In order, once for each time. */
  subjects: string[]
  missed: number
  /** Waits for a subject. */
  until(subject: string): Promise<void>
  untilMissed(): Promise<void>
}

/** Listens to a wake until the test ends. */
export function hear(wake: Wake, topic: Topic = 'outbox'): Hearing {
  const hearing: Hearing = {
    subjects: [],
    missed: 0,
    until: (subject) => expect.poll(() => hearing.subjects.includes(subject), EAGER).toBe(true),
    untilMissed: () => expect.poll(() => hearing.missed, EAGER).toBeGreaterThan(0),
  }
  const end = wake.listen(topic, (what) => {
    if (what === 'missed') hearing.missed++
    else hearing.subjects.push(...what)
  })
  onTestFinished(end)
  return hearing
}

const EAGER = { interval: 5 }
