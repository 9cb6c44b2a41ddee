import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeOrigin, runTests } from './checkout.ts'
import { shownAnnotations } from './command-files.ts'
import { pullRequestEvent, pushEvent } from './events.ts'
import type { JobContext } from './run-action.ts'
import { makeShop, useScene } from './scene.ts'
import { addPull } from './world.ts'

// examples/workflows/single-job.yml, and what one job can set.

const scene = useScene()
const MARKER = '<!-- svc:pull-request -->'

const TESTS = (sum: number) => `import { expect, test } from 'vitest'
test('adds', () => { expect(1 + 1).toBe(${sum}) })
test('pays', () => {})
`
const IGNORED = 'node_modules\nvitest.config.mjs\nreport.json\n'

describe('with a real runner in a clone of one commit', () => {
  const step = async (shop: ReturnType<typeof makeShop>, given: Partial<JobContext>, sha: string) => {
    const origin = origins.get(shop)
    const project = origin?.checkout(sha)
    if (!project || !given.event) throw new Error('nothing to check out')
    onTestFinished(() => project.remove())
    const job = shop.jobOf(given.event, { ...given, workspace: project.folder })
    const tests = await runTests(project, job)
    return { job, tests, ended: await shop.main(job) }
  }
  const origins = new Map<object, ReturnType<typeof makeOrigin>>()

  test('a pull request that breaks a test, and then mends it', async () => {
    const shop = makeShop(scene)
    const { repository, place, project } = shop
    const origin = makeOrigin(scene.state, repository)
    origins.set(shop, origin)
    const base = origin.commit('main', { '.gitignore': IGNORED, 'sum.test.js': TESTS(2) })
    const pushed = await step(shop, { event: pushEvent(place, 'main', shop.base, base) }, base)
    expect(pushed.tests.code).toBe(0)
    expect(pushed.tests.output).toContain('svc action')
    expect(pushed.ended).toMatchObject({
      code: 0,
      outputs: { passed: '2', state: 'passed', verdict: 'passed' },
    })

    const broken = origin.commit('feature', { 'sum.test.js': TESTS(3) })
    // The base has gone on meanwhile: the branch is to be compared with where it began.
    const later = origin.commit('main', { 'readme.txt': 'later' }, base)
    const pull = addPull(repository, { headSha: broken, baseSha: later })
    const mergeSha = origin.merge(later, broken)
    const event = pullRequestEvent(place, pull, { mergeSha })
    const { job, tests, ended } = await step(shop, { event, checkRunId: 51_725_241_954 }, mergeSha)
    expect(tests.code).toBe(1)
    expect(ended.code).toBe(1)
    expect(ended.outputs).toMatchObject({ passed: '1', failed: '1', regressions: '1', verdict: 'unknown' })
    expect(ended.summary).toContain('adds')
    expect(ended.summary).toContain(base.slice(0, 7))
    expect(shownAnnotations(ended.commands).map(({ properties }) => properties.file)).toContain('sum.test.js')
    const [comment, ...others] = structuredClone(shop.comments(pull))
    expect(others).toEqual([])
    expect(comment?.body.split('\n')[0]).toBe(MARKER)
    expect(comment?.body).toContain('adds')
    expect(comment?.body).toMatch(
      new RegExp(`\\[CI log\\]\\(https://github\\.com/\\S+/actions/runs/${job.run.id}/job/51725241954\\)`),
    )
    expect(ended.outputs['comment-url']).toContain(`issuecomment-${comment?.id}`)
    // What was sent is gone from the disk, so that neither the post step nor another job sends it again.
    expect(readdirSync(join(job.workspace, '.svc/journal'))).toEqual([])
    expect(await shop.post(job, {}, { state: ended.state })).toMatchObject({
      code: 0,
      raw: expect.not.stringContaining('::error'),
    })

    pull.headSha = origin.commit('feature', { 'sum.test.js': TESTS(2) }, broken)
    const mended = origin.merge(later, pull.headSha)
    const second = await step(shop, { event: pullRequestEvent(place, pull, { mergeSha: mended }) }, mended)
    expect(second.ended).toMatchObject({ code: 0, outputs: { verdict: 'passed', failed: '0' } })
    expect(shop.comments(pull)).toHaveLength(1)
    expect(shop.comments(pull)[0]?.body).not.toBe(comment?.body)
    const stored = await shop.execution(second.ended.outputs['execution-id'])
    expect(stored).toMatchObject({ state: 'passed', project, counts: { passed: 2, failed: 0 } })
    // The key is nowhere to be read.
    for (const { ended: each } of [pushed, second])
      expect(each.log + each.summary).not.toContain(scene.server.apiKey)
  })

  test('a reporter with a key sends by itself, and the action continues from there', {
    tags: 'thorough',
  }, async () => {
    const shop = makeShop(scene)
    const { repository, place } = shop
    const origin = makeOrigin(scene.state, repository)
    const base = origin.commit('main', { '.gitignore': IGNORED, 'sum.test.js': TESTS(2) })
    const project = origin.checkout(base)
    onTestFinished(() => project.remove())
    const job = shop.jobOf(pushEvent(place, 'main', shop.base, base), { workspace: project.folder })
    await runTests(project, job, { SVC_API_KEY: scene.server.apiKey, SVC_URL: scene.server.url })
    const journal = join(project.folder, '.svc/journal')
    expect(existsSync(journal) ? readdirSync(journal) : []).toEqual([])
    const ended = await shop.main(job)
    expect(ended).toMatchObject({ code: 0, outputs: { passed: '2', state: 'passed' } })
  })
})

describe('what a job can set', () => {
  const opened = async (results: Parameters<ReturnType<typeof makeShop>['keep']>[1]) => {
    const shop = makeShop(scene)
    await shop.pushed({ results: { pays: 'passed', refunds: 'passed', ships: 'failed' } })
    const pull = shop.pull()
    const job = shop.jobOf(shop.opened(pull))
    shop.keep(job, results)
    return { shop, pull, job }
  }
  const OLD = { results: { pays: 'passed', refunds: 'passed', ships: 'failed' } } as const
  const NEW = { results: { pays: 'failed', refunds: 'passed', ships: 'failed' } } as const
  const FINE = { results: { pays: 'passed', refunds: 'passed', ships: 'passed' } } as const

  test('when the step fails', { tags: 'thorough' }, async () => {
    const { shop, pull } = await opened(OLD)
    for (const [what, results, inputs, code] of [
      ['a failure the base has is none of ours', OLD, {}, 0],
      ['but it is a failure', OLD, { 'fail-on': 'failures' }, 1],
      ['and not a new one', OLD, { 'fail-on': 'new-failures' }, 0],
      ['a regression', NEW, {}, 1],
      ['a regression is a new failure', NEW, { 'fail-on': 'new-failures' }, 1],
      ['never', NEW, { 'fail-on': 'never' }, 0],
      ['more failures than allowed', OLD, { 'max-failures': '0' }, 1],
      ['as many as allowed', OLD, { 'max-failures': '1' }, 0],
      ['fewer tests than there should be', FINE, { 'min-tests': '4' }, 1],
      ['as many as there should be', FINE, { 'min-tests': '3' }, 0],
    ] as const) {
      const job = shop.jobOf(shop.opened(pull))
      shop.keep(job, results)
      const ended = await shop.main(job, { comment: 'false', ...inputs })
      expect(ended.code, `${what}: ${ended.raw}`).toBe(code)
    }
  })

  test('a comment only where something failed, or none', { tags: 'thorough' }, async () => {
    const { shop, pull, job } = await opened(FINE)
    await shop.main(job, { comment: 'failures' })
    expect(shop.comments(pull)).toEqual([])
    const next = shop.jobOf(shop.opened(pull))
    shop.keep(next, NEW)
    await shop.main(next, { comment: 'false' })
    expect(shop.comments(pull)).toEqual([])
    const last = shop.jobOf(shop.opened(pull))
    shop.keep(last, NEW)
    const ended = await shop.main(last, { comment: 'failures' })
    expect(shop.comments(pull)).toHaveLength(1)
    expect(ended.outputs['comment-url']).not.toBe('')
  })

  test('neither summary nor annotations', { tags: 'thorough' }, async () => {
    const { shop, job } = await opened(NEW)
    const ended = await shop.main(job, { summary: 'false', annotations: 'false', 'fail-on': 'never' })
    expect(ended.summary).toBe('')
    expect(ended.commands.filter(({ name }) => name !== 'add-mask')).toEqual([])
  })

  test('failures on changed files are annotated first', { tags: 'thorough' }, async () => {
    const shop = makeShop(scene)
    await shop.pushed()
    const pull = shop.pull({ files: [{ filename: 'z.test.js', status: 'modified' }] })
    const job = shop.jobOf(shop.opened(pull))
    for (const file of ['a', 'b', 'z'])
      shop.keep(job, {
        file: `${file}.test.js`,
        results: { fails: 'failed', [`also ${file}`]: 'failed' },
        open: { part: { job: file, package: '', config: '', leg: 'linux' } },
      })
    const ended = await shop.main(job, { 'fail-on': 'never' })
    const files = ended.commands
      .filter(({ name }) => name === 'error')
      .map(({ properties }) => properties.file)
    expect(files.slice(0, 2)).toEqual(['z.test.js', 'z.test.js'])
    expect(files).toHaveLength(6)
  })

  test('project and suite of results that say none', async () => {
    const shop = makeShop(scene)
    const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
    shop.keep(job)
    const ended = await shop.main(job, { project: `${shop.project}-web`, suite: 'e2e' })
    expect(JSON.parse(ended.outputs.executions ?? '')).toMatchObject([
      { project: `${shop.project}-web`, suite: 'e2e', state: 'passed' },
    ])
  })
})

test('the first pull request of all says what will come', async () => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job)
  const ended = await shop.main(job)
  expect(ended.code).toBe(0)
  expect(shop.comments(pull)[0]?.body).toMatch(/main/)
})

test('thousands of failures fit into comment and summary', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  const results = Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [`pays ${i} ${'€'.repeat(100)}`, 'failed'] as const),
  )
  shop.keep(job, { results, message: 'expected a long story '.repeat(200) })
  const ended = await shop.main(job)
  expect(ended).toMatchObject({ code: 1, outputs: { failed: '3000' }, isSummaryDropped: false })
  expect(ended.summary).toContain('3000')
  const body = shop.comments(pull)[0]?.body ?? ''
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000)
  expect(body).toContain('3000')
  // What is folded ends folded: nothing below it disappears.
  for (const text of [body, ended.summary])
    expect(text.match(/<details/g)?.length).toBe(text.match(/<\/details>/g)?.length)
  expect(Buffer.byteLength(ended.raw)).toBeLessThan(200_000)
})

test('names of tests, branches and errors can neither command the runner nor write Markdown', async () => {
  const shop = makeShop(scene)
  const evil = [
    '::error file=a.js::injected',
    '::add-mask::shop',
    '##[error]injected',
    '::stop-commands::x',
    '@acme/all #1 <img src=x onerror=alert(1)> [a](https://evil.example) ```',
  ]
  await shop.pushed()
  const pull = shop.pull({
    headBranch: 'a`::error::b',
    files: [{ filename: evil[0] ?? '', status: 'added' }],
  })
  const job = shop.jobOf(shop.opened(pull))
  const message = `${evil.join('\n')}\n</details>\n${'x'.repeat(3000)}`
  shop.keep(job, {
    file: `${evil[2]}.js`,
    results: Object.fromEntries(evil.map((each) => [each, 'failed'])),
    message,
  })
  const ended = await shop.main(job, { 'fail-on': 'never' })
  expect(ended.code).toBe(0)
  expect(ended.commands.filter(({ name }) => name === 'add-mask').map(({ message: each }) => each)).toEqual([
    scene.server.apiKey,
  ])
  const errors = ended.commands.filter(({ name }) => name === 'error')
  expect(errors).toHaveLength(evil.length)
  expect(errors.map(({ properties }) => properties.file)).toEqual(evil.map(() => '## [error]injected.js'))
  for (const text of [ended.summary, shop.comments(pull)[0]?.body ?? '']) {
    expect(text).toContain('injected')
    const outsideOfCode = text.replaceAll(/^ *(`{3,})text\n[\s\S]*?\n *\1$/gm, '')
    expect(outsideOfCode).not.toMatch(/<img|(?<![&\w])@acme|\(https:\/\/evil/)
  }
})
