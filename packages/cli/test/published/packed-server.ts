import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export interface PackedServer {
  url: string
  /** What it printed until it listened. */
  said: string
  /** The key of the first start; empty at a later one. */
  key: string
  /** Stops it with SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts the server with a command, in a folder that gets its data, and waits until it listens. */
export async function startPackedServer(
  [program = '', ...args]: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<PackedServer> {
  const { PATH, HOME } = process.env
  // A group of its own: npx is a process between it and this one.
  const child = spawn(program, args, { cwd, env: { PATH, HOME, SVC_PORT: '0', ...env }, detached: true })
  const { pid = 0 } = child
  const isRunning = () => child.exitCode === null && child.signalCode === null
  onTestFinished(() => {
    if (isRunning()) process.kill(-pid, 'SIGKILL')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`exit ${code}: ${said}`)))
    child.stdout.on('data', () => {
      const found = /^Listening on (\S+)\n/m.exec(said)
      if (found) resolve(found[1] ?? '')
    })
  })
  const stop = async (): Promise<number | null> => {
    const ended = once(child, 'exit')
    process.kill(-pid, 'SIGTERM')
    const [code] = await ended
    return code
  }
  return { url, said, key: /^SVC_API_KEY=(svc_\w+)$/m.exec(said)?.[1] ?? '', stop }
}
