// @module-tag thorough
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { runnerProject } from '@svc/test-kit/runner-project'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf } from '@svc/test-kit/versions'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../folders.ts'
import { endRuns, removeAtEnd, removeProjects, startRun, svcFlush } from './projects.ts'
import { storedIn } from './stored.ts'

const TESTS = 20
const DAY_MS = 24 * 60 * 60_000

const server = useServer()
afterAll(() => {
  endRuns()
  removeProjects()
  removeFolders()
})

/** A Vitest project whose tests take a second in all; `half` runs in the runner when half of them are over. */
const makeProject = (half = '') => {
  const project = runnerProject(
    newestOf('vitest'),
    {
      'a.test.js': `import { test } from 'vitest'
for (let index = 0; index < ${TESTS}; index++)
  test('test ' + index, () => new Promise((done) => setTimeout(done, 50)))
`,
      'other.mjs': `import fs from 'node:fs'
let over = 0
export default class { onTestCaseResult() { over += 1; if (over === ${TESTS / 2}) { ${half} } } }`,
    },
    { reporters: [['@svc/vitest', { project: 'fixture' }], './other.mjs'] },
  )
  removeAtEnd(project)
  return project
}

const envOf = (suite: string) => ({ SVC_URL: server.url, SVC_API_KEY: server.apiKey, SVC_SUITE: suite })

const journals = (root: string) => readdirSync(join(root, '.svc/journal'))

test('two runs in one folder at once: both whole, neither touches the other’s journal', async () => {
  const project = makeProject()
  const both = [startRun(project, envOf('side by side')), startRun(project, envOf('side by side'))]
  for (const { output } of await Promise.all(both.map((run) => run.ended()))) {
    expect(output).toMatch(/svc: 20 results sent/)
    expect(output).not.toMatch(/earlier/)
  }
  const executions = await storedIn(server, 'side by side')
  expect(executions.map(({ state, counts }) => [state, counts.total])).toEqual([
    ['passed', TESTS],
    ['passed', TESTS],
  ])
  expect(journals(project.folder)).toEqual([])
})

test('two runs of one build at once: one execution, nothing lost, and what collided is reported', async () => {
  const env = { ...envOf('one build'), SVC_BUILD: '7' }
  const [first, second] = [makeProject(), makeProject()]
  const runs = [startRun(first, env), startRun(second, { ...env, SVC_JOB: 'other' })]
  const outputs = (await Promise.all(runs.map((run) => run.ended()))).map(({ output }) => output)
  expect(outputs.join('\n')).toMatch(/warning: Another part of the same run and leg reported 20 tests/)
  const [execution, ...others] = await storedIn(server, 'one build')
  expect(others).toEqual([])
  expect(execution).toMatchObject({ partCount: 2, counts: { total: 2 * TESTS } })
  expect(execution?.parts).toMatchObject([
    { state: 'ended', outcome: 'passed' },
    { state: 'ended', outcome: 'passed' },
  ])
})

test('inside a git hook, and in a checkout without git', async () => {
  const project = makeProject()
  const command = [process.execPath, ...project.command()].map((word) => `'${word}'`).join(' ')
  const settings = Object.entries(envOf('hook')).map(([name, value]) => `export ${name}='${value}'\n`)
  const hook = join(project.folder, '.git/hooks/pre-commit')
  writeFileSync(hook, `#!/bin/sh\n${settings.join('')}${command} >hook.log 2>&1\n`, { mode: 0o755 })
  git(project.folder, 'add', 'a.test.js')
  git(project.folder, 'commit', '--no-verify', '-m', 'first')
  git(project.folder, 'add', 'other.mjs')
  git(project.folder, 'commit', '-m', 'second')
  expect(await storedIn(server, 'hook')).toMatchObject([
    {
      state: 'passed',
      branch: 'main',
      testedSha: git(project.folder, 'rev-parse', 'HEAD~'),
      dirty: true,
      counts: { total: TESTS },
    },
  ])
  expect(git(project.folder, 'status', '--porcelain', '.svc')).toBe('')

  const bare = join(makeFolder(), 'bare')
  cpSync(project.folder, bare, { recursive: true, verbatimSymlinks: true })
  for (const each of ['.git', '.svc']) rmSync(join(bare, each), { recursive: true })
  const { output } = await startRun({ ...project, folder: bare }, envOf('bare')).ended()
  expect(output).toMatch(/svc: 20 results sent/)
  expect(await storedIn(server, 'bare')).toMatchObject([{ state: 'passed', branch: null, testedSha: null }])
  expect(existsSync(join(bare, '.svc/journal'))).toBe(true)
})

test('a runner without a free file descriptor reports what it could not do, and nothing is lost', async () => {
  const project = makeProject("try { for (;;) fs.openSync('/dev/null') } catch {}")
  const { output } = await startRun(project, envOf('descriptors')).ended()
  expect(output).toMatch(/svc: (20 results sent|results not sent: .*EMFILE[\s\S]*svc flush)/)
  await svcFlush(project.folder, envOf('descriptors')).done
  expect((await storedIn(server, 'descriptors')).map(({ counts }) => counts.total)).toEqual([TESTS])
  expect(journals(project.folder)).toEqual([])
})

test.for([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
] as const)(
  'a clock that jumps a day %s in mid-run moves no start and no duration',
  async ([way, jumpMs]) => {
    const project = makeProject("fs.writeFileSync('jumped', '')")
    const clock = join(project.folder, 'clock.mjs')
    // Set for the runner and its workers at the same instant, as a machine's clock is.
    const jump = `import { existsSync } from 'node:fs'
const now = Date.now
Date.now = () => now() + (existsSync('jumped') ? ${jumpMs} : 0)`
    writeFileSync(clock, jump)
    const begun = Date.now()
    const { output } = await startRun(project, { ...envOf(way), NODE_OPTIONS: `--import=${clock}` }).ended()
    const over = Date.now()
    expect(output).toMatch(/svc: 20 results sent/)
    const [execution] = await storedIn(server, way)
    const times = [
      execution?.startedAt,
      ...(execution?.results ?? []).map(({ attempts }) => attempts[0]?.startedAt),
    ]
    expect(times).toHaveLength(TESTS + 1)
    for (const time of times.map((each) => Date.parse(each ?? ''))) {
      expect(time).toBeGreaterThanOrEqual(begun)
      expect(time).toBeLessThanOrEqual(over)
    }
    for (const durationMs of [execution?.durationMs, execution?.parts[0]?.durationMs]) {
      expect(durationMs).toBeGreaterThan(TESTS * 40)
      expect(durationMs).toBeLessThanOrEqual(over - begun)
    }
  },
)
