import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { newestOf, type RunnerName, workspace } from '@svc/test-kit/versions'

/** What goes wrong when all tests but the last are over: done by that test, by another reporter, or from outside. */
export type Deed = 'test exits' | 'test eats memory' | 'exits' | 'throws' | 'eats memory' | 'waits'

/** Suites that end, each of so many tests that pass at once and one that passes at its second try. */
const SUITES = ['first', 'second']
const STEADY = 4
/** The last suite's tests before the one that waits. */
const BEFORE = 2

/** Titles of all tests that are over when it goes wrong. */
export const OVER = [
  ...SUITES.flatMap((name) => [
    ...Array.from({ length: STEADY }, (_, index) => `${name} ${index}`),
    `${name} flaky`,
  ]),
  ...Array.from({ length: BEFORE }, (_, index) => `last ${index}`),
]

interface Kind {
  extension: string
  /** Gives a file `test`, and how it declares a test that is tried twice. */
  header: string
  flaky: string
  witness: [file: string, source: string]
  config: object
}

/** Told after our reporter, it notes what the runner has told; then it does its deed. */
const WITNESS = `
const fs = require('node:fs')
const over = new Set()
const eat = () => { const all = []; for (;;) all.push(new Array(1_000_000).fill(Math.random())) }
const told = (title, status) => {
  fs.appendFileSync('over.log', JSON.stringify([title, status]) + '\\n')
  if (status === 'passed') over.add(title)
  if (over.size < ${OVER.length}) return
  if (process.env.DEED === 'exits') process.exit(9)
  if (process.env.DEED === 'throws') setImmediate(() => { throw new Error('another reporter broke') })
  if (process.env.DEED === 'eats memory') eat()
}
`

const KINDS: Record<RunnerName, Kind> = {
  vitest: {
    extension: 'test.js',
    header: "import { test } from 'vitest'\nimport fs from 'node:fs'",
    flaky: '{ retry: 1 }, ',
    witness: [
      'witness.mjs',
      `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${WITNESS}
export default class { onTestCaseResult(test) { told(test.name, test.result().state) } }`,
    ],
    config: { testTimeout: 60_000, maxWorkers: 2 },
  },
  jest: {
    extension: 'test.js',
    header: "const fs = require('node:fs')\njest.retryTimes(1)",
    flaky: '',
    witness: [
      'witness.cjs',
      `${WITNESS}\nmodule.exports = class { onTestCaseResult(_, result) { told(result.title, result.status) } }`,
    ],
    config: { testTimeout: 60_000, maxWorkers: 2 },
  },
  playwright: {
    extension: 'spec.js',
    header: "const { test } = require('@playwright/test')\nconst fs = require('node:fs')",
    flaky: '',
    witness: [
      'witness.cjs',
      `${WITNESS}\nmodule.exports = class { onTestEnd(test, result) { told(test.title, result.status) } }`,
    ],
    config: { timeout: 60_000, retries: 1, workers: 2 },
  },
}

const suite = ({ header, flaky }: Kind, name: string) => `${header}
for (let index = 0; index < ${STEADY}; index++) test('${name} ' + index, () => new Promise((done) => setTimeout(done, 10)))
test('${name} flaky', ${flaky}() => {
  if (fs.existsSync('flaky-${name}')) return
  fs.writeFileSync('flaky-${name}', '')
  throw new Error('slipped')
})
`

const last = ({ header }: Kind) => `${header}
for (let index = 0; index < ${BEFORE}; index++) test('last ' + index, () => {})
test('last one', async () => {
  const deed = fs.existsSync('worker.pid') ? undefined : process.env.DEED
  fs.writeFileSync('worker.pid', String(process.pid))
  const all = []
  while (deed === 'test eats memory') all.push(new Array(1_000_000).fill(Math.random()))
  if (deed === 'test exits') process.exit(7)
  if (deed) await new Promise((done) => setTimeout(done, 50_000))
})
`

/** A project whose last test waits or does its deed, once: tried again, or in a next run, it passes. */
export const crashProject = (runner: RunnerName): RunnerProject => {
  const kind = KINDS[runner]
  const [file, source] = kind.witness
  const files = Object.fromEntries(SUITES.map((name) => [`${name}.${kind.extension}`, suite(kind, name)]))
  return reporting(runner, { ...files, [`zlast.${kind.extension}`]: last(kind), [file]: source }, kind.config)
}

/** A project of many short tests in two files, to be killed anywhere. */
export const streamProject = (runner: RunnerName): RunnerProject => {
  const { header, extension, witness, config } = KINDS[runner]
  const files = ['first', 'second'].map((name) => {
    const pause = 'new Promise((done) => setTimeout(done, index % 8))'
    const tests = `for (let index = 0; index < 400; index++) test('${name} ' + index, () => ${pause})`
    // Nobody else ends it, however late the kill is.
    const last = `test('${name} last', () => new Promise((done) => setTimeout(done, 50_000)))`
    return [`${name}.${extension}`, `${header}\n${tests}\n${last}\n`]
  })
  const [file, source] = witness
  return reporting(runner, { ...Object.fromEntries(files), [file]: source }, config)
}

/** A project that reports to svc, and after it to the witness. */
const reporting = (runner: RunnerName, files: Record<string, string>, config: object): RunnerProject => {
  const reporters = [
    [`@svc/${runner}`, { project: 'fixture' }],
    [`./${KINDS[runner].witness[0]}`, {}],
  ]
  const option = runner === 'playwright' ? 'reporter' : 'reporters'
  return runnerProject(newestOf(runner), files, { ...config, [option]: reporters })
}

export interface Run {
  child: ChildProcess
  /** Resolves when all tests but the last were told to the other reporter, and the last has begun. */
  isAtLast(): Promise<void>
  workerPid(): number
  /** How it ended; everything it had started is gone by then. */
  ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>
}

const STARTS_WITHIN_MS = 240_000

/** Runs a project's tests in a process group of their own, as another user where `as` says so. */
export const startRun = (
  project: RunnerProject,
  env: NodeJS.ProcessEnv,
  as: { uid?: number; gid?: number } = {},
  ...args: string[]
): Run => {
  removeAtEnd(project)
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, project.command(...args), {
    ...as,
    cwd: project.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...NODE_CACHE, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'exit')
  begun.add(child)
  return {
    child,
    async isAtLast() {
      for (const start = performance.now(); !isAtLast(project); await sleep(20))
        if (performance.now() - start > STARTS_WITHIN_MS || child.exitCode !== null)
          throw new Error(`the run did not come to its last test:\n${output}`)
    },
    workerPid: () => Number(readFileSync(join(project.folder, 'worker.pid'), 'utf8')),
    async ended() {
      await exited
      // The pipes close when the workers are gone too.
      endGroup(child)
      if (!child.stdout.closed) await once(child.stdout, 'close')
      return { code: child.exitCode, signal: child.signalCode, output }
    },
  }
}

/** Titles and statuses as the runner told them to another reporter. */
export const told = (project: RunnerProject): [title: string, status: string][] => {
  const path = join(project.folder, 'over.log')
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

const isAtLast = (project: RunnerProject): boolean =>
  new Set(told(project).flatMap(([title, status]) => (status === 'passed' ? title : []))).size >=
    OVER.length && existsSync(join(project.folder, 'worker.pid'))

const begun = new Set<ChildProcess>()
const projects = new Set<RunnerProject>()

/** For a project that nothing of ours starts; those of `startRun` are removed anyway. */
export const removeAtEnd = (project: RunnerProject): void => void projects.add(project)

/** Ends whatever is left of the runs that this file started. */
export const endRuns = (): void => {
  for (const child of begun) endGroup(child)
}

/** Removes the projects of runs that have ended; what is mounted in one has to be let go before. */
export const removeProjects = (): void => {
  for (const project of projects) project.remove()
}

const endGroup = (child: ChildProcess) => {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

interface Flushed {
  state: string
  entries: number
  isComplete: boolean
  reason?: string
}

/** `svc flush` in a process of its own. */
export const svcFlush = (folder: string, env: NodeJS.ProcessEnv) => {
  const child = spawn(
    process.execPath,
    [join(workspace, 'packages/cli/src/main.ts'), 'flush', folder, '--json'],
    {
      env: { PATH: process.env.PATH, ...NODE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const done = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    journals: output === '' ? [] : (JSON.parse(output) as { journals: Flushed[] }).journals,
  }))
  return { child, done }
}
