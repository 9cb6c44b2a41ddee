import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { workspace } from '@svc/test-kit/versions'

const COMMAND = join(workspace, 'server/src/command.ts')

/** `svc-server` in a process of its own, on the data of a folder. */
export const spawnCommand = (data: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...NODE_CACHE, SVC_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs it to its end. */
export async function runCommand(data: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawnCommand(data, args, env)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}
