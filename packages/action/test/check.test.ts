import { describe, expect, onTestFinished, test } from 'vitest'
import { mergeGroupEvent, pushEvent } from './events.ts'
import { PERMISSIONS } from './github/state.ts'
import type { JobContext } from './run-action.ts'
import { failingPull, makeShop, useScene } from './scene.ts'
import { addCommit, addJob, addToken } from './world.ts'

// `check: true`: one check of a project on the head commit, with the verdict as its conclusion. One file: its tests
// share one server and one GitHub.

const scene = useScene()
const CHECK = { check: 'true', 'fail-on': 'never' }
const MAY = { ...PERMISSIONS.write, checks: 'write' } as const
const appToken = () => addToken(scene.state, MAY)

/** A project whose main has so many runs in which `pays` passes, or does what is said. */
const withBase = async (results: Record<string, 'passed' | 'failed'> = { pays: 'passed' }, runs = 1) => {
  const shop = makeShop(scene)
  for (let i = 0; i < runs; i++) await shop.pushed({ results })
  return shop
}

const checked = async (
  shop: ReturnType<typeof makeShop>,
  results: Record<string, 'passed' | 'failed'>,
  more: Partial<JobContext> = {},
) => {
  const pull = shop.pull()
  const job = shop.jobOf(shop.opened(pull), { token: appToken(), ...more })
  shop.keep(job, { results })
  const ended = await shop.main(job, CHECK)
  return { pull, job, ended }
}

describe('its conclusion', () => {
  test('is success where nothing broke, on the head and not on the merge', async () => {
    const shop = await withBase()
    const { pull, job } = await checked(shop, { pays: 'passed' })
    expect(shop.repository.checks).toMatchObject([
      {
        name: `svc / ${shop.project}`,
        headSha: pull.headSha,
        status: 'completed',
        conclusion: 'success',
        title: expect.stringMatching(/^✅ Nothing broke · /),
        summary: expect.stringMatching(/^### ✅ Nothing broke/),
        detailsUrl: expect.stringContaining(scene.server.url),
      },
    ])
    expect(job.event.sha).not.toBe(pull.headSha)
  })

  test('is failure where this change broke a test, and neutral where nobody knows', async () => {
    const others = { adds: 'passed', lists: 'passed', ships: 'passed' } as const
    const shop = await withBase(others, 3)
    await checked(shop, { pays: 'failed', ...others })
    expect(shop.repository.checks).toMatchObject([
      { conclusion: 'failure', title: expect.stringMatching(/^❌ This change added 1 failing test · /) },
    ])
    const unknown = await withBase()
    await checked(unknown, { pays: 'failed' })
    expect(unknown.repository.checks).toMatchObject([
      { conclusion: 'neutral', title: expect.stringContaining('possibly broke') },
    ])
  })

  test('is neutral if the base is broken or absent', { tags: 'thorough' }, async () => {
    const broken = await withBase({ pays: 'failed' })
    await checked(broken, { pays: 'failed' })
    expect(broken.repository.checks).toMatchObject([
      { conclusion: 'neutral', title: expect.stringContaining('on the base too') },
    ])
    const { shop, job } = failingPull(scene)
    await shop.main({ ...job, token: appToken() }, CHECK)
    expect(shop.repository.checks).toMatchObject([
      { conclusion: 'neutral', title: expect.stringContaining('no base run') },
    ])
  })

  test('is also written for a push and in a merge queue, where it may be required', {
    tags: 'thorough',
  }, async () => {
    const shop = makeShop(scene)
    const pushed = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base), { token: appToken() })
    shop.keep(pushed)
    await shop.main(pushed, CHECK)
    const headSha = addCommit(scene.state, shop.repository, 'queue', undefined, shop.base)
    const group = { number: shop.pull().number, headSha, baseSha: shop.base, baseBranch: 'main' }
    const queued = shop.jobOf(mergeGroupEvent(shop.place, group), { token: appToken() })
    shop.keep(queued)
    await shop.main(queued, CHECK)
    expect(shop.repository.checks).toMatchObject([
      { headSha: shop.base, conclusion: 'success' },
      { headSha, conclusion: 'success' },
    ])
  })
})

test('no input, no check', async () => {
  const shop = await withBase()
  const job = shop.jobOf(shop.opened(shop.pull()), { token: appToken() })
  shop.keep(job)
  await shop.main(job)
  expect(shop.repository.checks).toEqual([])
})

describe('one check', () => {
  test('is what re-runs and suites of one commit bring up to date', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    const { pull, job } = await checked(shop, { pays: 'failed' })
    const again = shop.jobOf(job.event, { token: appToken(), run: { ...job.run, attempt: 2 } })
    shop.keep(again, { results: { pays: 'passed' } })
    await shop.main(again, CHECK)
    const browser = shop.jobOf(shop.opened(pull), { token: appToken() })
    shop.keep(browser, { suite: 'e2e', results: { shows: 'failed' } })
    await shop.main(browser, CHECK)
    expect(new Set(shop.repository.checks.map(({ name }) => name)).size).toBe(1)
    const latest = shop.repository.checks.at(-1)
    expect(latest?.title).toMatch(/ · and 1 more suite$/)
    expect(latest?.summary).toMatch(/ · shop(?! \/)/)
    expect(latest?.summary).toContain('/ e2e')
  })

  test('is right after six legs that end at once', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    const pull = shop.pull()
    const first = shop.jobOf(shop.opened(pull), { token: appToken() })
    scene.github.latencyMs = 30
    const legs = Array.from({ length: 6 }, (_, i) => {
      const job = shop.jobOf(first.event, { token: first.token, run: first.run, job: `leg-${i}` })
      shop.keep(job, { leg: `leg-${i}`, results: { [`pays ${i}`]: i === 3 ? 'failed' : 'passed' } })
      return shop.main(job, CHECK)
    })
    for (const { code, raw } of await Promise.all(legs)) expect(code, raw).toBe(0)
    const latest = shop.repository.checks.at(-1)
    const execution = (await shop.executions()).find(({ pullRequest }) => pullRequest === pull.number)
    expect(execution?.counts.total).toBe(6)
    expect(latest?.summary).toContain('5 of 6 tests passed')
    // Those that were made at once say the same.
    const said = shop.repository.checks.map(({ title, summary, conclusion }) => ({
      title,
      summary,
      conclusion,
    }))
    expect(new Set(said.map((each) => JSON.stringify(each))).size).toBe(1)
  })
})

test('a job repairs its older text that arrives late', { tags: 'thorough' }, async () => {
  const shop = await withBase()
  const event = shop.opened(shop.pull())
  const one = shop.jobOf(event, { token: appToken(), job: 'one' })
  shop.keep(one, { leg: 'one' })
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const before = scene.github.calls.length
  scene.github.trouble({ match: /^POST .*check-runs/, answer: { until: held.promise } })
  const late = shop.main(one, CHECK, { isPatient: true })
  const isHeld = () =>
    scene.github.calls.slice(before).some(({ method, path }) => method === 'POST' && /check-runs/.test(path))
  await expect.poll(isHeld).toBe(true)
  const two = shop.jobOf(event, { token: one.token, run: one.run, job: 'two' })
  shop.keep(two, { leg: 'two', results: { refunds: 'failed' } })
  await shop.main(two, CHECK)
  held.resolve()
  expect((await late).code).toBe(0)
  expect(shop.repository.checks).toHaveLength(2)
  for (const { summary } of shop.repository.checks) expect(summary).toContain('1 of 2 tests passed')
})

describe('while other jobs continue', () => {
  const STEP = 'Run owner/svc@v1'
  const twoLegs = async () => {
    const shop = makeShop(scene)
    const event = pushEvent(shop.place, 'main', shop.first, shop.base)
    const base = shop.jobOf(event)
    for (const leg of ['a', 'b']) {
      const job = shop.jobOf(event, { run: base.run, job: leg })
      shop.keep(job, { leg })
      await shop.main(job, { 'fail-on': 'never' })
    }
    const pull = shop.pull()
    const first = shop.jobOf(shop.opened(pull), { token: appToken() })
    const run = shop.repository.runs.get(first.run.id)
    if (!run) throw new Error('there is no run')
    const [one, two] = ['a', 'b'].map((leg) => {
      const job = addJob(scene.state, {
        name: `test (${leg})`,
        steps: [{ name: STEP, status: 'in_progress' }],
      })
      run.jobs.push(job)
      const context = shop.jobOf(first.event, {
        token: first.token,
        run: first.run,
        runnerName: job.runnerName,
      })
      shop.keep(context, { leg })
      return { job, context }
    })
    if (!one || !two) throw new Error('two jobs')
    return { shop, one, two }
  }

  test('it is in progress where one of them has its step before it, and ends with the last', async () => {
    const { shop, one, two } = await twoLegs()
    two.job.steps = [{ name: STEP, status: 'queued' }]
    await shop.main(one.context, CHECK)
    expect(shop.repository.checks).toMatchObject([{ status: 'in_progress', conclusion: null }])
    expect(shop.repository.checks[0]?.title).toMatch(/· provisional/)
    Object.assign(one.job, { status: 'completed', conclusion: 'success' })
    two.job.steps = [{ name: STEP, status: 'in_progress' }]
    await shop.main(two.context, CHECK)
    expect(shop.repository.checks).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  test('it is not left in progress where nobody is known to come', { tags: 'thorough' }, async () => {
    const { shop, one, two } = await twoLegs()
    // The other job is past its step, or has none: as that of a linter.
    two.job.steps = [{ name: 'Run npm run lint', status: 'in_progress' }]
    const ended = await shop.main(one.context, CHECK)
    expect(ended.outputs.state).toBe('running')
    expect(shop.repository.checks).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
    expect(shop.repository.checks[0]?.title).toMatch(/· provisional/)

    const blind = await twoLegs()
    const { actions: _, ...less } = MAY
    const token = addToken(scene.state, less)
    await blind.shop.main({ ...blind.one.context, token }, CHECK)
    expect(blind.shop.repository.checks).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
  })

  test('one that is over is followed by a new one where the run begins again', {
    tags: 'thorough',
  }, async () => {
    const { shop, one, two } = await twoLegs()
    two.job.steps = [{ name: 'Run npm run lint', status: 'in_progress' }]
    await shop.main(one.context, CHECK)
    two.job.steps = [{ name: STEP, status: 'queued' }]
    const again = shop.jobOf(one.context.event, {
      token: one.context.token,
      run: one.context.run,
      runnerName: one.job.runnerName,
    })
    shop.keep(again, { leg: 'a', suite: 'e2e' })
    await shop.main(again, CHECK)
    expect(shop.repository.checks.map(({ status }) => status)).toEqual(['completed', 'in_progress'])
  })
})

describe('permissions', () => {
  test('without checks: write it is a commit status of the same name', async () => {
    const shop = await withBase()
    const token = addToken(scene.state, { ...PERMISSIONS.write, statuses: 'write' })
    const { pull, ended } = await checked(shop, { pays: 'failed' }, { token })
    expect(shop.repository.statuses).toMatchObject([
      {
        sha: pull.headSha,
        context: `svc / ${shop.project}`,
        state: 'success',
        description: expect.stringContaining('possibly broke'),
        targetUrl: expect.stringContaining(scene.server.url),
      },
    ])
    expect(ended.log).toContain('checks: write')
    expect(ended.commands.filter(({ name }) => name === 'warning')).toEqual([])
  })

  test('a personal token may write statuses only', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    const token = addToken(scene.state, { ...MAY, statuses: 'write' }, 'octocat')
    await checked(shop, { pays: 'passed' }, { token })
    expect(shop.repository.checks).toEqual([])
    expect(shop.repository.statuses).toMatchObject([{ state: 'success' }])
  })

  test('without either, a warning names them and the job stays green', async () => {
    const shop = await withBase()
    const pull = shop.pull()
    const job = shop.jobOf(shop.opened(pull))
    shop.keep(job)
    const ended = await shop.main(job, { check: 'true', 'fail-on-error': 'true' })
    expect(ended.code, ended.raw).toBe(0)
    expect(ended.log).toMatch(/permissions: checks: write.*statuses: write/)
    expect(ended.summary).toContain('checks')
    expect(shop.comments(pull)).toHaveLength(1)
  })

  test('a run of Dependabot, whose token reads, leaves it to the companion', async () => {
    const shop = await withBase()
    const token = addToken(scene.state, PERMISSIONS.fork)
    const env = { GITHUB_ACTOR: 'dependabot[bot]' }
    const { ended } = await checked(shop, { pays: 'passed' }, { token, env })
    expect(ended.code).toBe(0)
    expect(ended.log).toMatch(/forks.*check: true/)
    expect(ended.commands.filter(({ name }) => name === 'warning')).toEqual([])
    expect(shop.repository.checks).toEqual([])
  })

  test('a check of another app with our name and id is left alone', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    const pull = shop.pull()
    const theirs = {
      id: 7,
      headSha: pull.headSha,
      name: `svc / ${shop.project}`,
      externalId: `svc/${shop.project}`,
      app: 'mallory[bot]',
      status: 'completed' as const,
      conclusion: 'success',
      title: 'All is well',
      summary: 'Really.',
      detailsUrl: '',
    }
    shop.repository.checks.push(theirs)
    const job = shop.jobOf(shop.opened(pull), { token: appToken() })
    shop.keep(job, { results: { pays: 'failed' } })
    await shop.main(job, CHECK)
    expect(theirs).toMatchObject({ title: 'All is well', conclusion: 'success' })
    expect(shop.repository.checks.at(-1)).toMatchObject({ conclusion: 'neutral' })
  })

  test('a limit that passes is waited for, and trouble is reported', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    scene.github.trouble({
      match: /^POST .*check-runs/,
      answer: { status: 403, headers: { 'retry-after': '1' }, body: { message: 'secondary rate limit' } },
    })
    const { ended } = await checked(shop, { pays: 'passed' })
    expect(ended.log).toContain('waiting 1 s')
    expect(shop.repository.checks).toHaveLength(1)
    scene.github.trouble({
      match: /^GET .*check-runs/,
      times: 9,
      answer: { status: 502, text: '<html>' },
    })
    const second = await checked(shop, { pays: 'passed' })
    expect(second.ended.code).toBe(0)
    expect(second.ended.log).toMatch(/No check on commit/)
  })

  test('a text that GitHub finds too long is shortened', { tags: 'thorough' }, async () => {
    const shop = await withBase()
    scene.github.trouble({
      match: /^POST .*check-runs/,
      answer: { status: 422, body: { message: 'Only 65535 characters are allowed' } },
    })
    await checked(shop, { pays: 'passed' })
    expect(shop.repository.checks).toMatchObject([{ conclusion: 'success' }])
  })
})

describe('comment: changes', () => {
  const commented = async (
    base: Record<string, 'passed' | 'failed'>,
    results: Record<string, 'passed' | 'failed'>,
  ) => {
    const shop = await withBase(base)
    const pull = shop.pull()
    const job = shop.jobOf(shop.opened(pull))
    shop.keep(job, { results })
    await shop.main(job, { comment: 'changes', 'fail-on': 'never' })
    return { shop, pull, job }
  }

  test('writes none where there is nothing to say of this change', async () => {
    for (const status of ['passed', 'failed'] as const) {
      const { shop, pull } = await commented({ pays: status }, { pays: status })
      expect(shop.comments(pull)).toEqual([])
    }
  })

  test('writes one where something broke or was mended, and brings it up to date when that is over', {
    tags: 'thorough',
  }, async () => {
    const mended = await commented({ pays: 'failed' }, { pays: 'passed' })
    expect(mended.shop.comments(mended.pull)).toHaveLength(1)
    const { shop, pull } = await commented({ pays: 'passed' }, { pays: 'failed' })
    expect(shop.comments(pull)[0]?.body).toContain('possibly broke')
    const next = shop.jobOf(shop.opened(pull))
    shop.keep(next, { results: { pays: 'passed' } })
    await shop.main(next, { comment: 'changes' })
    expect(shop.comments(pull)).toHaveLength(1)
    expect(shop.comments(pull)[0]?.body).not.toContain('possibly broke')
  })
})
