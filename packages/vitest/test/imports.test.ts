import { expect, test } from 'vitest'
import { eachVersion, runOnce } from './project.ts'

const failing = (...imports: string[]) =>
  [...imports, "import { expect, test } from 'vitest'", "test('a', () => { expect(1).toBe(2) })"].join('\n')
const passing = (...imports: string[]) =>
  [...imports, "import { test } from 'vitest'", "test('a', () => {})"].join('\n')

/** What a project's failing test files import, by file, and the files that may load more. */
const importsOf = async (
  version: Parameters<typeof runOnce>[2],
  files: Record<string, string>,
  config = {},
) => {
  const { part } = await runOnce(files, config, version)
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

eachVersion('imports of failing test files', (version) => {
  test('are listed with those of what they import, and the modules of other test files without', async () => {
    const listed = await importsOf(
      { version },
      {
        'a.test.ts': failing("import { b } from './src/b'", "import './src/data.json'", 'b()'),
        'other.test.ts': passing("import './src/other'"),
        'src/b.ts': "import { c } from './c'\nexport const b = () => c",
        'src/c.ts': 'export const c = 1',
        'src/data.json': '{}',
        'src/other.ts': 'export const other = 1',
        'set-up.ts': "import './src/of-set-up'",
        'src/of-set-up.ts': 'export {}',
      },
      { setupFiles: ['./set-up.ts'] },
    )
    expect(listed).toEqual({
      tests: ['a.test.ts'],
      imports: {
        'a.test.ts': ['set-up.ts', 'src/b.ts', 'src/data.json'],
        'src/b.ts': ['src/c.ts'],
        'src/c.ts': [],
        'src/data.json': [],
        'set-up.ts': ['src/of-set-up.ts'],
        'src/of-set-up.ts': [],
      },
      open: [],
      others: ['other.test.ts', 'src/other.ts'],
    })
  })

  test('say which files may load more than they import', async () => {
    const listed = await importsOf(
      { version },
      {
        'computed.test.ts': failing("import './computed'"),
        'computed.ts': 'export const load = (name: string) => import(/* @vite-ignore */ name)',
        'literal.test.ts': failing("import './literal'"),
        'literal.ts': "export const load = () => import('./never')",
        'never.ts': "import './behind'",
        'behind.ts': 'export {}',
        'process.test.ts': failing("import { spawn } from 'node:child_process'", 'void spawn'),
        'actual.test.ts': failing("import { vi } from 'vitest'", "await vi.importActual('./behind')"),
        'plain.test.ts': failing("import './behind'"),
      },
    )
    expect(listed?.open).toEqual(['actual.test.ts', 'computed.ts', 'never.ts', 'process.test.ts'])
  })

  test('count what runs with each file: mocks that nothing names, and global set-ups', async () => {
    const listed = await importsOf(
      { version },
      {
        'a.test.ts': failing("import { vi } from 'vitest'", "vi.mock('./src/api')", "import './src/api'"),
        'src/api.ts': 'export const api = 1',
        'src/__mocks__/api.ts': "import '../fake'\nexport const api = 2",
        'src/fake.ts': 'export {}',
        'global.ts': "import './src/port'\nexport default () => {}",
        'src/port.ts': 'export {}',
      },
      { globalSetup: ['./global.ts'] },
    )
    expect(listed?.imports['a.test.ts']).toEqual(['global.ts', 'src/__mocks__/api.ts', 'src/api.ts'])
    expect(listed?.imports['src/__mocks__/api.ts']).toEqual(['src/fake.ts'])
    // Versions differ in whether Vite loads the set-up; the mocked module is not loaded.
    expect(listed?.imports['global.ts']?.length || listed?.open.includes('global.ts')).toBeTruthy()
    expect(listed?.open).toContain('src/api.ts')
  })

  test('are not listed if all tests pass', async () => {
    expect(await importsOf({ version }, { 'a.test.ts': passing() })).toBeUndefined()
  })
})
