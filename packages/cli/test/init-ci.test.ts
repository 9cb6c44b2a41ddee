import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { init, projectOf, read } from './init-project.ts'

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
