// @module-tag thorough
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleModules } from './bundle.ts'

test('what people start of a bundle ends with one line on a Node that is too old', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await bundleModules(folder, '1.0.0')
  const lib = join(folder, 'lib')
  for (const entry of ['main.js', 'command.js']) {
    // A Node without such an export ends before it runs a line.
    expect(exportsOfNode(lib, entry), entry).toEqual(entry === 'main.js' ? ['join'] : [])
    for (const { path, version } of nodesBefore22()) {
      const { status, stdout, stderr } = spawnSync(path, [join(lib, entry)], { encoding: 'utf8' })
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: '',
        stderr: `The server needs Node 22.19 or newer, and this is Node ${version}. Install a newer Node, then run this again.\n`,
      })
    }
  }
})

/** What a file of the bundle, and all it loads at once, imports by name from Node. */
function exportsOfNode(lib: string, file: string): string[] {
  const statements = readFileSync(join(lib, file), 'utf8').matchAll(
    /^import (?:(\{.*\}|\w+) from )?"(.+)";$/gm,
  )
  return [...statements].flatMap(([, names = '', from = '']) => {
    if (from.startsWith('./')) return exportsOfNode(lib, from)
    return names.startsWith('{') ? names.slice(1, -1).trim().split(/, /) : []
  })
}

/** Nodes on the PATH that are too old for the server; none on most machines. */
function nodesBefore22(): { path: string; version: string }[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => {
    const path = join(folder, 'node')
    const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1) ?? ''
    return /^2[01]\./.test(version) ? [{ path, version }] : []
  })
}
