import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { expect, test } from 'vitest'
import { commitAll, goodSetup, makeSetup, subjectOf } from '../../test/set-up.ts'
import { checkGit } from './check-git.ts'
import { checkProject } from './check-project.ts'
import { findingsIn } from './finding.ts'
import type { Question } from './subject.ts'

const gitOf = async (folder: string, more: Partial<Question> = {}) =>
  findingsIn(await checkGit(await subjectOf(folder, more)))
const projectOf = async (folder: string, env: Record<string, string> = {}) =>
  checkProject(await subjectOf(folder, { env })).found
const github = (env: Record<string, string> = {}): Partial<Question> => ({
  detected: { isCI: true, id: 'GITHUB_ACTIONS', name: 'GitHub Actions' },
  env: { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main', ...env },
})

const makeRepository = () => {
  const folder = goodSetup()
  commitAll(folder)
  return folder
}

test('branch, commit and state of a repository are reported', async () => {
  const folder = makeRepository()
  const sha = git(folder, 'rev-parse', 'HEAD').slice(0, 7)
  expect(await gitOf(folder)).toEqual([
    { check: 'Git', state: 'ok', found: `branch main at ${sha}, clean, root at this folder` },
  ])
  writeFileSync(join(folder, 'new.txt'), '')
  expect((await gitOf(folder))[0]?.found).toBe(
    `branch main at ${sha}, with uncommitted changes (new.txt), root at this folder`,
  )
})

test('a folder without a repository, and one without a commit, are reported', async () => {
  expect(await gitOf(goodSetup())).toMatchObject([{ state: 'warning', found: 'no git repository' }])
  const folder = goodSetup()
  git(folder, 'init', '-q')
  expect(await gitOf(folder)).toMatchObject([{ state: 'warning', found: 'the repository has no commit yet' }])
})

test('without git, the repository is still detected', async () => {
  expect(await gitOf(makeRepository(), { env: { PATH: makeSetup({}) } })).toMatchObject([
    { state: 'warning', found: 'git is not installed' },
  ])
})

test('a shallow clone is reported with the lines that deepen it', async () => {
  const folder = makeRepository()
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'second')
  const clone = join(makeSetup({}), 'clone')
  git(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, clone)
  expect(await gitOf(clone)).toMatchObject([{ state: 'ok' }, { paste: ['git fetch --unshallow'] }])
  expect(await gitOf(clone, github())).toMatchObject([
    { state: 'ok' },
    {
      state: 'warning',
      found: 'the clone is shallow: 1 commit of its history',
      paste: ['- uses: actions/checkout', '  with:', '    fetch-depth: 0'],
    },
  ])
  expect(await gitOf(clone, { detected: { isCI: true, id: 'GITLAB', name: 'GitLab CI' } })).toMatchObject([
    { state: 'ok' },
    { paste: ['variables:', '  GIT_DEPTH: 0'] },
  ])
})

test('a detached head is reported unless CI names the branch', async () => {
  const folder = makeRepository()
  git(folder, 'checkout', '-q', '--detach')
  expect(await gitOf(folder)).toMatchObject([
    { found: expect.stringMatching(/^no branch at/) },
    { state: 'warning', found: 'no branch is checked out', paste: ['git switch <branch>'] },
  ])
  expect(await gitOf(folder, github())).toMatchObject([{ found: expect.stringMatching(/^branch main at/) }])
})

test('files that a job changes before the tests are named, in CI only', async () => {
  const folder = makeRepository()
  writeFileSync(join(folder, 'package.json'), '{}')
  expect(await gitOf(folder)).toHaveLength(1)
  expect((await gitOf(folder, github()))[1]).toMatchObject({
    state: 'warning',
    found: 'files differ from the commit: package.json',
  })
})

test('journals that git would see are reported', async () => {
  const folder = makeRepository()
  const visible = { '.svc/journal/a.ndjson': '' }
  expect(await gitOf(goodRepository(visible))).toMatchObject([
    { state: 'ok' },
    { paste: ["echo '.svc/' >> .gitignore", 'git rm -r --cached .svc'] },
  ])
  const hidden = goodRepository({ ...visible, '.svc/.gitignore': '*\n' })
  expect(await gitOf(hidden)).toHaveLength(1)
  expect(await gitOf(folder)).toHaveLength(1)
})

const goodRepository = (more: Record<string, string>) => {
  const folder = goodSetup(more)
  commitAll(folder)
  return folder
}

test('the project is named by settings, remote, package or folder, in this order', async () => {
  const folder = makeRepository()
  expect(await projectOf(folder)).toBe('shop (name of the package or folder), suite default')
  git(folder, 'remote', 'add', 'origin', 'git@github.com:Acme/Web_Shop.git')
  expect(await projectOf(folder)).toBe('web-shop (repository Acme/Web_Shop), suite default')
  expect(await projectOf(folder, { SVC_PROJECT: 'My Shop', SVC_SUITE: 'e2e' })).toBe(
    'my-shop (SVC_PROJECT), suite e2e',
  )
  const written = "export default { reporters: [['@svc/vitest', { project: 'mine' }]] }"
  writeFileSync(join(folder, 'vitest.config.mjs'), written)
  expect(await projectOf(folder, { SVC_PROJECT: 'other' })).toBe(
    'mine (the option project of the reporter), suite default',
  )
})
