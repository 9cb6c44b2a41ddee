import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@svc/test-kit/free-port'
import { openS3Connection } from '../../results/artifacts/s3/connection.ts'
import type { S3Address, S3Credentials } from '../../results/artifacts/s3-address.ts'

export interface OwnBucket {
  address: S3Address
  credentials: S3Credentials
}

/** An S3 server of one test file alone, to be ended and paused: OpenStack Swift with its S3 API. */
export interface OwnSwift {
  endpoint: string
  /** Makes a bucket with a name of its own; the address has a prefix. */
  makeBucket(): Promise<OwnBucket>
  /** Removes a bucket that is empty. */
  removeBucket(bucket: OwnBucket): Promise<void>
  /** Kills it. What it has stored stays. */
  stop(): Promise<void>
  /** Starts it again, unless it runs. */
  start(): Promise<void>
  /** Pauses it: connections stay open, and nothing answers. */
  pause(): void
  resume(): void
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

const CREDENTIALS = { accessKeyId: 'svc:tester', secretAccessKey: 'testing' }

/** The address as the setting has it. */
export const settingOf = ({ endpoint, bucket, prefix, region }: S3Address): string =>
  `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}`

export async function startOwnSwift(): Promise<OwnSwift> {
  // Not in memory: it keeps facts in extended attributes of files.
  const folder = mkdtempSync(join(tmpdir(), 'svc-swift-'))
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${ports[0]}`
  let running: ChildProcess | null = null

  const start = async () => {
    if (running) return
    const script = fileURLToPath(new URL('./run-swift.py', import.meta.url))
    const python = spawn('/usr/bin/python3', ['-W', 'ignore', script, folder, ...ports.map(String)], {
      env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = python
    let said = ''
    python.stderr.on('data', (text) => {
      said += text
    })
    const isReady = await Promise.race([
      once(python.stdout, 'data').then(() => true),
      once(python, 'exit').then(() => false),
    ])
    if (!isReady) throw new Error(`Swift does not start: ${said}`)
  }
  const stop = async () => {
    const ended = running && once(running, 'exit')
    running?.kill('SIGKILL')
    running = null
    await ended
  }
  await start()
  return {
    endpoint,
    start,
    stop,
    async makeBucket() {
      const bucket = `svc-${randomBytes(6).toString('hex')}`
      const address = { endpoint, region: 'us-east-1', bucket, prefix: 'some/artifacts/' }
      const made = { address, credentials: CREDENTIALS }
      await ask(made, 'PUT')
      return made
    },
    removeBucket: (bucket) => ask(bucket, 'DELETE'),
    pause: () => void running?.kill('SIGSTOP'),
    resume: () => void running?.kill('SIGCONT'),
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(bucket: OwnBucket, method: 'PUT' | 'DELETE'): Promise<void> {
  const { body } = await openS3Connection({ ...bucket, clock: Date.now }).send({ method, name: '' })
  body.resume()
}
