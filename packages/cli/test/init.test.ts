import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DECLARED, init, link, projectOf, read } from './init-project.ts'
import { makeSetup } from './set-up.ts'

describe('with the real runners', () => {
  test.each([
    ['vitest', 'vitest.config.mjs', 'export default { test: { retry: 1 } }\n'],
    ['jest', 'jest.config.mjs', "export default { reporters: ['default', ['summary', {}]] }\n"],
    ['playwright', 'playwright.config.mjs', "export default { reporter: 'line' }\n"],
  ] as const)(
    '%s loads the changed config, and a second call has nothing to do',
    async (runner, file, config) => {
      const folder = projectOf(runner, { [file]: config })
      const first = await init(folder)
      expect(first.err).toBe('')
      expect(first.out).toContain(`${file}: changed, and its runner loads it`)
      expect(first.out).toMatch(/^ {2}\+ export default .*@svc/m)
      expect(first.out).toContain('\n  run your tests, then: npx --no svc compare\n')
      expect(first.code).toBe(0)
      expect(read(folder, file)).toContain(`'@svc/${runner}'`)
      const text = read(folder, file)
      const second = await init(folder)
      expect(second).toMatchObject({ code: 0, err: '' })
      expect(second.out).toContain('nothing to do: this project reports already')
      expect(read(folder, file)).toBe(text)
    },
  )

  test('without a terminal, it names a command that works before svc is installed', async () => {
    const folder = projectOf('vitest', { 'vitest.config.mjs': 'export default {}\n' })
    const { code, err } = await init(folder, [], { SVC_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(1)
    expect(err).toContain(
      'next: npx -y http://127.0.0.1:9/packages/svc-cli.tgz init --yes, or --dry-run to see the changes only',
    )
  })

  test('a runner without a config gets one, and "jest" in package.json is a config', {
    tags: 'thorough',
  }, async () => {
    const vitest = projectOf('vitest', {})
    expect(await init(vitest)).toMatchObject({ code: 0 })
    expect(read(vitest, 'vitest.config.mjs')).toContain("reporters: ['default', '@svc/vitest']")
    const jest = projectOf('jest', {}, { jest: { testEnvironment: 'node' } })
    const { code, out } = await init(jest)
    expect(out).toContain('package.json: changed, and its runner loads it')
    expect(code).toBe(0)
    expect(JSON.parse(read(jest, 'package.json')).jest.reporters).toEqual(['default', '@svc/jest'])
  })

  test('a project that reports is complete, regardless of the name of its CI file', {
    tags: 'thorough',
  }, async () => {
    const config = "export default { test: { reporters: ['default', '@svc/vitest'] } }\n"
    for (const ci of ['.gitlab-ci.yml', '.circleci/config.yml']) {
      const { code, out } = await init(projectOf('vitest', { 'vitest.config.mjs': config, [ci]: 'jobs:\n' }))
      expect(out).toContain(`by hand: ${ci} is not changed`)
      expect(code, out).toBe(0)
    }
  })

  test('a config that the runner no longer loads is put back as it was', async () => {
    // The change itself is right, but the config refuses every change.
    const guarded = `import { readFileSync } from 'node:fs'
if (readFileSync(new URL(import.meta.url), 'utf8').includes('@' + 'svc')) throw new Error('no error of ours')
export default { test: {} }
`
    const folder = projectOf('vitest', { 'vitest.config.mjs': guarded })
    // Vitest loads a bundled copy; the guard reads the file itself.
    const own = guarded.replace('new URL(import.meta.url)', JSON.stringify(join(folder, 'vitest.config.mjs')))
    writeFileSync(join(folder, 'vitest.config.mjs'), own)
    const { code, out } = await init(folder)
    expect(out).toMatch(
      /vitest\.config\.mjs: left as it was; Vitest did not load the changed config: .*no error of ours/,
    )
    expect(code).toBe(1)
    expect(read(folder, 'vitest.config.mjs')).toBe(own)
  })

  test('reporters that only the runner sees are never lost', { tags: 'thorough' }, async () => {
    // A plug-in sets them, which no reading of the text can tell.
    const config = `const plugin = { name: 'p', config: ({ test }) => { Object.assign(test, { reporters: test.reporters ?? ['tap'] }) } }
export default { plugins: [plugin], test: {} }
`
    const folder = projectOf('vitest', { 'vitest.config.mjs': config })
    const { code, out } = await init(folder)
    expect(out).toContain('vitest.config.mjs: left as it was; Vitest would no longer use tap')
    expect(code).toBe(1)
    expect(read(folder, 'vitest.config.mjs')).toBe(config)
  })

  test('a config that did not load before keeps its change, with the reason', {
    tags: 'thorough',
  }, async () => {
    const config = "import 'absent-package'\nexport default { test: {} }\n"
    const folder = projectOf('vitest', { 'vitest.config.mjs': config })
    const { code, out } = await init(folder)
    expect(out).toMatch(
      /vitest\.config\.mjs: changed; Vitest does not load this config, with or without the change: .*absent-package/,
    )
    expect(code).toBe(0)
  })
})

test('a runner that does not support this Node is reported once, with advice', async () => {
  const config = "export default { test: { retry: 1, reporters: ['default', '@svc/vitest'] } }\n"
  const folder = makeSetup({
    'package.json': { name: 'shop', devDependencies: { vitest: '*', '@svc/vitest': '*', ...DECLARED } },
    'vitest.config.mjs': config,
    'node_modules/vitest/package.json': { name: 'vitest', version: '99.1.1', engines: { node: '>=99.2' } },
  })
  link(folder, '@svc/vitest', 'packages/vitest')
  link(folder, '@svc/cli', 'packages/cli')
  const { out } = await init(folder)
  expect(out).toContain(
    `note: Vitest 99.1.1 does not support Node ${process.versions.node}: its package.json requires Node >=99.2, and on others it can fail before any test. Use such a Node for the tests, also in CI, then check: npx --no svc doctor\n`,
  )
  expect(out.match(/does not support Node/g)).toHaveLength(1)
})

test('missing retries and missing git are each reported once, with the reason', {
  tags: 'thorough',
}, async () => {
  const folder = projectOf('vitest', { 'vitest.config.mjs': 'export default { test: {} }\n' })
  const { out } = await init(folder, ['--dry-run'])
  expect(out).toMatch(/note: Vitest sets no retries\. A retry separates a flaky test .* 5 runs instead of 15/)
  expect(out).toContain('note: no git repository: svc compares a run without a commit only with')
  const retried = [
    projectOf('vitest', { 'vitest.config.mjs': 'export default { test: { retry: 1 } }\n' }),
    projectOf('jest', {
      'jest.config.mjs': "export default { setupFilesAfterEnv: ['<rootDir>/again.js'] }\n",
      'again.js': 'jest.retryTimes(1)\n',
    }),
    projectOf('playwright', {}, { scripts: { test: 'playwright test --retries=1' } }),
  ]
  for (const each of retried) expect((await init(each, ['--dry-run'])).out).not.toContain('no retries')
})

test('a workspace names the packages whose runner sets no retries', async () => {
  const files = (retry: string) => ({
    'packages/web/package.json': { name: 'web', devDependencies: { vitest: '*', '@svc/vitest': '*' } },
    'packages/web/vitest.config.mjs': `export default { test: { ${retry} } }\n`,
    'packages/api/package.json': { name: 'api', devDependencies: { vitest: '*', '@svc/vitest': '*' } },
    'packages/api/vitest.config.mjs': 'export default { test: {} }\n',
  })
  const noteOf = async (retry: string) => {
    const folder = projectOf('vitest', files(retry), {
      workspaces: ['packages/*'],
      devDependencies: DECLARED,
    })
    return (await init(folder, ['--dry-run'])).out
  }
  expect(await noteOf('retry: 2')).toContain('note: Vitest in packages/api sets no retries. A retry')
  expect(await noteOf('')).toContain('note: Vitest sets no retries. A retry')
})

test('without a terminal, the command asks for --yes and changes nothing', async () => {
  const folder = projectOf('vitest', { 'vitest.config.mjs': 'export default {}\n' })
  const refused = await init(folder, [])
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--yes, or --dry-run') })
  const dry = await init(folder, ['--dry-run'])
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('nothing was changed') })
  expect(dry.out).not.toContain('\u001b')
  expect((await init(folder, ['--dry-run'], { FORCE_COLOR: '1' })).out).toContain(
    '\u001b[32m  + export default',
  )
  expect(read(folder, 'vitest.config.mjs')).toBe('export default {}\n')
})

test('a config that hides its value stays as it is, and the command prints the line to add', async () => {
  const folder = projectOf('jest', {
    'jest.config.cjs': "module.exports = require('./made.cjs')\n",
    'made.cjs': 'module.exports = {}\n',
  })
  const { code, out } = await init(folder)
  expect(code).toBe(1)
  expect(out).toMatch(
    /by hand: jest\.config\.cjs is not changed: its value is not written in this file\n {2}add to it:\n {4}reporters: \['default', '@svc\/jest'\],/,
  )
  expect(out).toMatch(/After you add the lines above:\n[\s\S]*npx --no svc compare\n/)
})

test('every package of a workspace is set up, and the root alone if it runs projects', async () => {
  const manifest = (name: string) => ({ name, devDependencies: { vitest: '*', '@svc/vitest': '*' } })
  const files = {
    'packages/web/package.json': manifest('web'),
    'packages/web/vitest.config.mjs': 'export default { test: {} }\n',
    'packages/api/package.json': manifest('api'),
    'packages/api/vitest.config.mjs': 'export default { test: {} }\n',
  }
  const apart = projectOf('vitest', files, { workspaces: ['packages/*'], devDependencies: DECLARED })
  const all = await init(apart, ['--dry-run', '--json'])
  expect(JSON.parse(all.out).changes.map(({ file }: { file: string }) => file)).toEqual([
    'packages/api/vitest.config.mjs',
    'packages/web/vitest.config.mjs',
  ])
  const together = projectOf(
    'vitest',
    { ...files, 'vitest.config.mjs': "export default { test: { projects: ['packages/*'] } }\n" },
    { workspaces: ['packages/*'] },
  )
  expect(JSON.parse(all.out).changes.map(({ diff }: { diff: string[] }) => diff.at(-1))).toEqual([
    "+export default { test: { reporters: ['default', ['@svc/vitest', { suite: 'api' }]] } }",
    "+export default { test: { reporters: ['default', ['@svc/vitest', { suite: 'web' }]] } }",
  ])
  const root = await init(together, ['--yes', '--json'])
  expect(JSON.parse(root.out).changes).toMatchObject([{ file: 'vitest.config.mjs', state: 'verified' }])
})
