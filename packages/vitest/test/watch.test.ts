// @module-tag thorough
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCollector } from '@svc/test-kit/collect'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { expect, test } from 'vitest'
import { toApiKey } from '../../../packages/protocol/src/api-key.ts'
import { eachVersion, vitestProject } from './project.ts'

const RUN_OVER = /(?:Waiting|Watching) for file/

/** Starts a watch, changes a file after each run but the last, and tells what arrived when `runs` were over. */
const watch = async (project: RunnerProject, runs: number, change: (run: number) => void) => {
  const collector = await startCollector()
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const env = {
    PATH,
    HOME,
    TMPDIR,
    ...NODE_CACHE,
    SVC_API_KEY: toApiKey(randomBytes(32)),
    SVC_URL: collector.url,
  }
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'watch'], {
    cwd: project.folder,
    env,
  })
  const over = once(child, 'close')
  const limit = setTimeout(() => child.kill('SIGKILL'), 240_000)
  let output = ''
  let run = 1
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split(RUN_OVER).length - 1 < run) return
      if (run === runs) child.kill()
      else change(run)
      run += 1
    })
  await over
  clearTimeout(limit)
  const parts = collector.parts()
  await collector.close()
  return { output, parts }
}

const green = `import { test } from 'vitest'; test('a', () => {})`
const red = `import { test } from 'vitest'; test('a', () => { throw new Error('changed') }); test('b', () => {})`

eachVersion('watch mode', (version) => {
  const files = { 'a.test.js': green, 'b.test.js': `import { test } from 'vitest'; test('other', () => {})` }
  const reporters = (svc: object) => ({ reporters: ['default', ['@svc/vitest', svc]] })

  test('sends nothing unless asked to, and says so once', async () => {
    const project = vitestProject(files, reporters({}), { version })
    const { output, parts } = await watch(project, 2, () =>
      writeFileSync(join(project.folder, 'a.test.js'), `${green}\n`),
    )
    project.remove()
    expect(output).toMatch(/2 passed/)
    expect(output.match(/svc: watch mode sends nothing; .*SVC_WATCH=1/g)).toHaveLength(1)
    expect(parts).toEqual([])
  })

  test('with the option watch makes every run an execution of its own', async () => {
    const project = vitestProject(files, reporters({ watch: true }), { version })
    const { parts } = await watch(project, 3, (run) =>
      writeFileSync(join(project.folder, 'a.test.js'), run === 1 ? red : green),
    )
    project.remove()
    expect(parts.map(({ end, tests }) => [end?.status, tests.map(({ titles }) => titles[0]).sort()])).toEqual(
      [
        ['passed', ['a', 'other']],
        ['failed', ['a', 'b']],
        ['passed', ['a']],
      ],
    )
    expect(new Set(parts.map(({ open }) => open?.build)).size).toBe(3)
    const starts = parts.map(({ open }) => open?.startedAt ?? 0)
    expect(starts).toEqual([...starts].sort())
    expect(parts[1]?.tests[0]?.attempts).toHaveLength(1)
  })
})
