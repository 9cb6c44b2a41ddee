import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pushEvent } from './events.ts'
import { makeFolder } from './journals.ts'
import { makeShop, useScene } from './scene.ts'

// The input report-files: tools without a reporter of ours.

const scene = useScene()

const write = (folder: string, files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const junit = (failing = false) => `<?xml version="1.0"?>
<testsuites><testsuite name="cart" tests="2">
  <testcase classname="com.acme.CartTest" name="adds" time="0.1"/>
  <testcase classname="com.acme.CartTest" name="pays" time="0.2">${failing ? '<failure message="no card">at CartTest.java:7</failure>' : ''}</testcase>
</testsuite></testsuites>`
const PAYS =
  '<testsuite name="cart" tests="1"><testcase classname="com.acme.CartTest" name="pays" time="0.1"/></testsuite>'
const ctrf = JSON.stringify({
  reportFormat: 'CTRF',
  specVersion: '0.0.0',
  results: {
    tool: { name: 'other' },
    summary: { tests: 1, passed: 1, failed: 0, skipped: 0, pending: 0, other: 0, start: 1, stop: 2 },
    tests: [{ name: 'opens', status: 'passed', duration: 5, filePath: 'web/shop.spec.ts' }],
  },
})
const MAP = '^com\\.acme\\.(\\w+)$=src/test/java/com/acme/$1.java'

test('reports of two tools become one execution, compared and commented as that of a reporter', async () => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const inputs = {
    project: shop.project,
    'report-files': 'build/**/*.xml\nctrf/*.json\n!build/old/*.xml',
    'report-map': MAP,
  }
  const main = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  write(main.workspace, {
    'build/test/TEST-cart.xml': junit(),
    'ctrf/report.json': ctrf,
    'build/old/x.xml': 'old',
  })
  expect(await shop.main(main, inputs)).toMatchObject({ code: 0, outputs: { passed: '3', state: 'passed' } })

  const job = shop.jobOf(shop.opened(pull))
  write(job.workspace, { 'build/test/TEST-cart.xml': junit(true), 'ctrf/report.json': ctrf })
  const ended = await shop.main(job, inputs)
  expect(ended).toMatchObject({ code: 1, outputs: { passed: '2', failed: '1', regressions: '1' } })
  const stored = await shop.execution(ended.outputs['execution-id'])
  expect(stored.results.map(({ file, titles }) => [file, ...titles]).sort()).toEqual([
    ['src/test/java/com/acme/CartTest.java', 'com.acme.CartTest', 'adds'],
    ['src/test/java/com/acme/CartTest.java', 'com.acme.CartTest', 'pays'],
    ['web/shop.spec.ts', 'opens'],
  ])
  expect(shop.comments(pull)).toHaveLength(1)
  expect(shop.comments(pull)[0]?.body).toContain('no card')
  // Nothing of it is left on the disk, and the same files a second time make nothing double.
  expect(readdirSync(join(job.workspace, '.svc/journal')).filter((name) => name.endsWith('.ndjson'))).toEqual(
    [],
  )
  expect((await shop.main(job, inputs)).outputs).toMatchObject({ passed: '2', failed: '1' })
})

test('a report that is broken, empty, missing or elsewhere is named, and never green', async () => {
  const shop = makeShop(scene)
  const cases: [Record<string, string>, string, RegExp][] = [
    [
      { 'a.xml': junit().slice(0, -40) },
      'a.xml',
      /The report a\.xml \(line \d+, column \d+\) is broken: the file ends within/,
    ],
    [{ 'a.xml': '' }, 'a.xml', /a\.xml.*broken/],
    [{ 'a.xml': '<testsuites/>' }, 'a.xml', /tests.* a\.xml/],
    [{ 'a.txt': 'hello' }, 'a.txt', /none of the known formats/],
    [{}, 'reports/*.xml', /report-files.*reports\/\*\.xml.*no file/],
    [{}, '../../../../etc/host*', /outside the workspace/],
    [{ 'a.xml': junit() }, 'a.xml\nb.xml', /report-files.*b\.xml.*no file/],
  ]
  for (const [files, patterns, message] of cases) {
    const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
    write(job.workspace, files)
    const ended = await shop.main(job, { project: shop.project, 'report-files': patterns })
    expect(ended.log, patterns).toMatch(message)
    expect(ended.code, patterns).toBe(1)
    expect(ended.summary).toMatch(/broken|No tests|no file|outside/)
  }
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  symlinkSync('/etc/hosts', join(job.workspace, 'a.xml'))
  expect((await shop.main(job, { 'report-files': '*.xml' })).log).toMatch(/outside the workspace/)
  expect((await shop.main(job, { 'report-files': '*.xml', 'fail-on': 'never' })).code).toBe(0)
  for (const [name, value, message] of [
    ['report-format', 'nonsense', /input report-format is "nonsense"\..* junit/],
    ['report-map', 'no sign', /input report-map is /],
  ] as const) {
    const wrong = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
    write(wrong.workspace, { 'a.xml': junit() })
    const ended = await shop.main(wrong, { 'report-files': 'a.xml', [name]: value })
    expect(ended.code).toBe(1)
    expect(ended.log).toMatch(message)
  }
})

test('what is put right is said in the log, and names the input that says it better', async () => {
  const shop = makeShop(scene)
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  const outside = junit().replaceAll('<testcase ', '<testcase file="/elsewhere/cart_test.py" ')
  write(job.workspace, { 'a.xml': outside })
  const ended = await shop.main(job, { project: shop.project, 'report-files': 'a.xml' })
  expect(ended.code).toBe(0)
  expect(ended.log).toMatch(/^svc: a\.xml: .*file outside the root.*use the input report-map to rename it/m)
  const stored = JSON.stringify(await shop.execution(ended.outputs['execution-id']))
  expect(stored).toContain('use the input report-map to rename it')
  expect(stored).not.toContain('--map')
})

test('a second step with report-attempt joins the first, and the gate judges both', async () => {
  const shop = makeShop(scene)
  const main = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  write(main.workspace, { 'first.xml': junit() })
  await shop.main(main, { project: shop.project, 'report-files': 'first.xml' })

  const job = shop.jobOf(shop.opened(shop.pull()))
  write(job.workspace, { 'first.xml': junit(true) })
  const first = await shop.main(job, { project: shop.project, 'report-files': 'first.xml' })
  expect(first).toMatchObject({ code: 1, outputs: { failed: '1', flaky: '0' } })
  write(job.workspace, { 'again.xml': PAYS })
  const again = { project: shop.project, 'report-files': 'again.xml', 'report-attempt': '2' }
  const ended = await shop.main(job, again)
  const joined = { passed: '1', failed: '0', flaky: '1', 'execution-id': first.outputs['execution-id'] }
  expect(ended).toMatchObject({ code: 0, outputs: joined })
  const { results } = await shop.execution(ended.outputs['execution-id'])
  expect(results.map(({ titles, status }) => [titles.at(-1), status]).sort()).toEqual([
    ['adds', 'passed'],
    ['pays', 'flaky'],
  ])
  // Sent again, it is the same attempt.
  expect(await shop.main(job, again)).toMatchObject({ code: 0, outputs: joined })
  for (const wrong of ['0', 'two', '1000000']) {
    const refused = await shop.main(job, { ...again, 'report-attempt': wrong })
    expect(refused.code, wrong).toBe(1)
    expect(refused.log).toMatch(/input report-attempt is ".+"\. It must be a whole number from 1 to \d+/)
  }
})

test('without report-attempt, the repeated test stays failed', async () => {
  const shop = makeShop(scene)
  const job = shop.jobOf(shop.opened(shop.pull()))
  write(job.workspace, { 'first.xml': junit(true), 'again.xml': PAYS })
  await shop.main(job, { project: shop.project, 'report-files': 'first.xml' })
  const ended = await shop.main(job, { project: shop.project, 'report-files': 'again.xml' })
  expect(ended.outputs).toMatchObject({ failed: '1', flaky: '0' })
})

test('in a run without secrets reports are kept for the companion', async () => {
  const shop = makeShop(scene)
  const pull = shop.pull({ headRepository: 'mallory/fork' })
  const job = shop.jobOf(shop.opened(pull), { temp: makeFolder() })
  write(job.workspace, { 'a.xml': junit(true) })
  const ended = await shop.main(job, { 'api-key': '', url: '', 'report-files': 'a.xml' })
  expect(ended).toMatchObject({ code: 0, outputs: { passed: '1', failed: '1' } })
  expect(readdirSync(ended.outputs.journals ?? '').filter((name) => name.endsWith('.ndjson'))).toHaveLength(1)
})
