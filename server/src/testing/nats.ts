import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@svc/test-kit/free-port'
import { commandsNamed, installPackage, thisMachine } from '@svc/test-kit/install-packages'
import { isQuick, THOROUGH } from '@svc/test-kit/thorough'
import { describe, inject, onTestFinished, test } from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The command of a NATS server, or why there is none and what to do about it. */
    nats: { executable: string } | { missing: string }
  }
}

const NAME = 'nats-server'

/** Provides the tests with the command of a NATS server, installed once per machine. */
export async function setup(project: TestProject): Promise<void> {
  if (isQuick(project)) return project.provide('nats', { missing: '`test` starts no NATS server.' })
  const machine = thisMachine()
  // Debian puts it where only root's PATH leads.
  const find = () => commandsNamed(NAME, { ...machine, path: `${machine.path}:/usr/sbin` })[0]
  const saying = 'Tests need NATS: installing nats-server with apt-get, once for this machine …'
  const trouble = find() ? null : await installPackage(machine, NAME, saying)
  const executable = find()
  project.provide('nats', executable ? { executable } : { missing: `no ${NAME} found, ${trouble}` })
}

/**
 * Thorough tests with a NATS server, whose command they receive. Without one they are skipped with the reason, and in
 * CI they fail with it.
 */
export function describeOnNats(name: string, tests: (executable: string) => void): void {
  const nats = inject('nats')
  const thoroughly = { tags: [THOROUGH] }
  if ('executable' in nats) return void describe(name, thoroughly, () => tests(nats.executable))
  test(name, thoroughly, ({ skip }) => {
    if (process.env.CI) throw new Error(nats.missing)
    skip(nats.missing)
  })
}

/** A NATS server for as long as a test takes. */
export interface Nats {
  address: string
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/** Starts one; `more` are further arguments of its command. */
export async function startNats(executable: string, more: string[] = []): Promise<Nats> {
  const port = await freePort()
  let stop = async () => {}
  const nats: Nats = {
    address: `nats://127.0.0.1:${port}`,
    kill: () => stop(),
    async start() {
      const child = spawn(executable, ['-a', '127.0.0.1', '-p', `${port}`, ...more], { stdio: 'ignore' })
      const ended = once(child, 'exit')
      stop = async () => {
        child.kill('SIGKILL')
        await ended
      }
      while (!(await isOpen(port))) {
        if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}.`)
        await wait(10)
      }
    },
  }
  onTestFinished(() => stop())
  await nats.start()
  return nats
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
