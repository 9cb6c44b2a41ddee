import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describeUnless } from '@svc/test-kit/describe-unless'
import { freePort } from '@svc/test-kit/free-port'
import { inject, onTestFinished } from 'vitest'
import './install-nats.ts'

/** Thorough tests with a NATS server, whose command they receive. */
export function describeOnNats(name: string, tests: (executable: string) => void): void {
  const nats = inject('nats')
  if ('missing' in nats) describeUnless(nats.missing, name, () => undefined)
  else describeUnless(null, name, () => tests(nats.executable))
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
