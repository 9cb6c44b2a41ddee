// @module-tag thorough
import { spawnSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { PUBLISHED as NAMES, packageName } from '../../../protocol/src/index.ts'
import { importedPackages, readAll, staticImports, type Tarball, workspace } from './tarballs.ts'

const tarballs = readAll(inject('archives'))
const PUBLISHED = NAMES.map(packageName)

test('exactly the published packages are packed', () => {
  expect([...tarballs.keys()].sort()).toEqual(PUBLISHED.toSorted())
})

describe.each(PUBLISHED)('%s', (name) => {
  test('holds built modules, their types, a README and the licence', () => {
    const { files } = tarballOf(name)
    const built = files.filter((file) => file.startsWith('lib/'))
    expect(files.filter((file) => !built.includes(file))).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(built.filter((file) => !/^lib\/[a-z0-9-]+(\.js|\.d\.ts)$/.test(file))).toEqual([])
    expect(built.length).toBeGreaterThan(0)
  })

  test('imports only declared dependencies', () => {
    const { files, manifest, read } = tarballOf(name)
    expect(JSON.stringify(manifest)).not.toContain('workspace:')
    expect(Object.keys(manifest.dependencies ?? {}).filter((each) => each.startsWith('@svc/'))).toEqual([])
    const imported = (ending: string) =>
      new Set(files.filter((file) => file.endsWith(ending)).flatMap((file) => importedPackages(read(file))))
    const own = Object.keys(manifest.dependencies ?? {})
    const types = [...own, ...Object.keys(manifest.peerDependencies ?? {})]
    expect([...imported('.js')].filter((each) => !own.includes(each))).toEqual([])
    expect([...imported('.d.ts')].filter((each) => !types.includes(each))).toEqual([])
  })

  test('publint and attw find nothing', () => {
    expectQuiet('publint', 'run', tarballOf(name).path, '--strict')
    // A package that is only a command has no types to be wrong.
    if (name !== '@svc/cli') expectQuiet('attw', tarballOf(name).path, '--profile', 'esm-only', '--no-color')
  })
})

describe.each(['@svc/jest', '@svc/playwright', '@svc/vitest'])('an import of %s', (name) => {
  const loaded = loadedBy(name)

  test('opens few files', () => {
    expect(loaded.filter((module) => module.startsWith('@svc/')).length).toBeLessThanOrEqual(2)
    expect(loaded).not.toContain('ci-info')
  })

  test('leaves the slow parts of Node for when they are needed', () => {
    const slow = ['node:child_process', 'node:crypto', 'node:http', 'node:https', 'node:tls', 'node:zlib']
    expect(loaded.filter((module) => slow.includes(module))).toEqual([])
  })
})

test.each([
  ['@svc/cli', 'main.js'],
  ['@svc/jest', 'index.js'],
  ['@svc/playwright', 'index.js'],
  ['@svc/vitest', 'index.js'],
])('%s says in one sentence that a Node is too old', (name, entry) => {
  const { path } = tarballOf(name)
  const root = join(path.slice(0, -'.tgz'.length), 'package')
  // Beside the archive's modules, as an install would put it.
  const modules = join(root, 'node_modules')
  symlinkSync(join(workspace, 'packages', name.slice('@svc/'.length), 'node_modules'), modules)
  onTestFinished(() => rmSync(modules))
  // Nodes before 20.16 lack it.
  const older = 'data:text/javascript,process.getBuiltinModule=undefined'
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, join(root, 'lib', entry)], {
    encoding: 'utf8',
  })
  const sentence = `${name} needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer Node, then run this again.`
  expect(status).toBe(1)
  if (name === '@svc/cli') expect(stderr).toBe(`${sentence}\n`)
  else expect(stderr).toContain(`Error: ${sentence}\n`)
})

/** Every module that is there once a package is imported: files of ours, and what they import from elsewhere. */
function loadedBy(name: string): string[] {
  const found = new Set<string>()
  const visit = (owner: string, file: string): void => {
    const module = `${owner}/${file}`
    if (found.has(module)) return
    found.add(module)
    for (const specifier of staticImports(tarballOf(owner).read(file))) {
      if (specifier.startsWith('.')) visit(owner, join('lib', specifier))
      else found.add(specifier)
    }
  }
  visit(name, 'lib/index.js')
  return [...found]
}

function tarballOf(name: string): Tarball {
  return tarballs.get(name) ?? expect.fail(`${name} was not packed, only ${[...tarballs.keys()]}`)
}

const expectQuiet = (tool: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(join(workspace, 'node_modules/.bin', tool), args, {
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
}
