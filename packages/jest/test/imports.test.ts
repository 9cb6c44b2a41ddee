import { expect, test } from 'vitest'
import { onEachVersion, runOnce } from './project.ts'

const failing = (...lines: string[]) => [...lines, "test('a', () => { expect(1).toBe(2) })"].join('\n')

onEachVersion('imports of failing test files', (runner) => {
  const importsOf = async (files: Record<string, string>, config = {}) => {
    const { part } = await runOnce(files, { config }, runner)
    const listed = part.imports
    if (!listed) return undefined
    const name = (at: number) => listed.files[at] ?? ''
    return {
      tests: listed.files.slice(0, listed.tests).sort(),
      imports: Object.fromEntries(listed.imports.map((own, at) => [name(at), own.map(name).sort()])),
      open: listed.open.map(name).sort(),
      others: listed.files.slice(listed.imports.length).sort(),
    }
  }

  test('are listed with those of what they import, and the modules of other test files without', async () => {
    const listed = await importsOf(
      {
        'a.test.js': failing("const b = require('./src/b')", "require('mapped')", 'void b'),
        'other.test.js': "require('./src/other')\ntest('a', () => {})",
        'src/b.js': "module.exports = require('./c')",
        'src/__mocks__/b.js': 'module.exports = 2',
        'src/c.js': 'module.exports = 1',
        'src/mapped.js': 'module.exports = 1',
        'src/other.js': 'module.exports = 1',
        'set-up.js': "require('./src/of-set-up')",
        'src/of-set-up.js': '',
      },
      { setupFiles: ['<rootDir>/set-up.js'], moduleNameMapper: { '^mapped$': '<rootDir>/src/mapped.js' } },
    )
    expect(listed).toEqual({
      tests: ['a.test.js'],
      imports: {
        'a.test.js': ['set-up.js', 'src/__mocks__/b.js', 'src/b.js', 'src/mapped.js'],
        'src/__mocks__/b.js': [],
        'src/b.js': ['src/c.js'],
        'src/c.js': [],
        'src/mapped.js': [],
        'set-up.js': ['src/of-set-up.js'],
        'src/of-set-up.js': [],
      },
      open: [],
      others: ['other.test.js', 'src/other.js'],
    })
  })

  test('say which files may load more than they import', async () => {
    const listed = await importsOf({
      'computed.test.js': failing("const name = './c'", 'require(name)'),
      'process.test.js': failing("require('node:child_process')"),
      'missing.test.js': failing("try { require('not-there') } catch {}"),
      'plain.test.js': failing("require('./c')"),
      'c.js': '',
    })
    expect(listed?.open).toEqual(['computed.test.js', 'missing.test.js', 'process.test.js'])
  })

  test('count mocks that nothing names', async () => {
    const listed = await importsOf({
      'a.test.js': failing("jest.mock('node:fs')", "require('node:fs')"),
      '__mocks__/fs.js': "module.exports = require('../fake')",
      'fake.js': '',
    })
    expect(listed?.imports).toEqual({
      'a.test.js': ['__mocks__/fs.js'],
      '__mocks__/fs.js': ['fake.js'],
      'fake.js': [],
    })
  })

  test('are not listed if all tests pass', async () => {
    expect(await importsOf({ 'a.test.js': "test('a', () => {})" })).toBeUndefined()
  })
})
