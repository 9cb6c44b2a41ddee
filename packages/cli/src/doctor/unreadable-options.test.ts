import { expect, test } from 'vitest'
import { goodSetup, KEY, serve, subjectOf, VERSION } from '../../test/set-up.ts'
import { checkKeyFormat } from './check-key-format.ts'
import { checkProject } from './check-project.ts'
import { checkServer } from './check-server.ts'
import { verdictOf } from './verdict.ts'

const config = (options: string) => ({
  'vitest.config.mjs': `const svc = ${options}\nexport default { test: { reporters: [['@svc/vitest', svc]] } }`,
})

/** A server whose key is held to the project `shop`. */
const serveShop = () =>
  serve((request, response) => {
    request.resume()
    const data = {
      key: { name: 'k', project: 'shop', role: 'editor', scopes: ['ingest'], expiresAt: null },
      organization: { slug: 'o', name: 'O' },
      server: { version: VERSION },
    }
    if (request.url?.includes('whoami')) response.end(JSON.stringify({ success: true, data }))
    else
      response
        .writeHead(400)
        .end(JSON.stringify({ success: false, error: { code: 'INVALID', message: 'empty' } }))
  })

test('options that cannot be read lead to no false claim', async () => {
  const url = await serveShop()
  const folder = goodSetup(config('makeOptions()'))
  const subject = await subjectOf(folder, { env: { SVC_API_KEY: KEY, SVC_URL: url, SVC_PROJECT: 'other' } })
  expect(checkProject(subject)).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^other, .*vitest\.config\.mjs.*cannot read/),
  })
  const findings = await checkServer(subject)
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([])
  expect(verdictOf(findings, subject)).toMatchObject({
    isReady: true,
    verdict: expect.stringMatching(/options .*vitest\.config\.mjs, which doctor cannot read/),
  })
  // What can be read is judged.
  const plain = await subjectOf(goodSetup(), {
    env: { SVC_API_KEY: KEY, SVC_URL: url, SVC_PROJECT: 'other' },
  })
  expect(await checkServer(plain)).toMatchObject([{ state: 'ok' }, { check: 'Access', state: 'problem' }])
  const computed = await subjectOf(goodSetup(config('{ project: name() }')), {
    env: { SVC_API_KEY: KEY, SVC_URL: url, SVC_PROJECT: 'other' },
  })
  expect(await checkServer(computed)).toMatchObject([{ state: 'ok' }, { check: 'Access', state: 'ok' }])
  const bare = await subjectOf(folder, { env: { SVC_URL: 'http://127.0.0.1:1' } })
  expect(checkKeyFormat(bare)).toMatchObject({ state: 'warning' })
  expect(await checkServer(bare)).toMatchObject([{ check: 'Server', state: 'warning' }])
  // An address that was given on the command line is the one that was asked for.
  expect(await checkServer(await subjectOf(folder, { url: 'http://127.0.0.1:1' }))).toMatchObject([
    { state: 'problem' },
  ])
})

test('options behind a name decide the project', async () => {
  const folder = goodSetup(config("{ project: 'shop', suite: 'unit' }"))
  expect(checkProject(await subjectOf(folder, { env: { SVC_PROJECT: 'other' } }))).toMatchObject({
    found: 'shop (the option project of the reporter), suite unit',
  })
})
