import { BEGIN, MINUTE } from './calendar.ts'
import {
  browserClosed,
  diskFull,
  type ErrorForm,
  noNetwork,
  noProvider,
  outOfMemory,
  refused,
  timeout,
  unavailable,
} from './errors.ts'
import type { Random } from './random.ts'
import type { SimulatedTest } from './world.ts'

/** Ports of the services that tests use. */
export const SERVICES = [5_432, 6_379, 9_200]

/**
 * A failure of a service or machine that every run at that time is affected by; with `shard`, only
 * one shard.
 */
export interface Outage {
  id: string
  kind: string
  from: number
  to: number
  tests: Set<number>
  shard: number | null
  formOf: (test: SimulatedTest) => ErrorForm
}

/** A failure that affects one run alone: its machine is faulty. */
export interface Illness {
  id: string
  kind: string
  /** The share of tests that it affects. */
  share: number
  /** False if a second attempt may pass. */
  lasts: boolean
  formOf: (test: SimulatedTest) => ErrorForm
  /** Only tests that use a service feel it. */
  ofUsers: boolean
  /** How many times as long as elsewhere tests take on it. */
  slowdown: number
}

const KINDS = ['refused', 'refused', 'silent', 'unavailable'] as const

interface OutageKind {
  lengthMs: number
  shards: number
  isUnnamed: boolean
  /** One test alone uses what is down. */
  isLone: boolean
}

/** A service that is unavailable for a while, with all or some of the tests that use it. */
export function makeOutage(
  random: Random,
  tests: SimulatedTest[],
  { lengthMs, shards, isUnnamed, isLone }: OutageKind,
): Outage {
  const from = BEGIN + Math.floor(random.next() * lengthMs)
  const port = random.pick(SERVICES)
  const kind = random.pick(KINDS)
  const users = tests.filter((test) => test.service === port)
  const forms: Record<(typeof KINDS)[number], Outage['formOf']> = {
    refused: (test) => refused(test.file, port),
    silent: timeout,
    unavailable: (test) => unavailable(test.file, port),
  }
  return {
    id: `outage ${from} ${port}`,
    kind: isUnnamed ? 'outage unnamed' : `outage ${kind}`,
    from,
    to: from + random.whole(25, 100) * MINUTE,
    tests: new Set(
      (random.chance(0.7) ? users : random.some(tests, random.whole(4, 10)))
        .slice(0, isLone ? 1 : tests.length)
        .map((t) => t.index),
    ),
    shard: shards > 1 && random.chance(0.3) ? 0 : null,
    formOf: isUnnamed ? () => noProvider('provider') : forms[kind],
  }
}

const ILL = 0.035

/** Whether a run's machine is faulty, and how. */
export function drawIllness(random: Random, at: number): Illness | null {
  if (!random.chance(ILL)) return null
  const id = `illness ${at} ${random.whole(0, 1e9)}`
  const lot = random.next()
  const ill = (kind: string, share: number, lasts: boolean, formOf: Illness['formOf'], ofUsers = false) => ({
    slowdown: 1,
    id,
    kind,
    share,
    lasts,
    formOf,
    ofUsers,
  })
  if (lot < 0.25) return ill('no network', 0.97, true, (test) => noNetwork(test.file), true)
  if (lot < 0.4) return ill('disk full', 0.2 + 0.7 * random.next(), true, (test) => diskFull(test.file))
  if (lot < 0.55) return ill('browser crashed', 0.05 + 0.2 * random.next(), false, browserClosed)
  if (lot < 0.65) return ill('out of memory', 0.05 + 0.1 * random.next(), false, outOfMemory)
  if (lot < 0.85) {
    const share = 0.01 + 0.07 * random.next()
    return { ...ill('slow machine', share, false, timeout), slowdown: 1.4 + 20 * share }
  }
  const port = 7_000 + random.whole(0, 900)
  return ill('whole run refused', 0.97, true, (test) => refused(test.file, port))
}
