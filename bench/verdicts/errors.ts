import type { Failure } from '@svc/protocol'
import type { Random } from './random.ts'

/** A kind of failure: the same words and location each time, with other values. */
export type ErrorForm = (random: Random) => Failure

const NUMBERS = 10_000

function failure(name: string, message: string, frames: string[]): Failure {
  const stack = [`${name}: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return { name, message, stack }
}

const inTest = (file: string) => `/home/ci/work/${file}:12:9`

/** A test's own assertion: a flake and a regression of one test may well both fail here. */
export const assertion =
  (file: string, title: string): ErrorForm =>
  (random) =>
    failure(
      'AssertionError',
      `${title}: expected ${random.whole(0, NUMBERS)} to be ${random.whole(0, NUMBERS)}`,
      [inTest(file)],
    )

/** Thrown by the product's code, the same for every test that comes there. */
export const inSource =
  (module: string): ErrorForm =>
  (random) =>
    failure('TypeError', `Cannot read properties of undefined (reading '${module}')`, [
      `load (/home/ci/work/src/${module}.ts:${random.whole(1, 400)}:7)`,
    ])

/** A removed export: each test that uses it fails at its call. */
export const missingExport =
  (module: string): ErrorForm =>
  () =>
    failure('TypeError', `(0 , ${module}.open) is not a function`, [
      `setUp (/home/ci/work/test/helpers/${module}.ts:14:11)`,
    ])

/** A runner's own timeout has no location in the project's code. */
export const timeout = (): ErrorForm => () => ({
  name: 'Error',
  message: 'Test timed out in 30000ms.',
})

export const detached =
  (file: string): ErrorForm =>
  (random) =>
    failure('Error', `element #row-${random.whole(1, 999)} was detached while it was clicked`, [inTest(file)])

/** A service that does not answer: each test fails at its request. */
export const refused =
  (file: string, port: number): ErrorForm =>
  () =>
    failure('Error', `connect ECONNREFUSED 10.0.0.5:${port}`, [
      'TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
      inTest(file),
    ])

/** A service that reports an internal failure. */
export const unavailable =
  (file: string, port: number): ErrorForm =>
  () =>
    failure('HttpError', `GET http://10.0.0.5:${port}/ answered status 503 Service Unavailable`, [
      inTest(file),
    ])

/** An outage in the words of the product, which name no machine. */
export const noProvider =
  (name: string): ErrorForm =>
  () =>
    failure('ProviderError', `${name} gave no answer that could be read`, [
      `ask (/home/ci/work/src/${name}.ts:40:9)`,
    ])

export const noNetwork =
  (file: string): ErrorForm =>
  () =>
    failure('Error', 'getaddrinfo EAI_AGAIN db.internal', [inTest(file)])

export const diskFull =
  (file: string): ErrorForm =>
  () =>
    failure('Error', "ENOSPC: no space left on device, open '/tmp/svc-build/output'", [inTest(file)])

export const browserClosed = (): ErrorForm => () => ({
  name: 'Error',
  message: 'page.click: Target page, context or browser has been closed',
})

export const outOfMemory = (): ErrorForm => () => ({
  name: 'Error',
  message: 'Worker terminated due to reaching memory limit: JS heap out of memory',
})

/** A lock that several tests need. */
export const lockTaken =
  (name: string): ErrorForm =>
  (random) =>
    failure('Error', `lock ${name} not free after ${random.whole(5_000, 9_000)} ms`, [
      'withLock (/home/ci/work/test/helpers/lock.ts:31:11)',
    ])
