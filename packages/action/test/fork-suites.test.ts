import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { companionOf, dependabotOf, forkOf, honestFiles, upload, uploadFolder } from './forks.ts'
import { makeFolder } from './journals.ts'
import { makeShop, type Shop, useScene } from './scene.ts'
import { zipOf } from './zips.ts'

// Which execution results of a fork belong to: the base repository decides, by its workflow file and its own runs.

const scene = useScene()
const NO_SECRETS = { 'api-key': '', url: '' }

const workflowOf = (jobs: string) => ({ '.github/workflows/tests.yml': `name: Tests\njobs:\n${jobs}` })
const jobWith = (id: string, inputs: string) =>
  `  ${id}:\n    steps:\n      - uses: owner/svc@v1\n        with: { ${inputs} }\n`

/** The jobs of a fork, each with the inputs of its step; then the companion's outcome. */
const forkWith = async (
  shop: Shop,
  jobs: { id: string; inputs?: Record<string, string>; suite?: string }[],
) => {
  const given = forkOf(scene, shop)
  for (const { id, inputs = {}, suite } of jobs) {
    const job = { ...given.job, job: id, workspace: makeFolder(), temp: makeFolder() }
    shop.keep(job, { results: { [`of ${id}`]: 'passed' }, ...(suite && { suite }) })
    const step = await shop.main(job, { ...NO_SECRETS, ...inputs })
    expect(step.code, step.raw).toBe(0)
    uploadFolder(scene, given.run, step.outputs.journals ?? '', `svc-journals-${id}-0`)
  }
  const ended = await shop.main(companionOf(scene, shop, given.run))
  expect(ended.code, ended.raw).toBe(0)
  const executions: { project: string; suite: string; state: string }[] = JSON.parse(
    ended.outputs.executions ?? '',
  )
  return { ended, suites: executions.map(({ project, suite }) => `${project}/${suite}`).sort() }
}

const setFiles = (shop: Shop, files: Record<string, string>) =>
  Object.assign(scene.state.commits.get(shop.base) ?? {}, { files })

test('the inputs of two jobs of a fork give two executions, as the workflow of the base says', async () => {
  const shop = makeShop(scene)
  setFiles(shop, workflowOf(jobWith('unit', 'suite: unit') + jobWith('e2e', 'suite: e2e')))
  const { suites, ended } = await forkWith(shop, [
    { id: 'unit', inputs: { suite: 'unit' } },
    // The base decides about its job, whatever the fork's file says.
    { id: 'e2e', inputs: { suite: 'evil' } },
  ])
  expect(suites).toEqual([`${shop.project}/e2e`, `${shop.project}/unit`])
  expect(ended.log).not.toContain('name a suite or project')
})

test("without a workflow file, the repository's own runs say which suites and projects there are", {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  for (const suite of ['unit', 'e2e']) await shop.pushed({ suite })
  await shop.pushed({ project: `${shop.project}-web` })
  const { suites, ended } = await forkWith(shop, [
    { id: 'unit', inputs: { suite: 'unit' } },
    { id: 'config', suite: 'e2e' },
    { id: 'web', inputs: { project: `${shop.project}-web` } },
  ])
  expect(suites).toEqual([`${shop.project}-web/default`, `${shop.project}/e2e`, `${shop.project}/unit`])
  expect(ended.log).not.toContain('name a suite or project')
})

test('two steps of a fork, the second with report-attempt, are attempts of one run', async () => {
  const shop = makeShop(scene)
  setFiles(shop, workflowOf(jobWith('unit', 'suite: unit')))
  const given = forkOf(scene, shop)
  const job = { ...given.job, job: 'unit', workspace: makeFolder() }
  const report = (inner: string) =>
    `<testsuite name="cart" tests="1"><testcase classname="Cart" name="pays" time="0.1">${inner}</testcase></testsuite>`
  for (const [attempt, inner] of ['<failure message="no card"/>', ''].entries()) {
    writeFileSync(join(job.workspace, 'a.xml'), report(inner))
    const inputs = { suite: 'unit', 'report-files': 'a.xml', 'report-attempt': String(attempt + 1) }
    const step = await shop.main({ ...job, temp: makeFolder() }, { ...NO_SECRETS, ...inputs })
    expect(step.code, step.raw).toBe(0)
    uploadFolder(scene, given.run, step.outputs.journals ?? '', `svc-journals-unit-${attempt}`)
  }
  const ended = await shop.main(companionOf(scene, shop, given.run))
  expect(ended, ended.raw).toMatchObject({ code: 0, outputs: { failed: '0', flaky: '1' } })
  expect(await shop.executions()).toMatchObject([{ suite: 'unit' }])
})

for (const who of ['a fork', 'Dependabot'])
  test(`two steps of a job of ${who} report to a suite each`, async () => {
    const shop = makeShop(scene)
    const steps = [1, 2].map(
      (n) => `      - uses: owner/svc@v1\n        with: { suite: suite ${n}, report-files: ${n}.xml }\n`,
    )
    setFiles(shop, workflowOf(`  test:\n    steps:\n${steps.join('')}`))
    const given = who === 'a fork' ? forkOf(scene, shop) : dependabotOf(scene, shop)
    // Both steps have the folders of their job.
    const job = { ...given.job, workspace: makeFolder(), temp: makeFolder() }
    let folder = ''
    for (const n of [1, 2]) {
      const test = `<testcase classname="Cart" name="pays ${n}" time="0.1"/>`
      writeFileSync(join(job.workspace, `${n}.xml`), `<testsuite name="cart" tests="1">${test}</testsuite>`)
      const inputs = { suite: `suite ${n}`, 'report-files': `${n}.xml` }
      const step = await shop.main(job, { ...NO_SECRETS, ...inputs })
      expect(step.code, step.raw).toBe(0)
      folder = step.outputs.journals ?? ''
    }
    uploadFolder(scene, given.run, folder)
    const ended = await shop.main(companionOf(scene, shop, given.run))
    expect(ended.code, ended.raw).toBe(0)
    expect((await shop.executions()).map(({ suite, counts }) => [suite, counts.total]).sort()).toEqual([
      ['suite 1', 1],
      ['suite 2', 1],
    ])
  })

test('a fork chooses no suite and no project of its own, by inputs, journal or run.json', async () => {
  const stranger = makeShop(scene)
  await stranger.pushed()
  const shop = makeShop(scene)
  await shop.pushed()
  const { suites, ended } = await forkWith(shop, [
    { id: 'a', inputs: { suite: 'evil' } },
    { id: 'b', suite: 'evil' },
    { id: 'c', inputs: { project: stranger.project } },
  ])
  expect(suites).toEqual([`${shop.project}/default`])
  expect(ended.log).toContain('3 journals name a suite or project')
  expect(ended.log + ended.summary).not.toContain('evil')
  expect(await stranger.executions()).toHaveLength(1)
})

test('what forks reported makes a suite known to nobody', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  setFiles(shop, workflowOf(jobWith('unit', 'suite: unit')))
  await forkWith(shop, [{ id: 'unit' }])
  setFiles(shop, {})
  const { suites } = await forkWith(shop, [{ id: 'unit', inputs: { suite: 'unit' } }])
  expect(suites).toEqual([`${shop.project}/default`])
})

test('of a matrix, the fork chooses a value that the base has', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  setFiles(
    shop,
    workflowOf(
      `  test:\n    strategy: { matrix: { suite: [unit, e2e] } }\n    steps:\n      - uses: owner/svc@v1\n        with:\n          suite: \${{ matrix.suite }}\n`,
    ),
  )
  const { suites } = await forkWith(shop, [
    { id: 'test', inputs: { suite: 'unit' } },
    { id: 'test', inputs: { suite: 'e2e' } },
    { id: 'test', inputs: { suite: 'evil' } },
  ])
  expect(suites).toEqual(['default', 'e2e', 'unit'].map((suite) => `${shop.project}/${suite}`))
})

test('of more than 20 suites of a fork 20 are reported, and the rest is said', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  setFiles(
    shop,
    workflowOf(Array.from({ length: 23 }, (_, i) => jobWith(`job${i}`, `suite: suite ${i}`)).join('')),
  )
  const given = forkOf(scene, shop)
  const files = Array.from({ length: 23 }, (_, i) =>
    honestFiles(given, { project: shop.project, suite: `suite ${i}` }),
  )
  upload(scene, given.run, zipOf(Object.assign({}, ...files)))
  const ended = await shop.main(companionOf(scene, shop, given.run))
  expect(ended.code, ended.raw).toBe(0)
  expect(JSON.parse(ended.outputs.executions ?? '')).toHaveLength(20)
  for (const text of [ended.log, ended.summary]) expect(text).toMatch(/more than 20 suites.*3 journals/)
})
