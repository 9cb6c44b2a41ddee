import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findPackages } from '../src/init/find-packages.ts'
import { newerArchive } from '../src/init/newer-archive.ts'
import { git, makeSetup, serve } from './set-up.ts'
import { main, runNode } from './shop.ts'

const init = (cwd: string, args: string[] = ['--yes'], env: Record<string, string> = {}) =>
  runNode(cwd, [main, 'init', ...args], { XDG_CONFIG_HOME: cwd, ...env })

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

const DECLARED = { '@svc/cli': '*' }

/** A project whose packages are installed, so that only its configs are missing. */
const projectOf = (
  runner: 'vitest' | 'jest' | 'playwright',
  files: Record<string, string | object>,
  manifest: object = {},
) => {
  const name = runner === 'playwright' ? '@playwright/test' : runner
  const devDependencies = { [name]: '*', [`@svc/${runner}`]: '*', ...DECLARED }
  const folder = makeSetup({ 'package.json': { name: 'shop', devDependencies, ...manifest }, ...files }, [
    name,
    `@svc/${runner}`,
  ])
  link(folder, '@svc/cli', 'packages/cli')
  return folder
}

const link = (folder: string, name: string, place: string) => {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(fileURLToPath(new URL(`../../../${place}`, import.meta.url)), path, 'dir')
}

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

test('two runners of one package report to two suites, because each compares with its own runs', {
  tags: 'thorough',
}, async () => {
  const folder = projectOf(
    'vitest',
    {},
    { devDependencies: { vitest: '*', jest: '*', '@svc/vitest': '*', '@svc/jest': '*', ...DECLARED } },
  )
  link(folder, 'jest', 'packages/jest/node_modules/jest')
  link(folder, '@svc/jest', 'packages/jest')
  const { out } = await init(folder)
  expect(out).toContain('vitest.config.mjs: changed, and its runner loads it')
  expect(out).toContain('jest.config.mjs: changed, and its runner loads it')
  expect(read(folder, 'vitest.config.mjs')).toContain("['@svc/vitest', { suite: 'vitest' }]")
  expect(read(folder, 'jest.config.mjs')).toContain("['@svc/jest', { suite: 'jest' }]")
  const named = await init(folder)
  expect(named.out).toContain('nothing to do')
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

describe('the packages of the server', () => {
  const archives = () =>
    serve((request, response) => {
      const [, name] = /^\/packages\/svc-(\w+)\.tgz$/.exec(request.url ?? '') ?? []
      response.writeHead(name ? 302 : 404, name ? { location: `svc-${name}-1.2.3-0123abcd.tgz` } : {}).end()
    })

  test('one command adds them, with addresses that name the version', async () => {
    const url = await archives()
    const folder = makeSetup({ 'package.json': { devDependencies: { vitest: '*' } } }, ['vitest'])
    const { out, code } = await init(folder, ['--dry-run', '--json', '--url', url])
    expect(code).toBe(0)
    const own = ['vitest', 'cli'].map((name) => `${url}/packages/svc-${name}-1.2.3-0123abcd.tgz`)
    expect(JSON.parse(out).installs).toEqual([
      { folder: '.', command: `npm install --save-dev ${own.join(' ')}`, isDone: false },
    ])
  })

  test('a command that package.json does not name is added, because an installation would remove it', async () => {
    const url = await archives()
    const files = { 'package.json': { devDependencies: { vitest: '*' } } }
    const folder = makeSetup({ ...files, 'node_modules/@svc/cli/package.json': { version: '0.1.0' } }, [
      'vitest',
    ])
    const { out } = await init(folder, ['--dry-run', '--json', '--url', url])
    expect(JSON.parse(out).installs[0].command).toContain('/packages/svc-cli-1.2.3-0123abcd.tgz')
  })

  test.each([
    ['another server', 'http://127.0.0.2:4700/packages/svc-cli-1.2.3-0123abcd.tgz'],
    ['another folder', '/uploads/svc-cli-1.2.3-0123abcd.tgz'],
    ['a sign-in page', '/login?next=svc-cli-1.2.3-0123abcd.tgz'],
    ['another package', 'svc-jest-1.2.3-0123abcd.tgz'],
    ['a command', 'svc-cli-`touch x`.tgz'],
  ])('a redirect to %s installs nothing', async (_, location) => {
    const url = await serve((_request, response) => void response.writeHead(302, { location }).end())
    await expect(findPackages({ url }, ['cli'])).rejects.toMatchObject({
      code: 'NO_PACKAGES',
      message: expect.stringContaining('redirects to'),
    })
  })

  test('npx runs another command only of the server that it asked', async () => {
    const url = await serve((request, response) => {
      if (/-0123abcd\.tgz$/.test(request.url ?? '')) response.end('other bytes')
      else response.writeHead(302, { location: 'svc-cli-1.2.3-0123abcd.tgz' }).end()
    })
    const newerOf = (resolved: string) => {
      const entry = { resolved, integrity: 'sha512-own' }
      const folder = makeSetup({
        '_npx/1/package-lock.json': { packages: { 'node_modules/@svc/cli': entry } },
      })
      const program = join(folder, '_npx/1/node_modules/@svc/cli/lib/main.js')
      return newerArchive(program, { url })
    }
    expect(await newerOf(`${url}/packages/svc-cli.tgz`)).toBe(`${url}/packages/svc-cli-1.2.3-0123abcd.tgz`)
    expect(await newerOf('https://svc.example.com/packages/svc-cli.tgz')).toBeUndefined()
  })

  test('a package of another version is installed again, and one of the same version is not', async () => {
    const url = await archives()
    const ours = (version: string) => ({
      vitest: '*',
      '@svc/vitest': `${url}/packages/svc-vitest-${version}-0123abcd.tgz`,
      '@svc/cli': `${url}/packages/svc-cli-1.2.3-0123abcd.tgz`,
    })
    const installsOf = async (version: string, at: string) => {
      const files = { 'package.json': { devDependencies: ours(version) } }
      const { out } = await init(makeSetup(files, ['vitest', '@svc/vitest']), [
        '--dry-run',
        '--json',
        '--url',
        at,
      ])
      return JSON.parse(out).installs.map(({ command }: { command: string }) => command)
    }
    expect(await installsOf('1.2.3', url)).toEqual([])
    expect(await installsOf('1.2.2', url)).toEqual([
      `npm install --save-dev ${url}/packages/svc-vitest-1.2.3-0123abcd.tgz`,
    ])
    // Nothing is missing, so no server is needed.
    expect(await installsOf('1.2.2', 'http://127.0.0.1:1')).toEqual([])
  })

  test('a failed installation changes no config', { tags: 'thorough' }, async () => {
    const url = await archives()
    const config = 'export default { test: {} }\n'
    const folder = makeSetup(
      { 'package.json': { devDependencies: { vitest: '*' } }, 'vitest.config.mjs': config },
      ['vitest'],
    )
    const { code, err } = await init(folder, ['--yes', '--url', url], { npm_config_fetch_retries: '0' })
    expect(code).toBe(1)
    expect(err).toMatch(
      /svc: the installation failed \(\d+\); no config was changed\nnext: .*npm install --save-dev http/,
    )
    expect(read(folder, 'vitest.config.mjs')).toBe(config)
  })

  test('no server is a reason with the next step', { tags: 'thorough' }, async () => {
    const folder = makeSetup({ 'package.json': { devDependencies: { vitest: '*' } } }, ['vitest'])
    const { code, err } = await init(folder, ['--yes', '--url', 'http://127.0.0.1:1'])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('no server answers at http://127.0.0.1:1'),
    })
  })
})

/** What a clone notes of the default branch of its origin. */
const origin = (branch: string): string[][] => [
  ['update-ref', `refs/remotes/origin/${branch}`, 'HEAD'],
  ['symbolic-ref', 'refs/remotes/origin/HEAD', `refs/remotes/origin/${branch}`],
]

describe('CI', () => {
  const WORKFLOW = `name: CI
on: [push, pull_request]
permissions:
  contents: read
  pull-requests: write
  actions: read
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - run: npm run lint
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6

      # The tests
      - name: Test
        run: |
          npm ci
          npm test -- --coverage
        env:
          A: b

      # After the tests
      - uses: actions/upload-artifact@v6
`
  const good = { 'vitest.config.mjs': "export default { test: { reporters: ['default', '@svc/vitest'] } }\n" }
  const scripts = { scripts: { test: 'vitest run', lint: 'biome check' } }

  test('the action follows the tests in the workflow that runs them', async () => {
    const file = '.github/workflows/ci.yml'
    const folder = projectOf('vitest', { ...good, [file]: WORKFLOW }, scripts)
    const args = ['--yes', '--action', 'acme/svc@v1', '--url', 'https://tests.example.com']
    expect(await init(folder, args)).toMatchObject({ code: 0, err: '' })
    const { jobs } = parse(read(folder, file))
    expect(jobs.lint.steps).toHaveLength(1)
    expect(jobs.test.steps.map(({ uses, name }: Record<string, string>) => uses ?? name)).toEqual([
      'actions/checkout@v6',
      'Test',
      'acme/svc@v1',
      'actions/upload-artifact@v6',
    ])
    expect(jobs.test.steps[2].with).toEqual({
      'api-key': `\${{ secrets.SVC_API_KEY }}`,
      url: 'https://tests.example.com',
    })
    const again = await init(folder, args)
    expect(again.out).toContain('nothing to do')
  })

  test('without the name of the action, the workflow stays, and its lines are printed', {
    tags: 'thorough',
  }, async () => {
    const file = '.github/workflows/ci.yml'
    const folder = projectOf('vitest', { ...good, [file]: WORKFLOW }, scripts)
    const { out } = await init(folder)
    expect(out).toContain('--action <owner>/svc@v1, or add after the tests in .github/workflows/ci.yml')
    expect(read(folder, file)).toBe(WORKFLOW)
  })

  test('a new workflow names the default branch of the repository', { tags: 'thorough' }, async () => {
    const clone = (branch: string, ...more: string[][]) => {
      const folder = projectOf('vitest', good, scripts)
      for (const args of [
        ['init', '-q', '-b', branch],
        ['remote', 'add', 'origin', 'git@github.com:acme/shop.git'],
        ...more,
      ])
        git(folder, ...args)
      return folder
    }
    const first = ['commit', '-q', '--allow-empty', '-m', 'first']
    const on = (branch: string) => ['checkout', '-q', '-b', branch]
    const cases: [string, string][] = [
      ['trunk', clone('trunk')],
      ['trunk', clone('trunk', first)],
      ['release/1', clone('topic', first, ...origin('release/1'))],
      ['master', clone('master', first, on('topic'))],
      ['trunk', clone('trunk', first, ['config', 'init.defaultBranch', 'trunk'], on('topic'))],
      ['1.0', clone('1.0', first)],
    ]
    for (const [branch, folder] of cases) {
      const { out } = await init(folder, ['--yes', '--action', 'acme/svc@v1'])
      const { on } = parse(read(folder, '.github/workflows/svc.yml'))
      expect(on.push.branches, out).toEqual([branch])
      expect(out).toContain('\n  commit these changes, run your tests, then: npx --no svc compare\n')
    }
  })

  test('a repository on GitHub without a workflow gets one; other systems get their lines', async () => {
    const folder = projectOf('vitest', { ...good, '.gitlab-ci.yml': 'test: {}\n' }, scripts)
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder })
    execFileSync('git', ['remote', 'add', 'origin', 'git@github.com:acme/shop.git'], { cwd: folder })
    const { code, out } = await init(folder, ['--yes', '--action', 'acme/svc@v1'])
    expect(code).toBe(0)
    expect(out).toMatch(
      /\.gitlab-ci\.yml is not changed: .*\n.*docs\/how-to\/gitlab\.md.*\n {4}export SVC_URL=/,
    )
    expect(out).toContain('set the variable SVC_URL of the repository')
    const workflow = parse(read(folder, '.github/workflows/svc.yml'))
    expect(workflow.jobs.test.steps.map((step: Record<string, string>) => step.run ?? step.uses)).toEqual([
      'actions/checkout@v6',
      'actions/setup-node@v6',
      'npm ci',
      'npm test',
      'acme/svc@v1',
    ])
    expect(existsSync(join(folder, 'vitest.config.mjs'))).toBe(true)
  })
})

describe('two configs of one runner', () => {
  const two = (integration: string, more: object = {}) =>
    projectOf(
      'vitest',
      {
        'vitest.config.mjs': 'export default { test: { retry: 1 } }\n',
        'vitest.integration.config.mjs': integration,
      },
      {
        scripts: {
          test: 'vitest run',
          'test:integration': 'vitest run --config vitest.integration.config.mjs',
        },
        ...more,
      },
    )

  test('report to two suites, because each compares with its own runs', async () => {
    const folder = two('export default { test: { retry: 1 } }\n')
    expect((await init(folder)).code).toBe(0)
    expect(read(folder, 'vitest.config.mjs')).toContain("reporters: ['default', '@svc/vitest']")
    expect(read(folder, 'vitest.integration.config.mjs')).toContain(
      "reporters: ['default', ['@svc/vitest', { suite: 'integration' }]]",
    )
    const again = await init(folder)
    expect(again.out).toContain('nothing to do')
    expect(again.out).not.toContain('the same suite')
  })

  test('that share a suite by hand get a note, unless a script names one', { tags: 'thorough' }, async () => {
    const named = "export default { test: { retry: 1, reporters: ['default', '@svc/vitest'] } }\n"
    const folder = two(named)
    writeFileSync(join(folder, 'vitest.config.mjs'), named)
    const shared =
      /note: vitest\.config\.mjs and vitest\.integration\.config\.mjs report to the same suite, default/
    expect((await init(folder)).out).toMatch(shared)
    expect((await init(folder, ['--yes'], { SVC_SUITE: 'all' })).out).not.toMatch(shared)
    const manifest = JSON.parse(read(folder, 'package.json'))
    manifest.scripts['test:integration'] = `SVC_SUITE=integration ${manifest.scripts['test:integration']}`
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    expect((await init(folder)).out).not.toMatch(shared)
  })

  test('of which one merges the other get one reporter', async () => {
    const folder = two(
      "import { mergeConfig } from 'vitest/config'\nimport base from './vitest.config.mjs'\nexport default mergeConfig(base, { test: { name: 'i' } })\n",
    )
    const { out } = await init(folder)
    expect(out).toContain(
      'by hand: vitest.integration.config.mjs is not changed: it merges vitest.config.mjs, and uses the reporter of that file',
    )
    expect(out).toContain('SVC_SUITE=integration vitest … --config vitest.integration.config.mjs')
    expect(read(folder, 'vitest.integration.config.mjs')).not.toContain('@svc/')
  })
})
