import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTemplate } from './template.ts'

const projectWith = (scripts: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-template-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
  return folder
}

const wordsOf = (command: string, folder = '/nowhere', variant = '') =>
  readTemplate(command.split(' '), folder)?.words({ file: 'src/cart.test.ts', variant }).join(' ')

test('the program and its configuration stay; what selects, repeats and parallelizes goes', () => {
  expect(wordsOf('npx vitest run src/basket --config a.ts --bail=1 --retry 2 -t adds --shard=1/2')).toBe(
    'npx vitest run --config a.ts src/cart.test.ts --retry=0 --bail=0 --coverage.enabled=false',
  )
  expect(wordsOf('pnpm exec vitest watch --root=app', '/nowhere', 'unit')).toBe(
    'pnpm exec vitest run --root=app src/cart.test.ts --project=unit --retry=0 --bail=0 --coverage.enabled=false',
  )
  expect(wordsOf('node node_modules/jest/bin/jest.js -c jest.json --onlyChanged --coverage')).toBe(
    'node node_modules/jest/bin/jest.js -c jest.json --bail=0 --ci --coverage=false --runInBand --runTestsByPath src/cart.test.ts',
  )
  expect(wordsOf('npx -p vitest vitest run')).toMatch(/^npx -p vitest vitest run src/)
  expect(wordsOf('npx playwright test --project=firefox --grep pays -c e2e.ts', '/nowhere', 'chromium')).toBe(
    'npx playwright test -c e2e.ts src/cart\\.test\\.ts$ --project=chromium --retries=0 --workers=1 --max-failures=0',
  )
})

test('a name of a file or of a variant is never an option of the runner', () => {
  const file = '--config=/tmp/other.ts'
  for (const command of ['npx vitest run', 'npx playwright test', 'npx jest'])
    expect(readTemplate(command.split(' '), '/nowhere')?.words({ file, variant: '' })).not.toContainEqual(
      expect.stringMatching(/^--config/),
    )
  expect(
    readTemplate(['npx', 'jest'], '/nowhere')?.words({ file: 'a.test.js', variant: '--config=b' }),
  ).not.toContain('--config=b')
})

test('a file whose name begins with a dash is found by Playwright, which takes a regular expression', () => {
  const words = readTemplate(['npx', 'playwright', 'test'], '/nowhere')?.words({
    file: '-a.spec.ts',
    variant: '',
  })
  const [pattern = ''] = words?.slice(3) ?? []
  expect(new RegExp(pattern).test('/repo/-a.spec.ts')).toBe(true)
  expect(pattern).not.toMatch(/^-/)
})

test('scripts are followed, with the variables that they set', () => {
  const folder = projectWith({
    test: 'cross-env TZ=UTC vitest run --pool=forks',
    unit: 'npm run test -- --mode ci',
    ci: 'eslint . && vitest run',
    loop: 'npm run loop',
  })
  const forks = 'vitest run --pool=forks src/cart.test.ts --retry=0 --bail=0 --coverage.enabled=false'
  expect(wordsOf('npm test', folder)).toBe(forks)
  expect(readTemplate(['npm', 'test'], folder)?.env).toEqual({ TZ: 'UTC' })
  expect(wordsOf('pnpm unit', folder)).toBe(forks.replace('forks ', 'forks --mode ci '))
  expect(wordsOf('npm run ci', folder)).toBeUndefined()
  expect(wordsOf('npm run loop', folder)).toBeUndefined()
  expect(wordsOf('make test', folder)).toBeUndefined()
})
