import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeOrigin, runTests } from './checkout.ts'
import { shownAnnotations } from './command-files.ts'
import { pushEvent } from './events.ts'
import { makeFolder, textOf } from './journals.ts'
import type { JobContext } from './run-action.ts'
import { legsOf, makeShop, over, type Shop, useScene } from './scene.ts'
import { addToken } from './world.ts'

// examples/workflows/matrix.yml: several jobs are one execution and write one comment.

const scene = useScene()

/** One job of a run for each shard, and what GitHub shows of it. */
const shardsOf = (shop: Shop, first: JobContext, total: number) =>
  legsOf(
    scene,
    shop,
    first,
    Array.from({ length: total }, (_, i) => String(i + 1)),
  )

describe('shards', () => {
  test('of a real runner, each in a job of its own', { tags: 'thorough' }, async () => {
    const shop = makeShop(scene)
    const origin = makeOrigin(scene.state, shop.repository)
    const text = (title: string) => `import { test } from 'vitest'\ntest('${title}', () => {})\n`
    const sha = origin.commit('main', {
      '.gitignore': 'node_modules\nvitest.config.mjs\nreport.json\n',
      'a.test.js': text('adds'),
      'b.test.js': text('pays'),
    })
    const first = shop.jobOf(pushEvent(shop.place, 'main', shop.base, sha))
    const steps = shardsOf(shop, first, 2).map(async ({ context }, i) => {
      const project = origin.checkout(sha)
      onTestFinished(() => project.remove())
      const job = { ...context, workspace: project.folder }
      const tests = await runTests(project, job, { SVC_LEG: 'ubuntu-latest' }, `--shard=${i + 1}/2`)
      expect(tests.code).toBe(0)
      return shop.main(job)
    })
    const [one, two] = await Promise.all(steps)
    expect(one?.outputs['execution-id']).toBe(two?.outputs['execution-id'])
    expect(await shop.execution(one?.outputs['execution-id'])).toMatchObject({
      state: 'passed',
      counts: { passed: 2, total: 2 },
    })
  })

  test('join one execution, which settles with the last one and until then names the missing parts', async () => {
    const shop = makeShop(scene)
    const event = pushEvent(shop.place, 'main', shop.first, shop.base)
    for (const { context, job } of shardsOf(shop, shop.jobOf(event), 3)) {
      const index = shop.repository.runs.get(context.run.id)?.jobs.indexOf(job) ?? 0
      shop.keep(context, { shard: { index: index + 1, total: 3 }, results: { [`pays ${index}`]: 'passed' } })
      const ended = await shop.main(context)
      expect(ended.code).toBe(0)
      expect(ended.outputs.state).toBe(index === 2 ? 'passed' : 'running')
      if (index < 2) expect(ended.log).toMatch(/waiting for .*shard/)
      over(job)
    }
    const pull = shop.pull()
    const opened = shop.opened(pull)
    const ids = new Set<string | undefined>()
    for (const [i, { context, job }] of shardsOf(shop, shop.jobOf(opened), 3).entries()) {
      shop.keep(context, {
        shard: { index: i + 1, total: 3 },
        results: { [`pays ${i}`]: i === 1 ? 'failed' : 'passed' },
      })
      const ended = await shop.main(context, { 'fail-on': 'never' })
      ids.add(ended.outputs['execution-id'])
      over(job)
    }
    expect(ids.size).toBe(1)
    const stored = await shop.execution([...ids][0])
    expect(stored).toMatchObject({ state: 'failed', counts: { passed: 2, failed: 1, total: 3 } })
    expect(shop.comments(pull)).toHaveLength(1)
    expect(shop.comments(pull)[0]?.body).toContain('pays 1')
  })

  test('a part of the base that does not come is waited for, until GitHub shows no other job', {
    tags: 'thorough',
  }, async () => {
    const shop = makeShop(scene)
    const pushed = pushEvent(shop.place, 'main', shop.first, shop.base)
    for (const { context, job } of shardsOf(shop, shop.jobOf(pushed), 2)) {
      shop.keep(context, { leg: job.name })
      await shop.main(context)
      over(job)
    }
    const [one, two] = shardsOf(shop, shop.jobOf(shop.opened(shop.pull())), 2)
    if (!one || !two) throw new Error('two jobs')
    shop.keep(one.context, { leg: one.job.name })
    expect((await shop.main(one.context)).outputs.state).toBe('running')
    // Its tests did not run, and nothing is left that could report them.
    over(two.job)
    const mayNotLook = addToken(scene.state, { contents: 'read', 'pull-requests': 'write' })
    const blind = await shop.main({ ...one.context, token: mayNotLook })
    expect(blind.outputs.state).toBe('running')
    expect(blind.log).toContain('actions: read')
    expect((await shop.main(one.context)).outputs.state).toBe('passed')
  })

  test('a job waits for the others where it is asked to', { tags: 'thorough' }, async () => {
    const shop = makeShop(scene)
    const event = pushEvent(shop.place, 'main', shop.first, shop.base)
    const [one, two] = shardsOf(shop, shop.jobOf(event), 2)
    if (!one || !two) throw new Error('two jobs')
    shop.keep(one.context, { shard: { index: 1, total: 2 } })
    shop.keep(two.context, { shard: { index: 2, total: 2 }, results: { refunds: 'failed' } })
    // Longer than a test may take: if the job waited for it, the test would end.
    const waiting = shop.main(one.context, { 'wait-minutes': '30', 'fail-on': 'failures' })
    await expect
      .poll(() => scene.server.get<unknown[]>(`/api/executions?build=${one.context.run.id}`))
      .toHaveLength(1)
    await shop.main(two.context, { 'fail-on': 'never' })
    const ended = await waiting
    expect(ended).toMatchObject({ code: 1, outputs: { state: 'failed', failed: '1', passed: '1' } })
  })
})

test('a leg with a new name replaces one of the base, with and without permission to read jobs', async () => {
  const shop = makeShop(scene)
  await shop.pushedOn(['node20', 'node22'])
  const pull = shop.pull()
  const token = addToken(scene.state, { contents: 'read', 'pull-requests': 'write' })
  const legs = legsOf(scene, shop, shop.jobOf(shop.opened(pull), { token }), ['node22', 'node24'])
  const states: (string | undefined)[] = []
  for (const { leg, job, context } of legs) {
    shop.keep(context, { leg, results: { [`pays on ${leg}`]: 'passed' } })
    states.push((await shop.main(context)).outputs.state)
    over(job)
    if (leg === 'node24') continue
    const body = shop.comments(pull)[0]?.body
    expect(body).toMatch(/^### .* · provisional until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
    expect(body).toMatch(/^⏳ Waiting for job test .* on node20, .* the run is over at .* UTC\.$/m)
  }
  expect(states).toEqual(['running', 'passed'])
  expect(shop.comments(pull)[0]?.body).not.toMatch(/provisional|Waiting for|did not report/i)
})

test('a job that waits for silence leaves when another one has reported', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushedOn(['node20', 'node22', 'node24'])
  const [first, second] = legsOf(scene, shop, shop.jobOf(shop.opened(shop.pull())), ['node20', 'node22'])
  if (!first || !second) throw new Error('two legs')
  shop.keep(first.context, { leg: first.leg })
  shop.keep(second.context, { leg: second.leg })
  const before = scene.github.calls.length
  const waiting = shop.main(first.context, { 'wait-for-silence': 'true' })
  const looks = () => scene.github.calls.slice(before).filter(({ operation }) => /list-jobs/.test(operation))
  await expect.poll(looks).not.toHaveLength(0)
  await shop.main(second.context)
  const ended = await waiting
  expect(ended.outputs.state, ended.log).toBe('running')
  expect(ended.log).toContain('waiting for job test')
})

test('the gate of a leg judges its own failures, and those of all legs if it waits for them', async () => {
  const shop = makeShop(scene)
  const legs = ['windows', 'macos']
  const whole = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  for (const leg of legs) {
    const job = { ...whole, workspace: makeFolder() }
    shop.keep(job, { leg })
    await shop.main(job, { 'fail-on': 'never' })
  }
  const failOn = ['regressions', 'new-failures', 'failures']
  const event = shop.opened(shop.pull())
  const first = shop.jobOf(event)
  const run = async (leg: string, result: 'passed' | 'failed', more: Record<string, string>) => {
    const job = { ...first, workspace: makeFolder() }
    shop.keep(job, { leg, results: { pays: result } })
    return shop.main(job, more)
  }
  expect((await run('windows', 'failed', {})).code).toBe(1)
  for (const each of failOn) {
    const ended = await run('macos', 'passed', { 'fail-on': each })
    expect(ended, ended.raw).toMatchObject({ code: 0, outputs: { failed: '1' } })
    expect(ended.log).toMatch(/judges the results of this job; of the whole run: .*1 .*failure/)
  }
  const limited = await run('macos', 'passed', { 'max-failures': '0' })
  expect(limited.code, limited.raw).toBe(0)
  const waited = await run('macos', 'passed', { 'wait-minutes': '1' })
  expect(waited.code, waited.raw).toBe(1)
})

test('a failure on a leg that the base did not run is not excused, and the error says which and why', async () => {
  const shop = makeShop(scene)
  await shop.pushedOn(['node20', 'node22'])
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { leg: 'node24', results: { pays: 'failed' } })
  const ended = await shop.main(job)
  expect(ended.code, ended.raw).toBe(1)
  expect(ended.log).toMatch(
    /Gate failed \(regressions\): .*1 failure that the base has no result for \("shop › pays" on node24: the base ran on node20, node22 only, not on this leg; a base run on this leg would decide\)/,
  )
  expect(shop.comments(pull)[0]?.body).toMatch(/^### .*possibly broke 1 test that the base did not run/m)
})

test('tests that a bail kept from running close the gate of their job, and of no other', async () => {
  const shop = makeShop(scene)
  await shop.pushed({ results: { pays: 'passed', ships: 'passed' } })
  const pull = shop.pull()
  const whole = shop.jobOf(shop.opened(pull))
  const bailed = { ...whole, workspace: makeFolder() }
  const path = shop.keep(bailed, { results: { pays: 'passed' } })
  const lines = textOf([
    ['attempt', 0, 'ships', 'skipped', 1, 1, { skip: { kind: 'filtered', reason: 'bail ended the run' } }],
    ['end', { status: 'failed', durationMs: 100 }],
  ])
  writeFileSync(path, `${readFileSync(path, 'utf8').replace(/^\["end".*\n/m, '')}${lines}`)
  const ended = await shop.main(bailed)
  expect(ended.code, ended.raw).toBe(1)
  expect(ended.log).toContain('not all tests ran (1 test did not run: bail ended the run)')
  expect(shop.comments(pull)[0]?.body).toMatch(/^### ⚠️ 1 test did not run/m)
  const other = { ...whole, workspace: makeFolder() }
  shop.keep(other, { leg: 'macos', results: { pays: 'passed', ships: 'passed' } })
  expect((await shop.main(other)).code).toBe(0)
})

test('a failure of this job that no report lists leaves the gate closed', async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const event = shop.opened(shop.pull())
  const first = shop.jobOf(event)
  const broken = { ...first, workspace: makeFolder() }
  const results = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`pays ${i}`, 'failed' as const]))
  shop.keep(broken, { leg: 'windows', results })
  await shop.main(broken, { 'fail-on': 'never' })
  const other = { ...first, workspace: makeFolder() }
  shop.keep(other, { leg: 'zos', file: 'zzz.test.js', results: { last: 'failed' } })
  expect((await shop.main(other, { 'fail-on': 'failures' })).code).toBe(1)
})

test('each leg annotates what failed in it, and nothing of the others', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const event = shop.opened(shop.pull())
  const first = shop.jobOf(event)
  const legs = ['linux', 'windows', 'macos']
  for (const leg of legs) {
    const job = shop.jobOf(event, { run: first.run, job: leg })
    const path = shop.keep(job, { leg, results: { pays: leg === 'macos' ? 'passed' : 'failed' } })
    const failure = { message: `no ${leg}`, stack: '' }
    // Variants of one test are distinguished, and so is what failed outside of any.
    appendFileSync(
      path,
      leg === 'windows'
        ? textOf([
            ['group', 1, { file: 'pay.test.js', titles: ['shop'], variant: 'firefox' }],
            ['attempt', 1, 'pays', 'failed', 1, 1, { errors: [{ message: 'in firefox' }] }],
            ['error', { file: 'setup.js', failure }],
          ])
        : '',
    )
    const ended = await shop.main(job, { 'fail-on': 'never' })
    const shown = shownAnnotations(ended.commands).map(({ message }) => message)
    expect(shown, ended.raw).toHaveLength({ linux: 1, windows: 3, macos: 0 }[leg] ?? 0)
  }
})

test('a re-run of the jobs that failed joins the same execution and takes their place', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  await shop.pushed()
  const pull = shop.pull()
  const event = shop.opened(pull)
  const first = shop.jobOf(event)
  const other = shop.jobOf(event, { run: first.run, job: 'lint' })
  shop.keep(first, { results: { pays: 'failed' } })
  shop.keep(other, { file: 'lint.test.js', results: { lints: 'passed' } })
  await shop.main(other, { 'fail-on': 'never' })
  const failed = await shop.main(first)
  expect(failed.code).toBe(1)
  const before = shop.comments(pull)[0]?.body
  const again = shop.jobOf(event, { run: { id: first.run.id, attempt: 2 } })
  shop.keep(again, { results: { pays: 'passed' } })
  const passed = await shop.main(again)
  expect(passed).toMatchObject({ code: 0, outputs: { 'execution-id': failed.outputs['execution-id'] } })
  expect(shop.comments(pull)).toHaveLength(1)
  expect(shop.comments(pull)[0]?.body).not.toBe(before)
  const stored = await shop.execution(passed.outputs['execution-id'])
  // Failed and then passed on the same code: a flake, not a failure.
  expect(stored.counts).toMatchObject({ failed: 0, total: 2 })
})

test('a job whose text was overtaken on its way writes again', { tags: 'thorough' }, async () => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const event = shop.opened(pull)
  const [first, slow, quick] = ['first', 'slow', 'quick'].map((name) => {
    const job = shop.jobOf(event, { job: name })
    shop.keep(job, { project: `${shop.project}-${name}`, results: { [`pays in ${name}`]: 'failed' } })
    return job
  })
  if (!first || !slow || !quick) throw new Error('three jobs')
  await shop.main(first, { 'fail-on': 'never' })
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  scene.github.trouble({ match: /^PATCH .*comments/, answer: { until: held.promise } })
  const before = scene.github.calls.length
  const overtaken = shop.main(slow, { 'fail-on': 'never' }, { isPatient: true })
  const writes = () => scene.github.calls.slice(before).filter(({ method }) => method === 'PATCH')
  await expect.poll(writes).toHaveLength(1)
  await shop.main(quick, { 'fail-on': 'never' })
  expect(shop.comments(pull)[0]?.body).toContain('pays in quick')
  expect(writes()[0]?.status).toBe(0)
  held.resolve()
  expect((await overtaken).code).toBe(0)
  const [comment, ...others] = shop.comments(pull)
  expect(others).toEqual([])
  for (const name of ['first', 'slow', 'quick']) expect(comment?.body).toContain(`pays in ${name}`)
})

test('twenty jobs that end at once leave one comment with all their sections', {
  tags: 'thorough',
}, async () => {
  const shop = makeShop(scene)
  const pull = shop.pull()
  const event = shop.opened(pull)
  const first = shop.jobOf(event)
  const names = Array.from({ length: 20 }, (_, i) => `app${String(i).padStart(2, '0')}`)
  scene.github.latencyMs = 60
  const steps = names.map((name) => {
    const job = shop.jobOf(event, { run: first.run, job: name })
    shop.keep(job, { project: `${shop.project}-${name}`, results: { [`pays in ${name}`]: 'failed' } })
    // On a busy machine, GitHub and the server go first.
    return shop.main(job, { 'fail-on': 'never' }, { niceness: 5, isPatient: true })
  })
  const ended = await Promise.all(steps)
  expect(ended.map(({ code }) => code)).toEqual(names.map(() => 0))
  const [comment, ...others] = shop.comments(pull)
  expect(others).toEqual([])
  for (const name of names) expect(comment?.body).toContain(`pays in ${name}`)
  expect(new Set(ended.map(({ outputs }) => outputs['comment-url'])).size).toBe(1)
  const calls = scene.github.calls.filter(({ operation }) => operation.startsWith('issues/'))
  // Writing is bounded: rounds grow with the jobs that meet, not with their square.
  expect(calls.length).toBeLessThan(20 * 20)
})
