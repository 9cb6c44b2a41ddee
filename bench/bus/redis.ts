import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@svc/test-kit/free-port'

/** A Redis of its own, without a file. */
export interface Redis {
  port: number
  pid: number
  version: string
  close(): Promise<void>
}

/** Starts the `redis-server` of this machine; null if there is none. */
export async function startRedis(): Promise<Redis | null> {
  let version: string
  try {
    version = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1] ?? ''
  } catch {
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-redis-'))
  const port = await freePort()
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isUp) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    pid: child.pid as number,
    version,
    async close() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A command as Redis reads it. */
export const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
