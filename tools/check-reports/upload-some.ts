import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startServer } from '@svc/test-kit/server'
import type { Checked } from './check-set.ts'
import { type Counts, sumOf } from './plain.ts'

const COMMAND = join(import.meta.dirname, '../../packages/cli/src/main.ts')

interface Said {
  state: string
  url?: string
  reason?: string
}

/** Sends files spread over all sets through `svc upload` to a real server, and compares what it answers; says what differs. */
export const uploadSome = async (files: Checked[], count: number): Promise<string[]> => {
  const sample = spread(
    files.filter(({ counts }) => sumOf(counts) > 0),
    count,
  )
  const server = await startServer()
  const folder = mkdtempSync(join(tmpdir(), 'svc-check-'))
  const wrong: string[] = []
  try {
    for (const [index, file] of sample.entries()) {
      const args = [
        '--json',
        '--suite',
        `s${index}`,
        '--build',
        `b${index}`,
        '--project',
        'check',
        '--job',
        'check',
      ]
      const said = await upload([file.path, ...args], folder, {
        SVC_URL: server.url,
        SVC_API_KEY: server.apiKey,
      })
      const why =
        said.state === 'sent' ? await differs(file, said, server.get) : `${said.state}: ${said.reason}`
      if (why) wrong.push(`${file.path}: uploaded, and ${why}`)
    }
    console.log(`${sample.length} files uploaded`)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return wrong
}

const spread = <T>(all: T[], count: number): T[] => {
  const step = Math.max(1, all.length / count)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((each) => each !== undefined)
}

const upload = ([path = '', ...args]: string[], folder: string, env: NodeJS.ProcessEnv) =>
  new Promise<Said>((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, 'upload', path, ...args],
      { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, ...env }, timeout: 60_000 },
      (_, stdout, stderr) => resolve(stdout.startsWith('{') ? JSON.parse(stdout) : { state: stderr }),
    )
  })

const differs = async (
  { counts }: Checked,
  { url = '' }: Said,
  get: <T>(path: string) => Promise<T>,
): Promise<string | undefined> => {
  const answer = await get<{ results: { status: keyof Counts }[] }>(`/api/executions/${basename(url)}`)
  const got = { passed: 0, failed: 0, flaky: 0, skipped: 0 }
  for (const { status } of answer.results) got[status] += 1
  return JSON.stringify(got) === JSON.stringify(counts)
    ? undefined
    : `the server has ${JSON.stringify(got)} of ${JSON.stringify(counts)}`
}
