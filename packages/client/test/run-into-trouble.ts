import { writeSync } from 'node:fs'
import { firedTimers } from '@svc/test-kit/fired-timers'
import { resolveConfig } from '../src/config.ts'
import { record } from '../src/recorder.ts'
import { failed, named, passed, startFor } from './recording.ts'

// A run of a few tests that ends with an exit code of its own, as a reporter in a runner would meet it.
process.exitCode = 7
const { TROUBLE_ROOT = '', TROUBLE_TESTS = '3', TROUBLE_CI, ...env } = process.env
const config = resolveConfig({}, env, { isCI: TROUBLE_CI === '1', id: null, name: null })
const recorder = record(startFor(TROUBLE_ROOT), config)
const count = Number(TROUBLE_TESTS)
for (let index = 0; index < count; index += 1)
  recorder.attempt(named(`test ${index}`), index === 1 ? failed('wrong') : passed())
const before = process.memoryUsage().rss
const start = performance.now()
const { fired } = firedTimers()
await recorder.finish({ status: 'failed' })
const tookMs = Math.round(performance.now() - start)
const grownMiB = Math.round((process.memoryUsage().rss - before) / 2 ** 20)
const waitedMs = sum(fired)
// A socket that is destroyed closes a few turns later.
for (let turn = 0; turn < 100 && heldSockets() > 0; turn += 1) await new Promise(setImmediate)
process.stdout.write(`${JSON.stringify({ tookMs, waitedMs, grownMiB, heldSockets: heldSockets() })}\n`)
process.on('exit', () => writeSync(1, `${JSON.stringify({ lingeredMs: sum(fired) - waitedMs })}\n`))

/** How many sockets keep this process alive. */
function heldSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => /^(?:TCP|TLS)/.test(kind)).length
}

function sum(durations: number[]): number {
  return durations.reduce((all, ms) => all + ms, 0)
}
