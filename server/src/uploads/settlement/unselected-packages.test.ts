import { expect, test } from 'vitest'
import { compare } from '../../testing/compare.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { failedTwice, type MadeRun, type MadeTest, passed, run, send } from '../../testing/upload.ts'

const MINUTE_MS = 60_000
const PULL = { branch: 'topic', baseBranch: 'main', pullRequest: 7 }

/** A run with a part for each of these packages, each a letter. */
async function ran(
  app: TestApp,
  packages: string,
  code: MadeRun['code'] = { branch: 'main' },
  of: (name: string) => MadeTest = (name) => passed(name, { file: `${name}/pays.test.ts` }),
) {
  const build = `${code.branch} ${app.clock()}`
  let id = ''
  for (const name of packages)
    id = (await send(app, run({ build, code, part: { job: 'test', package: name }, results: [of(name)] })))
      .data.execution.id
  await app.settle(id)
  app.advance(MINUTE_MS)
  return id
}

async function after(app: TestApp, runs: string[]) {
  for (const packages of runs) await ran(app, packages)
}

/** Runs of a team whose CI runs the packages of a list of affected ones. */
const SELECTED = ['abc', 'ab', 'bc', 'ac', 'ab', 'a', 'bc', 'b', 'ab', 'abc']

onBothDatabases('packages that a run lacks', (makeApp) => {
  test('were not selected if runs leave them out and run them again', async () => {
    const app = await makeApp()
    await after(app, SELECTED)
    const head = await ran(app, 'ab', PULL)
    const { missing, removed, stoppedRunning } = await compare(app, head)
    expect(missing).toEqual([])
    expect(removed).toEqual([])
    expect(stoppedRunning).toMatchObject([{ titles: ['c'], cause: 'not-selected' }])
    const { data } = await app.get<{ markdown: string }>('/api/pull-requests/7')
    expect(data.markdown).toMatch(/^### ✅ Nothing broke · shop$/m)
  })

  test('did not report if the change touches a file of theirs', async () => {
    for (const [path, parts] of [
      ['c/pay.ts', 1],
      ['cd/pay.ts', 0],
    ] as const) {
      const app = await makeApp()
      await after(app, SELECTED)
      const head = await ran(app, 'ab', PULL)
      const changedFiles = [{ path, status: 'modified', lines: [{ from: 1, to: 2 }] }]
      await app.post(`/api/executions/${head}/facts`, { changedFiles })
      expect((await compare(app, head)).missing).toHaveLength(parts)
    }
  })

  test('and a failure is judged by the runs that had its package', async () => {
    const app = await makeApp()
    await after(app, [...SELECTED, ...SELECTED])
    const head = await ran(app, 'bc', PULL, (name) => {
      const of = name === 'c' ? failedTwice : passed
      return of(name, { file: `${name}/pays.test.ts` })
    })
    const { regressions, missing } = await compare(app, head)
    expect(missing).toEqual([])
    expect(regressions).toMatchObject([{ titles: ['c'], verdict: { kind: 'mine' } }])
  })

  test('did not report if all other runs have them, or if a job was lost now and then', async () => {
    for (const runs of [
      ['abc', 'abc', 'abc', 'abc'],
      ['abc', 'ab', 'abc', 'abc', 'ab', 'abc'],
    ]) {
      const app = await makeApp()
      await after(app, runs)
      const { missing, stoppedRunning } = await compare(app, await ran(app, 'ab', PULL))
      expect(missing).toEqual(['job test of c on linux-x64-node24, which the base has'])
      expect(stoppedRunning).toMatchObject([{ titles: ['c'], cause: 'not-reported' }])
    }
  })

  test('did not report if their branch always has them, if few runs lack them, or if those are of another workflow', async () => {
    const often = (times: number, ...runs: string[]) => Array.from({ length: times }, () => runs).flat()
    const worlds: [string[], MadeRun['code']][] = [
      [[...often(7, 'abc', 'abc'), 'ab', ...often(7, 'abc'), 'ab', ...often(7, 'abc'), 'ab', 'abc'], PULL],
      [often(5, 'abc', 'd'), PULL],
    ]
    for (const [runs, code] of worlds) {
      const app = await makeApp()
      await after(app, runs)
      expect((await compare(app, await ran(app, 'ab', code))).missing).toHaveLength(1)
    }
    const app = await makeApp()
    await after(app, often(4, 'abc'))
    for (const packages of SELECTED) await ran(app, packages, PULL)
    expect((await compare(app, await ran(app, 'ab'))).missing).toHaveLength(1)
  })
})
