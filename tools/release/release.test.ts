import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PUBLISHED, packageName } from '../../packages/protocol/src/published.ts'
import { readChange, sectionOf, withSection } from './changelog.ts'
import { problemsOf } from './check.ts'
import { pendingChanges, readText, versions, workspace } from './workspace.ts'

const CHANGELOG = '# Changelog\n\n<!-- next -->\n\n## 0.1.0\n\nThe first.\n'

test('the repository is in order: one version, which the action has too, and its section of the changelog', () => {
  const [version = '', ...others] = versions()
  expect(others).toEqual([])
  expect(readText('packages/action/src/version.ts')).toContain(`'${version}'`)
  expect(sectionOf(readText('CHANGELOG.md'), version)).toBeTruthy()
  expect(readText('CHANGELOG.md')).toContain('<!-- next -->\n')
  for (const name of pendingChanges())
    expect(readChange(name, readText(`.changeset/${name}`)).summary).not.toBe('')
})

test('a section groups changes by kind, the newest version first', () => {
  const changes = [
    readChange('a.md', '---\n"@svc/vitest": patch\n---\n\nOne.\nMore.\n'),
    readChange('b.md', '---\n"@svc/vitest": minor\n"@svc/server": major\n---\n\nTwo costs $& more.\n'),
  ]
  const text = withSection(CHANGELOG, '1.0.0', changes)
  expect(text).toBe(
    '# Changelog\n\n<!-- next -->\n\n## 1.0.0\n\n### Breaking changes\n\n- Two costs $& more.\n\n### Fixes\n\n- One.\n  More.\n\n## 0.1.0\n\nThe first.\n',
  )
  expect(sectionOf(text, '1.0.0')).toMatch(/^### Breaking changes[\s\S]*More\.$/)
  expect(sectionOf(text, '0.1.0')).toBe('The first.')
  expect(sectionOf(text, '0.1')).toBeUndefined()
})

test('a change without a kind, a text or front matter is refused with its name', () => {
  expect(() => readChange('a.md', 'Text')).toThrow('a.md has no front matter')
  expect(() => readChange('a.md', '---\n"@svc/vitest": none\n---\n\nText')).toThrow('a.md names no package')
  expect(() => readChange('a.md', '---\n"@svc/vitest": patch\n---\n\n')).toThrow('a.md describes no change')
})

test('a tag of another version, a pending change and a missing section prevent a release', () => {
  const good = { tag: 'v0.1.0', versions: ['0.1.0'], pending: [], changelog: CHANGELOG }
  expect(problemsOf(good)).toEqual([])
  expect(problemsOf({ ...good, tag: 'v0.2.0' })).toMatchObject([expect.stringContaining('Tag v0.1.0')])
  expect(problemsOf({ ...good, versions: ['0.1.0', '0.2.0'] })).toHaveLength(1)
  expect(problemsOf({ ...good, pending: ['a.md'] })).toMatchObject([expect.stringContaining('a.md')])
  expect(problemsOf({ ...good, changelog: '# Changelog\n' })).toHaveLength(1)
})

test('one change raises every package, the action and the changelog', { tags: 'thorough' }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'svc-release-'))
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: workspace,
    encoding: 'utf8',
  }).split('\n')
  const needed =
    /(^|\/)package\.json$|^(\.changeset|tools\/release)\/|^packages\/(action\/src\/version|protocol\/src\/published)|^[^/]+$/
  for (const path of tracked) if (path && needed.test(path)) cpSync(join(workspace, path), join(copy, path))
  symlinkSync(join(workspace, 'node_modules'), join(copy, 'node_modules'))
  run('git', 'init', '--quiet', '--initial-branch=main')
  writeFileSync(join(copy, '.changeset/warm-tests.md'), '---\n"@svc/vitest": minor\n---\n\nWarm tests.\n')
  run(process.execPath, 'tools/release/main.ts', 'version')
  const [version = '', ...others] = versions(copy)
  expect(others).toEqual([])
  expect(version).not.toBe(versions()[0])
  expect(pendingChanges(copy)).toEqual([])
  expect(readFileSync(join(copy, 'packages/action/src/version.ts'), 'utf8')).toContain(`'${version}'`)
  expect(run(process.execPath, 'tools/release/main.ts', 'notes')).toMatch(
    // Beside the changes that wait in the repository.
    /### Features\n\n(?:(?:-| ) .*\n|\n)*- Warm tests\./,
  )
  expect(run(process.execPath, 'tools/release/main.ts', 'check', `v${version}`)).toBe('')
})

test('the packages that npm gets are those that share the version', () => {
  const { fixed } = JSON.parse(readText('.changeset/config.json')) as { fixed: string[][] }
  expect(fixed).toEqual([[`${packageName(PUBLISHED[0]).split('/')[0]}/*`]])
})
