// @module-tag thorough
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { observe } from '@svc/test-kit/observe'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEqualReports } from './json-report.ts'
import { eachVersion, HEAD, runBoth } from './project.ts'

const FILES = {
  'e2e/set-up.js': `${HEAD}test('signs in', () => {})`,
  'e2e/a.spec.js': `${HEAD}
    test('is flaky', async ({}, info) => {
      console.log('try ' + info.retry)
      await info.attach('note', { body: 'abc' })
      await test.step('looks', () => { if (info.retry < 1) throw new Error('not yet') })
    })
    test.skip('is skipped', () => {})
    test('passes @tag', { annotation: { type: 'issue', description: '#1' } }, () => {})
  `,
  'e2e/b.spec.js': `${HEAD}
    test.fail('fails as expected', () => { throw new Error('known') })
    test('fails', () => { expect(1).toBe(2) })
  `,
  'e2e/c.spec.js': `require('./nowhere')`,
  'merge.config.js': `module.exports = { testDir: 'e2e', reporter: [['@svc/playwright', { project: 'fixture' }], ['json', { outputFile: 'report.json' }]] }`,
}
const CONFIG = {
  testDir: 'e2e',
  retries: 1,
  projects: [
    { name: 'set-up', testMatch: 'set-up.js' },
    { name: 'web', testMatch: '*.spec.js', dependencies: ['set-up'] },
  ],
}
const SHARDS = [1, 2]

eachVersion('merged reports', (version) => {
  let project: RunnerProject
  const blobs = () => join(project.folder, 'blobs')

  /** Runs one shard with these reporters and puts its blob to the others. */
  const runShard = async (shard: number, reporter: string, ...args: string[]) => {
    const run = await observe(
      project,
      project.command(`--shard=${shard}/2`, `--reporter=${reporter}`, ...args),
    )
    mkdirSync(blobs(), { recursive: true })
    renameSync(join(project.folder, 'blob-report', `report-${shard}.zip`), join(blobs(), `${shard}.zip`))
    return run
  }
  const merge = (where: RunnerProject, ...args: string[]) =>
    runBoth(
      { ...where, command: () => ['node_modules/@playwright/test/cli.js', 'merge-reports', ...args] },
      [],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' },
      },
    )

  beforeAll(() => {
    const { 'e2e/c.spec.js': _, ...good } = FILES
    project = runnerProject(version, good, CONFIG)
  })
  afterAll(() => project.remove())

  test('of shards that did not report: one part, equal to the JSON report of the same merge', async () => {
    const before = Date.now()
    for (const shard of SHARDS) expect((await runShard(shard, 'blob')).parts).toEqual([])
    const between = Date.now()
    const run = await merge(project, '--config=merge.config.js', 'blobs')
    expectEqualReports(
      {
        ...run.part,
        tests: run.part.tests.map((each) => ({ ...each, file: each.file.replace('e2e/', '') })),
      },
      run.report,
    )
    const { open, end } = run.part
    expect(open?.part).toMatchObject({ package: '', config: 'merge.config.js' })
    expect(open?.part).not.toHaveProperty('shard')
    expect(open?.startedAt).toBeGreaterThanOrEqual(before)
    expect((open?.startedAt ?? 0) + (end?.durationMs ?? 0)).toBeLessThanOrEqual(between)
    expect(end?.status).toBe('failed')
    // The set-up ran in both shards.
    const setUps = run.part.tests.filter(({ titles }) => titles[0] === 'signs in')
    expect(setUps.map(({ occurrence }) => occurrence)).toEqual([0, 1])
    expect(run.test('is flaky').attempts).toMatchObject([
      {
        status: 'failed',
        errors: [{ message: 'not yet' }],
        stdout: 'try 0\n',
        attachments: expect.arrayContaining([expect.objectContaining({ name: 'note' })]),
      },
      { status: 'passed' },
    ])
    expect(run.test('fails as expected').attempts).toMatchObject([{ expectedFailure: true }])
    expect(run.test('passes @tag').attempts).toMatchObject([
      { tags: ['@tag'], annotations: [{ description: '#1' }] },
    ])
  })

  test('merged in another folder, without a config: the paths are those of this folder', async () => {
    const { 'e2e/c.spec.js': _, ...good } = FILES
    const other = runnerProject(version, good)
    const run = await merge(other, '--reporter=json,@svc/playwright', blobs())
    other.remove()
    expect(run.test('fails')).toMatchObject({ file: 'e2e/b.spec.js' })
    const [error] = run.test('fails').attempts[0]?.errors ?? []
    expect(error?.location?.file).toBe('e2e/b.spec.js')
    expect(error?.stack).toContain('at e2e/b.spec.js:4')
    expect(run.part.open?.part).toMatchObject({ package: '', config: '' })
  })

  test('of shards that have reported themselves: nothing is sent again', async () => {
    const shards = []
    for (const shard of SHARDS)
      shards.push(await runShard(shard, shard === 1 ? 'blob,@svc/playwright' : '@svc/playwright,blob'))
    expect(shards.map(({ part }) => part.open?.part.shard?.index)).toEqual(SHARDS)
    const run = await merge(project, '--config=merge.config.js', 'blobs')
    expect(run.parts).toEqual([])
    expect(run.output).toContain('already reported by their original runs')
    expect(run.report.stats.flaky).toBe(1)
  })

  test('of which one has reported itself: the results of the other', async () => {
    const [reported] = [await runShard(1, 'blob,@svc/playwright'), await runShard(2, 'blob')]
    const run = await merge(project, '--config=merge.config.js', 'blobs')
    const known = new Set(
      reported.part.tests.filter(({ variant }) => variant === 'web').map(({ titles }) => titles[0]),
    )
    const sent = run.part.tests
      .filter(({ variant }) => variant === 'web')
      .map(({ titles }) => titles[0] ?? '')
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter((title) => known.has(title))).toEqual([])
    expect(known.size + sent.length).toBe(5)
  })

  test('of runs in which a file did not load: the errors of each', async () => {
    rmSync(blobs(), { recursive: true })
    const broken = runnerProject(version, FILES, CONFIG)
    const shard = await observe(broken, broken.command('--reporter=blob'))
    expect(shard.parts).toEqual([])
    const run = await merge(broken, '--config=merge.config.js', 'blob-report')
    broken.remove()
    expect(run.part.errors).toHaveLength(run.report.errors.length)
    expect(run.part.errors).toMatchObject([
      { file: 'e2e/c.spec.js', failure: { message: expect.stringContaining('nowhere') } },
    ])
    expect(run.part.end?.status).toBe('failed')
  })
})
