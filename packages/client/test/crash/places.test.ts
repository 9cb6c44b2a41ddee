// @module-tag thorough
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunnerProject } from '@svc/test-kit/runner-project'
import { runnerProject } from '@svc/test-kit/runner-project'
import { saidIn } from '@svc/test-kit/said'
import { useServer } from '@svc/test-kit/use-server'
import { newestOf } from '@svc/test-kit/versions'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../folders.ts'
import { endRuns, removeProjects, startRun, svcFlush } from './projects.ts'
import { type Stored, storedIn } from './stored.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1'
const TESTS = 300
/** Otherwise Vitest itself writes beside its config. */
const NATIVE = '--configLoader=native'
const isRoot = process.getuid?.() === 0

const server = useServer()
const mounts: string[] = []
afterAll(() => {
  endRuns()
  for (const mount of mounts) execFileSync('umount', [mount])
  removeProjects()
  removeFolders()
})

/** A Vitest project of many tests; `inTheMiddle` runs in a worker when half of them are over. */
const makeProject = (inTheMiddle = '', inTheRunner = '') => {
  const project = runnerProject(
    newestOf('vitest'),
    {
      'a.test.js': `import { test } from 'vitest'
import fs from 'node:fs'
for (let index = 0; index < ${TESTS / 2}; index++) test('test ' + index, () => {})
test('in the middle', async () => { await new Promise((done) => setTimeout(done, 300)); ${inTheMiddle} })
for (let index = ${TESTS / 2}; index < ${TESTS}; index++) test('test ' + index, () => {})
`,
      'other.mjs': `import fs from 'node:fs'
let over = 0
export default class { onTestCaseResult() { over += 1; if (over === ${TESTS / 2}) { ${inTheRunner} } } }`,
    },
    { reporters: [['@svc/vitest', { project: 'fixture' }], './other.mjs'] },
  )
  return project
}

const envOf = (suite: string, url = server.url) => ({
  SVC_URL: url,
  SVC_API_KEY: server.apiKey,
  SVC_SUITE: suite,
})

/** Runs it and expects what any run has to keep: its exit code, and that nothing of it is a stack of ours. */
const run = async (project: RunnerProject, env: NodeJS.ProcessEnv) => {
  const { code, output } = await startRun(project, env).ended()
  expect([code, output]).toEqual([0, expect.not.stringMatching(/unhandled|\n\s+at /i)])
  return saidIn(output)
}

const expectWhole = (executions: Stored[], count = 1) => {
  expect(executions.map(({ state, counts }) => [state, counts.total])).toEqual(
    Array.from({ length: count }, () => ['passed', TESTS + 1]),
  )
}

const flushed = async (project: RunnerProject, suite: string) =>
  (await svcFlush(project.folder, envOf(suite)).done).journals

test('a deleted .svc: all is sent; without a server it comes back and is kept', async () => {
  const project = makeProject("fs.rmSync('.svc', { recursive: true })")
  expect(await run(project, envOf('deleted'))).toEqual([
    expect.stringMatching(/^svc: 301 results sent/),
    expect.stringMatching(
      /^svc: the journal could not be written \(the file was deleted.*kept in memory; let no test delete the folder \.svc$/,
    ),
  ])
  expectWhole(await storedIn(server, 'deleted'))
  expect(await run(project, envOf('deleted twice', NOWHERE))).toEqual([
    expect.stringMatching(/^svc: results not sent: .*no server listens/),
    expect.stringMatching(/^svc: they are kept in .*; to send them, run: .*svc flush$/),
  ])
  expect(await flushed(project, 'deleted twice')).toMatchObject([{ state: 'sent', isComplete: true }])
  expectWhole(await storedIn(server, 'deleted twice'))
})

test('a deleted project: all is sent, and it is not brought back', async () => {
  const project = makeProject('fs.rmSync(process.cwd(), { recursive: true })')
  expect((await startRun(project, envOf('gone')).ended()).output).toMatch(/svc: 301 results sent/)
  expect((await storedIn(server, 'gone')).map(({ counts }) => counts.total)).toEqual([TESTS + 1])
  expect(existsSync(join(project.folder, '.svc'))).toBe(false)
})

test('a file or a link to nowhere in the place of .svc: told, and sent all the same; a link is followed', async () => {
  const project = makeProject()
  const place = join(project.folder, '.svc')
  writeFileSync(place, '')
  const said = [
    expect.stringMatching(/301 results sent/),
    expect.stringMatching(
      /^svc: the journal could not be written \(E[A-Z]+: .*\), results were kept in memory; to keep results on disk, make \S+\.svc a folder .*$/,
    ),
  ]
  expect(await run(project, envOf('file'))).toEqual(said)
  rmSync(place)
  symlinkSync(join(project.folder, 'nowhere', 'at all'), place)
  expect(await run(project, envOf('file'))).toEqual(said)
  expectWhole(await storedIn(server, 'file'), 2)
  rmSync(place)
  symlinkSync(makeFolder(), place)
  expect(await run(project, envOf('link', NOWHERE))).toHaveLength(2)
  expect(await flushed(project, 'link')).toMatchObject([{ state: 'sent' }])
  expectWhole(await storedIn(server, 'link'))
})

test.runIf(process.getuid)(
  'a folder that cannot be written, no home and nowhere for temporary files',
  async () => {
    const project = makeProject()
    chmodSync(project.folder, 0o555)
    const home = makeFolder()
    chmodSync(home, 0o777)
    // Vitest itself starts only where it can write either the home or the project.
    const env = { ...envOf('read-only'), HOME: home, TMPDIR: '/nonexistent' }
    // The rights of a folder hold for everybody but root.
    const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    const sent = await startRun(project, env, nobody, NATIVE).ended()
    expect(sent.output).toMatch(
      /301 results sent[\s\S]*could not be written \(EACCES: .*kept in memory; .* let this user write/,
    )
    const lost = await startRun(project, { ...env, SVC_URL: NOWHERE }, nobody, NATIVE).ended()
    expect(lost.output).toMatch(
      /results not sent: .*\n.*they are lost, because the journal could not be written \(EACCES/,
    )
    expect([sent.code, lost.code]).toEqual([0, 0])
    chmodSync(project.folder, 0o755)
    expectWhole(await storedIn(server, 'read-only'))
    expect(await run(project, { ...env, SVC_SUITE: 'homeless', HOME: undefined })).toEqual([
      expect.stringMatching(/301 results sent/),
    ])
  },
)

test.runIf(isRoot && process.platform === 'linux')(
  'a read-only file system: told by its name, and sent all the same',
  async () => {
    const project = makeProject()
    execFileSync('mount', ['--bind', project.folder, project.folder])
    mounts.push(project.folder)
    execFileSync('mount', ['-o', 'remount,ro,bind', project.folder])
    const { code, output } = await startRun(project, envOf('mounted'), {}, NATIVE).ended()
    expect(output).toMatch(/301 results sent[\s\S]*\(EROFS: .*kept in memory; .* mount \S+ writable/)
    expect(code).toBe(0)
    execFileSync('umount', [project.folder])
    mounts.splice(mounts.indexOf(project.folder), 1)
    expectWhole(await storedIn(server, 'mounted'))
  },
)

test.runIf(isRoot && process.platform === 'linux')(
  'a full disk: told; what memory held is kept when there is room again',
  async () => {
    const project = makeProject("fs.rmSync('.svc/filler')")
    const place = join(project.folder, '.svc')
    mkdirSync(place)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', place])
    mounts.push(place)
    // What is left takes the journal's first lines, in the middle of one.
    writeFileSync(join(place, 'filler'), Buffer.alloc(116 * 1024))
    expect(await run(project, envOf('full', NOWHERE))).toEqual([
      expect.stringMatching(/^svc: results not sent: /),
      expect.stringMatching(/^svc: they are kept in /),
    ])
    expect(await flushed(project, 'full')).toMatchObject([{ state: 'sent', isComplete: true }])
    expectWhole(await storedIn(server, 'full'))
  },
)
