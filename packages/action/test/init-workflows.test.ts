// @module-tag thorough
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { linted, reviewed } from './workflow-readers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const command = join(root, 'packages/cli/src/main.ts')

/** Runs `svc init` in a repository on GitHub whose packages are installed; returns the text of each workflow. */
const workflowsOf = (files: Record<string, string | object>): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '-q', '-b', '1.x')
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  const { PATH, HOME } = process.env
  const args = [command, 'init', '--yes', '--action', 'owner/svc@v1', '--url', 'https://tests.example.com']
  execFileSync(process.execPath, args, { cwd: folder, env: { PATH, HOME, XDG_CONFIG_HOME: folder } })
  const workflows = join(folder, '.github/workflows')
  return readdirSync(workflows).map((name) => readFileSync(join(workflows, name), 'utf8'))
}

const manifestOf = (runner: 'vitest' | 'jest' | 'playwright', more: object = {}) => ({
  devDependencies: {
    [runner === 'playwright' ? '@playwright/test' : runner]: '*',
    [`@svc/${runner}`]: '*',
    '@svc/cli': '*',
  },
  ...more,
})

test.each(['npm@11.0.0', 'pnpm@11.0.0', 'yarn@1.22.0', 'yarn@4.9.0', 'bun@1.2.0'])(
  'a new workflow of %s has no findings',
  async (packageManager) => {
    for (const runner of ['vitest', 'jest', 'playwright'] as const)
      for (const more of [{}, { scripts: { test: runner } }]) {
        const [text = '', ...others] = workflowsOf({
          'package.json': manifestOf(runner, { packageManager, ...more }),
        })
        expect(others).toEqual([])
        expect(text).toContain('uses: owner/svc@v1')
        expect({ text, linted: linted(text), reviewed: await reviewed(text) }).toEqual({
          text,
          linted: [],
          reviewed: [],
        })
      }
  },
)

test('a workflow with the added step has no findings', async () => {
  const folder = join(root, 'examples/workflows')
  const withoutOurs = readFileSync(join(folder, 'single-job.yml'), 'utf8').replace(
    /\n +- [^-]*uses: owner\/svc@v1[\s\S]*$/,
    '\n',
  )
  expect(withoutOurs).not.toContain('owner/svc')
  const [text = ''] = workflowsOf({
    'package.json': manifestOf('vitest', { scripts: { test: 'vitest run' } }),
    '.github/workflows/tests.yml': withoutOurs,
  })
  expect(text).toContain('uses: owner/svc@v1')
  expect([...linted(text), ...(await reviewed(text))]).toEqual([])
})
