import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifest, ours, trouble } from '../../test/findings.ts'
import { goodSetup, makeSetup, VERSION } from '../../test/set-up.ts'
import { RUNNERS } from '../project/runners.ts'
import { checkNode } from './check-node.ts'

test('a good set-up of each runner has no trouble', async () => {
  expect(await trouble(goodSetup())).toEqual([])
  const jest = makeSetup(
    {
      'package.json': {
        devDependencies: { jest: '^30', '@svc/jest': '*' },
        jest: { reporters: ['default', '@svc/jest'] },
      },
    },
    ['jest', '@svc/jest'],
  )
  expect(await trouble(jest)).toEqual([])
  const playwright = makeSetup(
    {
      'package.json': { devDependencies: { '@playwright/test': '^1.60', '@svc/playwright': '*' } },
      'playwright.config.ts': "export default { reporter: [['list'], ['@svc/playwright']] }",
    },
    ['@playwright/test', '@svc/playwright'],
  )
  expect(await trouble(playwright)).toEqual([])
})

test('without a runner there are report files', async () => {
  expect(await trouble(makeSetup({}))).toMatchObject([
    {
      check: 'Runner',
      state: 'warning',
      fix: expect.stringMatching(/in the folder of your package\.json$/),
    },
  ])
  expect(await trouble(makeSetup({ 'package.json': {}, 'yarn.lock': '' }))).toMatchObject([
    { check: 'Runner', state: 'warning', paste: ["npx --no svc upload 'reports/**/*.xml'"] },
  ])
  expect(await trouble(makeSetup({ 'package.json': '{ "name": ' }))).toMatchObject([
    { found: 'package.json is not valid JSON' },
  ])
})

test('a runner that is not installed, or too old is reported', async () => {
  const config = { 'vitest.config.ts': "reporters: ['@svc/vitest']", ...ours('vitest') }
  const withVitest = (range: string) => ({
    'package.json': { devDependencies: { vitest: range } },
    ...config,
  })
  const folder = makeSetup({ ...withVitest('^5'), 'pnpm-lock.yaml': '', 'shell/pnpm': '' })
  const PATH = join(folder, 'shell')
  expect(await trouble(folder, { env: { PATH } })).toMatchObject([
    { state: 'problem', found: 'Vitest is not installed', paste: ['pnpm install'] },
  ])
  expect(await trouble(makeSetup({ ...withVitest('^2'), ...manifest('vitest', '2.1.9') }))).toMatchObject([
    {
      state: 'problem',
      found: 'Vitest 2.1.9 is not supported',
      reason: expect.stringMatching(/@svc\/vitest.* \^3\.0\.0 \|\| >=4\.0\.1$/),
    },
  ])
})

test('a package manager that the shell lacks is called through npx', async () => {
  const files = {
    'package.json': { packageManager: 'pnpm@9.1.0', devDependencies: { vitest: '*' } },
    'vitest.config.ts': "reporters: ['@svc/vitest']",
    'node_modules/.bin/pnpm': '',
    ...manifest('vitest', '5.1.1'),
  }
  const pasted = async (more: object = {}) => {
    const folder = makeSetup({ ...files, ...more })
    const [finding] = await trouble(folder, { env: { PATH: join(folder, 'node_modules/.bin') } })
    return finding?.paste?.[0]
  }
  const archive = 'http://127.0.0.1:4700/packages/svc-vitest.tgz'
  expect(await pasted()).toBe(`npx -y pnpm@9.1.0 add -D ${archive}`)
  const declared = { devDependencies: { vitest: '*', '@svc/vitest': '*' } }
  expect(await pasted({ 'package.json': { packageManager: 'pnpm@9.1.0', ...declared } })).toBe(
    'npx -y pnpm@9.1.0 install',
  )
  expect(await pasted({ 'package.json': { packageManager: 'yarn@4.5.0' } })).toBe(`yarn add -D ${archive}`)
  expect(await pasted({ 'package.json': {} })).toBe(`npm install --save-dev ${archive}`)
})

test("packages that Yarn's Plug'n'Play hides are not called missing", async () => {
  const folder = makeSetup({
    'package.json': { devDependencies: { vitest: '*', '@svc/vitest': '*' } },
    'vitest.config.ts': "reporters: ['@svc/vitest']",
    '.pnp.cjs': '',
  })
  expect(await trouble(folder)).toMatchObject([
    {
      state: 'warning',
      paste: ['yarn add -D http://127.0.0.1:4700/packages/svc-cli.tgz', 'yarn svc doctor'],
    },
  ])
})

test('the range that the installed reporter itself states is the one that counts', async () => {
  const files = {
    'package.json': { devDependencies: { vitest: '*' } },
    'vitest.config.ts': "reporters: ['@svc/vitest']",
    ...manifest('vitest', '5.1.1'),
    ...ours('vitest'),
    ...manifest('@svc/vitest', VERSION, { peerDependencies: { vitest: '>=6' } }),
  }
  expect(await trouble(makeSetup(files))).toMatchObject([{ reason: '@svc/vitest supports >=6' }])
})

test('Node too old for reporters is reported', () => {
  expect(checkNode('18.20.4')).toMatchObject({ state: 'problem', found: '18.20.4 is too old' })
  expect(checkNode('20.19.0')).toMatchObject({ state: 'ok' })
  expect(checkNode('24.1.0')).toMatchObject({ state: 'ok' })
})

test('a runner that does not support this Node is reported once for all packages', async () => {
  const files = (name: string, version: string, engines: object) => ({
    'package.json': { workspaces: ['a'], devDependencies: { [name]: '*' } },
    'a/package.json': { devDependencies: { [name]: '*' } },
    ...manifest(name, version, { engines }),
    ...ours(RUNNERS.find((runner) => runner.package === name)?.id ?? ''),
  })
  const runnerFindings = async (...args: Parameters<typeof files>) =>
    (await trouble(makeSetup(files(...args)), { node: '20.19.0' })).filter(({ check }) => check === 'Runner')
  for (const { name, package: pkg } of RUNNERS)
    expect(await runnerFindings(pkg, '99.1.1', { node: '^22.12.0 || >=24.0.0' })).toEqual([
      {
        check: 'Runner',
        state: 'warning',
        found: `${name} 99.1.1 does not support Node 20.19.0`,
        reason:
          'its package.json requires Node ^22.12.0 || >=24.0.0, and on others it can fail before any test',
        fix: 'use such a Node for the tests, also in CI, then check',
        paste: ['npx --no svc doctor'],
      },
    ])
  expect(await runnerFindings('vitest', '5.1.1', { node: '^20.19 || >=22' })).toEqual([])
  expect(await runnerFindings('vitest', '5.1.1', { node: 'lts/*' })).toEqual([])
  expect(await runnerFindings('vitest', '5.1.1', {})).toEqual([])
})

test('a reporter that is missing, torn, or of another version is reported', async () => {
  const files = {
    'package.json': { devDependencies: { vitest: '*', '@svc/vitest': '*' } },
    'vitest.config.ts': "reporters: ['@svc/vitest']",
    ...manifest('vitest', '5.1.1'),
  }
  expect(await trouble(makeSetup(files))).toMatchObject([
    { state: 'problem', found: '@svc/vitest is in package.json, but not installed', paste: ['npm install'] },
  ])
  expect(await trouble(makeSetup({ ...files, 'package.json': {} }))).toMatchObject([
    {
      state: 'problem',
      reason: expect.stringMatching(/Vitest .*cannot load it/),
      paste: ['npm install --save-dev http://127.0.0.1:4700/packages/svc-vitest.tgz'],
    },
  ])
  expect(await trouble(makeSetup({ ...files, ...ours('vitest') }), { version: '999.0.0' })).toMatchObject([
    {
      state: 'warning',
      found: expect.stringContaining(`@svc/vitest ${VERSION} `),
      paste: [
        'npm install --save-dev http://127.0.0.1:4700/packages/svc-vitest.tgz http://127.0.0.1:4700/packages/svc-cli.tgz',
      ],
    },
  ])
})

test('a config that does not name the reporter is reported with the line for its kind', async () => {
  const missing = async (file: string, content: string, more: object = {}) => {
    const name = file.startsWith('jest') ? 'jest' : file.startsWith('playwright') ? 'playwright' : 'vitest'
    const runner = name === 'playwright' ? '@playwright/test' : name
    const folder = makeSetup({
      'package.json': { devDependencies: { [runner]: '*', [`@svc/${name}`]: '*' }, ...more },
      ...(content && { [file]: content }),
      ...manifest(runner, name === 'vitest' ? '5.1.1' : name === 'jest' ? '30.0.0' : '1.65.0'),
      ...ours(name),
    })
    const [finding, ...others] = await trouble(folder)
    expect(others).toEqual([])
    expect(finding?.state).toBe('problem')
    return `${finding?.found} | ${finding?.fix} | ${finding?.paste?.at(-1)}`
  }
  expect(await missing('vitest.config.ts', 'test: {}')).toBe(
    "vitest.config.ts does not name @svc/vitest | add to vitest.config.ts: | test: { reporters: ['default', '@svc/vitest'] },",
  )
  expect(await missing('vite.config.js', "// '@svc/vitest'\ntest: { reporters: [] }")).toBe(
    "vite.config.js names @svc/vitest only in a comment | add '@svc/vitest' to the option reporters in vite.config.js, for example: | test: { reporters: ['default', '@svc/vitest'] },",
  )
  expect(await missing('jest.config.json', '{}')).toBe(
    'jest.config.json does not name @svc/jest | add to jest.config.json: | "reporters": ["default", "@svc/jest"]',
  )
  expect(await missing('jest', '', { jest: { testEnvironment: 'node' } })).toBe(
    'package.json does not name @svc/jest | add to "jest" in package.json: | "reporters": ["default", "@svc/jest"]',
  )
  expect(await missing('playwright.config.ts', "reporter: 'html'")).toBe(
    "playwright.config.ts does not name @svc/playwright | add '@svc/playwright' to the option reporter in playwright.config.ts, for example: | reporter: [['list'], ['@svc/playwright']],",
  )
  expect(await missing('jest', '')).toBe(
    "no config of Jest | create jest.config.mjs: | export default { reporters: ['default', '@svc/jest'], }",
  )
})

test('reporters on the command line hide those of the config, and may be ours', async () => {
  const withScript = (test: string) => ({
    'package.json': { scripts: { test }, devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
  })
  expect(
    await trouble(goodSetup(withScript('vitest run --reporter=junit --outputFile=a.xml'))),
  ).toMatchObject([
    {
      state: 'warning',
      found: expect.stringMatching(/script "test" .*--reporter$/),
      paste: ['--reporter=@svc/vitest'],
    },
  ])
  const byFlag = goodSetup(withScript('vitest run --reporter=default --reporter=@svc/vitest'))
  expect(await trouble(byFlag)).toEqual([])
  rmSync(join(byFlag, 'vitest.config.mjs'))
  expect(await trouble(byFlag)).toEqual([])
})

test('a config that only a script names is looked at too', async () => {
  const folder = goodSetup({
    'package.json': {
      scripts: { e2e: 'vitest run --config ./e2e/vitest.e2e.ts' },
      devDependencies: { vitest: '^5', '@svc/vitest': '*' },
    },
    'e2e/vitest.e2e.ts': 'export default {}',
  })
  expect(await trouble(folder)).toMatchObject([
    { state: 'warning', found: 'e2e/vitest.e2e.ts does not name @svc/vitest' },
  ])
})

test('enabled: false in a config is reported', async () => {
  const off = "export default { test: { reporters: [['@svc/vitest', { enabled: false }]] } }"
  expect(await trouble(goodSetup({ 'vitest.config.mjs': off }))).toMatchObject([
    { state: 'problem', found: expect.stringMatching(/^vitest\.config\.mjs .*enabled: false$/) },
  ])
})
