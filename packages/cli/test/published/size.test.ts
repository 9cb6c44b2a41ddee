// @module-tag thorough
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install } from './installed.ts'
import { NPM } from './managers.ts'

/** Every file a package brings is read, scanned and kept by somebody. */
const MOST_BYTES = 620_000

test.each(['@svc/jest', '@svc/playwright', '@svc/vitest'])('%s brings little', async (name) => {
  const project = await install(NPM, [name])
  try {
    const modules = join(project.folder, 'node_modules')
    const files = filesIn(modules)
    const bytes = files.map((path) => statSync(path).size).reduce((sum, size) => sum + size, 0)
    console.log(`${name}: ${files.length} files, ${(bytes / 1e6).toFixed(2)} MB`)
    expect(packagesIn(files, modules)).toEqual([name, 'ci-info'].sort())
    expect(bytes).toBeLessThan(MOST_BYTES)
  } finally {
    project.remove()
  }
})

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.package-lock.json')
    .map((entry) => join(entry.parentPath, entry.name))

const packagesIn = (files: string[], modules: string): string[] => {
  const manifests = files.filter((path) => path.endsWith('/package.json'))
  return manifests.map((path) => path.slice(modules.length + 1, -'/package.json'.length)).sort()
}
