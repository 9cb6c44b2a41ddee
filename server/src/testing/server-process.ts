import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { test as base, onTestFinished } from 'vitest'

export const MAIN = join(import.meta.dirname, '../main.ts')

/** `svc-server`. */
export const COMMAND = join(import.meta.dirname, '../command.ts')

/** A test with a folder of its own. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-main-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The environment of a server whose data lie in the folder. */
export const environmentFor = (folder: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  ...NODE_CACHE,
  SVC_DATA: join(folder, 'data'),
  SVC_PORT: '0',
  // Each server would build it, at a hundred times the cost of its start.
  SVC_DASHBOARD: '0',
  ...more,
})

/** Runs a file to its end. */
export async function run(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

/** Starts the server and waits until it prints its address. */
export async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said.stderr += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said.stdout}${said.stderr}`)))
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said.stdout += chunk
      const match = /Listening on (\S+?),?\s/.exec(said.stdout)
      if (match) resolve(match[1] as string)
    })
  })
  return { child, url, said, key: /^SVC_API_KEY=(svc_\w+)$/m.exec(said.stdout)?.[1] ?? '' }
}

/** Sends a server a signal, and waits for its end. */
export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const ended = once(child, 'close')
  child.kill(signal)
  const [code] = await ended
  return { code }
}

export const authorized = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
