import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { listenOnLoopback } from '@svc/test-kit/loopback'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pushEvent } from './events.ts'
import { makeFolder } from './journals.ts'
import { failingPull, makeShop, useScene } from './scene.ts'

// Each bad input says what to do next, in the log and in the summary, and the step is green unless it was asked for more.

const scene = useScene()
const KEY = 'svc_28pwpFvXuOCuClQJSgvJUKf8mA3ApwedogOvpU3VfJJ2Ausw3'

const pullRequest = () => failingPull(scene)

/** Answers everything alike, as a server that is broken, another one, or none of ours does. */
const serve = async (status: number, body: string, headers: Record<string, string> = {}): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume()
    if (status === 0) return
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  const { url, close } = await listenOnLoopback(server)
  onTestFinished(close)
  return url
}

const refused = (code: string, message: string) =>
  JSON.stringify({ success: false, error: { code, message } })

describe('our server', () => {
  test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
    ['no key', async () => ({ 'api-key': '' }), /api-key.*secret/],
    ['no address', async () => ({ url: '' }), /url is missing/],
    ['a key that is none', async () => ({ 'api-key': 'hunter2' }), /api-key/],
    ['a key of another server', async () => ({ 'api-key': KEY }), /key/],
    ['an address that is none', async () => ({ url: 'svc.example' }), /url|address/i],
    [
      'nobody at the address',
      async () => ({ url: 'http://127.0.0.1:9' }),
      /127\.0\.0\.1:9|could not be (reached|sent)/,
    ],
    [
      'a server that is none of ours',
      async () => ({ url: await serve(200, '<html>hello</html>') }),
      /url|svc/,
    ],
    [
      'a server that is broken',
      async () => ({ url: await serve(500, refused('INTERNAL', 'broken')), 'timeout-seconds': '5' }),
      /server|500/,
    ],
    [
      'a server that says nothing',
      async () => ({ url: await serve(0, ''), 'timeout-seconds': '5' }),
      /timeout-seconds|answer/,
    ],
    [
      'a rate limit here',
      async () => ({ url: await serve(429, refused('RATE_LIMITED', 'too many'), { 'retry-after': '600' }) }),
      /rate|limit|many/i,
    ],
  ])('%s', { tags: 'thorough' }, async (_, make, words) => {
    const { job, pull, shop } = pullRequest()
    const inputs = await make()
    const ended = await shop.main(job, inputs)
    expect(ended.code, ended.raw).toBe(0)
    expect(
      ended.commands
        .filter(({ name }) => name === 'error' || name === 'warning')
        .map(({ message }) => message)
        .join('\n'),
    ).toMatch(words)
    expect(ended.summary.replaceAll(/&#(\d+);/g, '')).toMatch(words)
    expect(ended.raw).not.toMatch(/\n\s+at .*\.js:\d+/)
    expect(shop.comments(pull)).toEqual([])
    // What was not sent is still there for the next step that can.
    const sent = await shop.main(job, { 'fail-on': 'never' })
    expect(sent.outputs.failed, sent.raw).toBe('1')
  })

  test('a limit that passes is waited for, and the log says so', { tags: 'thorough' }, async () => {
    const { job, shop } = pullRequest()
    let asked = 0
    const { url } = scene.server
    const body = refused('RATE_LIMITED', 'This key may start 10 executions a minute.')
    const limit = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      asked += 1
      // The first upload and the first question are refused once each.
      if (asked === 1 || asked === 3)
        return void response
          .writeHead(429, { 'retry-after': '2', 'content-type': 'application/json' })
          .end(body)
      const { host: _, connection: __, ...headers } = request.headers
      const sent = Buffer.concat(pieces)
      const answer = await fetch(url + request.url, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(sent.length > 0 && { body: sent }),
      })
      const told = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(told)
    })
    await new Promise<void>((resolve) => limit.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      limit.close()
      limit.closeAllConnections()
    })
    const at = `http://127.0.0.1:${(limit.address() as AddressInfo).port}`
    const ended = await shop.main(job, { url: at, 'fail-on': 'never' })
    expect(ended.outputs.failed, ended.raw).toBe('1')
    expect(ended.log.match(/waiting 2 s: .*10 executions a minute/g)).toHaveLength(2)
  })

  test('fails the step where that was asked for', async () => {
    const { job, shop } = pullRequest()
    expect((await shop.main(job, { url: 'http://127.0.0.1:9', 'fail-on-error': 'true' })).code).toBe(1)
    expect((await shop.main(job, { 'api-key': '', 'fail-on-error': 'true' })).code).toBe(1)
  })

  test('nothing to report', async () => {
    const shop = makeShop(scene)
    const job = shop.jobOf(shop.opened(shop.pull()))
    const ended = await shop.main(job)
    expect(ended.code).toBe(0)
    expect(ended.log + ended.summary).toContain('reporter')
    // Tests that did not run are no tests that passed.
    expect((await shop.main(job, { 'min-tests': '1' })).code).toBe(1)
  })
})

describe('inputs', () => {
  test.each([
    ['fail-on', 'regresions', /regressions, failures, new-failures or never/],
    ['comment', 'yes', /true, changes, failures or false/],
    ['max-failures', '-1', /whole number/],
    ['wait-minutes', '1e9', /whole number/],
    ['base', 'main', /auto/],
    ['project', '../x', /slug/],
  ])('%s: %s fails the step, since a gate must not be open by a typo', async (name, value, words) => {
    const { job, shop } = pullRequest()
    const ended = await shop.main(job, { [name]: value })
    expect(ended.code).toBe(1)
    expect(ended.log).toMatch(words)
    expect(ended.log).toContain(name)
  })

  test('a base or a project that the server does not have is wrong as well, regardless of the gate', {
    tags: 'thorough',
  }, async () => {
    const base = '00000000-0000-4000-8000-000000000000'
    const { job, shop } = pullRequest()
    const first = await shop.main(job, { base, 'fail-on': 'never' })
    expect(first.code, first.raw).toBe(1)
    expect(first.outputs.failed).toBe('1')
    for (const text of [first.log, first.summary]) expect(text).toMatch(/input base is .*no such execution/)
    expect(first.log).toMatch(/input base.*auto/)
    const other = makeShop(scene)
    const elsewhere = (await other.pushed()).outputs['execution-id'] ?? ''
    const second = await shop.main(job, { base: elsewhere, 'fail-on': 'never' })
    expect(second.code, second.raw).toBe(1)
    expect(second.log).toContain('execution of the same project')
    // The tests sent by themselves, so that nothing else says what the project is.
    const third = await shop.main(job, { project: 'nosuch', 'fail-on': 'never' })
    expect(third.code, third.raw).toBe(1)
    expect(third.log).toMatch(/input project is "nosuch".*slug/)
    expect((await shop.main(job, { 'fail-on': 'never' })).code).toBe(0)
  })

  test('journals outside of the workspace are not read, neither by a path nor by a link', async () => {
    const { job, shop } = pullRequest()
    const outside = makeFolder()
    const other = { ...job, workspace: outside }
    shop.keep(other, { project: `${shop.project}-outside` })
    symlinkSync(join(outside, '.svc'), join(job.workspace, 'linked'))
    for (const journals of [
      join(outside, '.svc/journal'),
      '../../../../etc',
      'linked/journal',
      'not-there',
    ]) {
      const ended = await shop.main(job, { journals, 'fail-on': 'never' })
      expect(ended.code).toBe(0)
      expect(ended.log, journals).toContain('journals')
    }
    // And where nothing is named, a link does not lead out.
    mkdirSync(join(job.workspace, 'packages'))
    symlinkSync(outside, join(job.workspace, 'packages', 'app'))
    await shop.main(job, { 'fail-on': 'never' })
    expect((await shop.executions()).map(({ project }) => project)).not.toContain(`${shop.project}-outside`)
  })

  test('files that are not journals are reported and left alone', async () => {
    const { job, shop } = pullRequest()
    writeFileSync(
      join(job.workspace, '.svc/journal/0198c1d2-0000-7000-8000-000000000000.ndjson'),
      'no journal\n',
    )
    const ended = await shop.main(job, { 'fail-on': 'never' })
    expect(ended).toMatchObject({ code: 0, outputs: { failed: '1' } })
  })
})

describe('the post step', () => {
  test('sends what a runner left that was killed before the main step', async () => {
    const shop = makeShop(scene)
    const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
    shop.keep(job, { isEnded: false })
    const ended = await shop.post(job)
    expect(ended.code).toBe(0)
    const [stored] = await shop.executions()
    expect(stored).toMatchObject({ counts: { passed: 1 } })
    // A second time there is nothing left to do.
    const calls = scene.github.calls.length
    expect((await shop.post(job)).code).toBe(0)
    expect(scene.github.calls.length).toBe(calls)
  })

  test('continues where the main step was killed', async () => {
    const { shop, job, pull } = pullRequest()
    scene.github.trouble({ match: /./, times: 100, answer: 'stall' })
    const before = scene.github.calls.length
    const isStuck = async () => scene.github.calls.length > before && (await shop.executions()).length === 1
    const killed = await shop.main(job, {}, { kill: { when: isStuck } })
    expect(killed.signal).toBe('SIGKILL')
    scene.github.untrouble()
    const ended = await shop.post(job, {}, { state: killed.state })
    expect(ended.code).toBe(0)
    const [stored] = await shop.executions()
    expect(stored).toMatchObject({ counts: { failed: 1 }, pullRequest: pull.number })
    // The results were sent before it was killed, and nobody else would tell the pull request.
    expect(killed.state).toEqual({ begun: 'true' })
    expect(shop.comments(pull)).toHaveLength(1)
  })

  test('always passes', async () => {
    const { shop, job } = pullRequest()
    expect((await shop.post(job, { url: 'http://127.0.0.1:9', 'fail-on-error': 'true' })).code).toBe(0)
    expect((await shop.post(job, { 'fail-on': 'nonsense' })).code).toBe(0)
  })
})
