/** Runs inside the runner: passes every hook to a reporter and measures its duration. */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The cost of one reporter in the process of one run, milliseconds and MiB. */
export interface Costs {
  importMs: number
  /** From a hook's call to its return; the constructor counts as one. */
  syncMs: number
  /** How long the event loop was busy while a promise of a hook was pending during the run. */
  continuedMs: number
  /** From the return of the last hooks until their promise was kept; of that, how long the event loop was busy. */
  endMs: number
  endBusyMs: number
  calls: number
  /** Synchronous and awaited time by hook. */
  hooks: Record<string, [syncMs: number, awaitedMs: number]>
  /** Live heap after a full collection when the last test was over; only with `BENCH_WEIGH`. */
  heapMib?: number
  /** The maximum memory of the process. */
  peakMib: number
}

/** Which reporter to load, seen from `from`; without `module` one that does nothing. */
export interface Inner {
  from: string
  module?: string
  export?: string
  /** A reporter that Playwright has built in. */
  builtIn?: string
  options?: object
}

type Hook = (...args: unknown[]) => unknown

const MIB = 2 ** 20
const LAST_HOOKS = new Set(['onTestRunEnd', 'onRunComplete', 'onEnd', 'onExit'])

/** The measurements of this process so far. */
export const costs: Costs = {
  importMs: 0,
  syncMs: 0,
  continuedMs: 0,
  endMs: 0,
  endBusyMs: 0,
  calls: 0,
  hooks: {},
  peakMib: 0,
}
let isWritten = false

process.on('exit', () => {
  profiler?.post('Profiler.stop', (_, { profile }) => {
    writeFileSync(join(process.env.BENCH_PROFILE ?? '', `${process.pid}.cpuprofile`), JSON.stringify(profile))
  })
  const file = process.env.BENCH_COSTS
  // Workers load the config as well; only a process that called a reporter writes a result.
  if (!file || isWritten || !hasReporter) return
  isWritten = true
  writeFileSync(file, JSON.stringify({ ...costs, peakMib: process.resourceUsage().maxRSS / 1024 }))
})
let hasReporter = false
let profiler: Session | undefined

/** The same reporter, timed. Its members are looked up late, since built-in ones arrive late. */
export const timed = (inner: () => object): object => {
  const hooks = new Map<PropertyKey, Hook>()
  hasReporter = true
  return new Proxy(
    {},
    {
      has: (_, name) => Reflect.has(inner(), name),
      get(_, name) {
        // Else Playwright adds a reporter of its own beside one that prints nothing.
        if (name === 'printsToStdio') return () => true
        const target = inner()
        const value: unknown = Reflect.get(target, name, target)
        // Measures memory without a reporter, too.
        if (value === undefined && name === 'onTestRunEnd') return weigh
        if (typeof value !== 'function') return value
        const known = hooks.get(name)
        if (known) return known
        const hook = String(name).startsWith('on')
          ? timedHook(String(name), target, value as Hook)
          : value.bind(target)
        hooks.set(name, hook)
        return hook
      },
    },
  )
}

/** Times one function of a reporter under a name. */
export const timedHook = (name: string, target: unknown, hook: Hook): Hook => {
  const own = costs.hooks[name] ?? [0, 0]
  costs.hooks[name] = own
  const isLast = LAST_HOOKS.has(name)
  return (...args) => {
    if (isLast) weigh()
    const begun = performance.now()
    const result = hook.apply(target, args)
    const took = performance.now() - begun
    costs.calls += 1
    costs.syncMs += took
    own[0] += took
    if (!isPromise(result)) return result
    const from = performance.now()
    const busy = isLast ? lastOnes : midRun
    busy.begin()
    return result.finally(() => {
      const waited = performance.now() - from
      own[1] += waited
      const active = busy.end()
      if (isLast) {
        costs.endMs += waited
        costs.endBusyMs += active
      } else costs.continuedMs += active
    })
  }
}

/** Event-loop time while at least one promise is open: hooks that overlap count once. */
const makeBusy = () => {
  let open = 0
  let since = performance.eventLoopUtilization()
  return {
    begin() {
      if (open === 0) since = performance.eventLoopUtilization()
      open += 1
    },
    end() {
      open -= 1
      return open === 0 ? performance.eventLoopUtilization(since).active : 0
    },
  }
}
const midRun = makeBusy()
const lastOnes = makeBusy()

/** Makes a reporter and counts its constructor. */
export const construct = (make: () => object): object => {
  if (process.env.BENCH_PROFILE) startProfiler()
  const begun = performance.now()
  const made = make()
  const took = performance.now() - begun
  costs.syncMs += took
  costs.hooks.new = [took, 0]
  return made
}

/** A CPU profile of the run into the folder `BENCH_PROFILE`, to see where a reporter's time goes. */
const startProfiler = () => {
  profiler = new Session()
  profiler.connect()
  profiler.post('Profiler.enable')
  profiler.post('Profiler.setSamplingInterval', { interval: 50 })
  profiler.post('Profiler.start')
}

/** Loads a reporter's class by `require`, which takes ES modules as well. */
export const load = (inner: Inner): (new (...args: unknown[]) => object) => {
  const begun = performance.now()
  const loaded = createRequire(join(inner.from, 'package.json'))(inner.module ?? '')
  costs.importMs = performance.now() - begun
  if (inner.export) return loaded[inner.export]
  return loaded.default?.default ?? loaded.default ?? loaded
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && 'finally' in value

let isWeighed = false
const weigh = () => {
  if (!process.env.BENCH_WEIGH || isWeighed) return
  isWeighed = true
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  costs.heapMib = process.memoryUsage().heapUsed / MIB
}

/** What Jest makes with (config, options, context) and Playwright with (options); both say `new`. */
export default function Timed(first: Given, second?: Given, third?: unknown): object {
  const { inner, ...facts } = second ?? first
  if (inner.builtIn) return builtIn(inner)
  if (!inner.module) return timed(() => ({}))
  const Reporter = load(inner)
  const options = { ...facts, ...inner.options }
  const made = construct(() => (second ? new Reporter(first, options, third) : new Reporter(options)))
  return timed(() => made)
}

interface Given {
  inner: Inner
}

/** Playwright gives its own classes out only through the function that makes them, a tick later. */
const builtIn = (inner: Inner): object => {
  const { runnerReporters } = createRequire(join(inner.from, 'package.json'))('playwright/lib/runner')
  let made: object = { version: () => 'v2' }
  const config = { config: { tags: [] }, configDir: inner.from }
  runnerReporters.createReporters(config, 'test', [[inner.builtIn, inner.options]]).then((all: object[]) => {
    made = all.at(-1) ?? made
  })
  return timed(() => made)
}
