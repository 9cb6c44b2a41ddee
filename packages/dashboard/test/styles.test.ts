import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../src')

test('a class that begins a rule of one part or page begins none elsewhere: styles stay once loaded', () => {
  const files = new Map<string, Set<string>>()
  for (const file of globSync('**/*.css', { cwd: folder }))
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /^ {2}\.([\w-]+)(?=[ ,{:])/gm,
    ))
      files.set(name, (files.get(name) ?? new Set()).add(file.split('/').slice(0, 2).join('/')))
  const clashes = [...files].filter(([, where]) => where.size > 1)
  expect(clashes.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})
