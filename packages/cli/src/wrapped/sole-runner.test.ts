import { expect, test } from 'vitest'
import { makeSetup } from '../../test/set-up.ts'
import { whyNotSole } from './sole-runner.ts'

const SCRIPTS = {
  test: 'vitest run',
  unit: 'npm run build && cross-env TZ=UTC vitest run --pool=forks',
  build: 'tsc -b',
  both: 'vitest run && playwright test',
  twice: 'npm run unit && jest',
  loose: 'vitest run; echo done',
  piped: 'vitest run | tee log',
  hidden: './test.sh',
  all: 'turbo run test',
  loop: 'npm run loop',
}

const why = (line: string, hasReports = false, env = {}) => {
  const folder = makeSetup({ 'package.json': { scripts: SCRIPTS } })
  return whyNotSole(line.split(' '), { folder, env, hasReports })
}

test('one runner, started directly or by a script, is alone', () => {
  for (const line of [
    'vitest run',
    'npx vitest run --bail 1',
    'npx --no jest',
    'node --import ./a.mjs node_modules/vitest/vitest.mjs run',
    'node node_modules/@playwright/test/cli.js test',
    'CI=1 pnpm exec playwright test',
    'npm test',
    'npm run unit -- cart',
    'yarn test --retry 2',
    'pnpm vitest run',
    'bun run test',
    'node_modules/.bin/jest.CMD',
  ])
    expect(why(line), line).toBeNull()
})

test('what may start anything else is a doubt', () => {
  for (const line of [
    'npm test -ws',
    'npm test --workspace=a',
    'npm run test --workspaces',
    'pnpm -r test',
    'pnpm --filter a test',
    'yarn workspaces foreach run test',
    'npm run both',
    'npm run twice',
    'npm run loose',
    'npm run piped',
    'npm run hidden',
    'npm run all',
    'npm run loop',
    'npm run none',
    'make test',
    './test.sh',
    'bash test.sh',
    'node -e 1',
    'npx playwright install',
    'pytest',
  ])
    expect(why(line), line).not.toBeNull()
  const inShell = (text: string) =>
    whyNotSole(['sh', '-c', text], { folder: '/', env: {}, hasReports: false })
  expect(inShell('vitest run')).toBeNull()
  for (const text of [
    'vitest run; jest',
    'vitest run || true',
    'vitest run & jest',
    'vitest "$(x)"',
    "vitest 'a",
  ])
    expect(inShell(text), text).not.toBeNull()
})

test('a tool with report files is alone, and must not stop early', () => {
  for (const line of [
    'pytest --junitxml r.xml',
    'python -m pytest',
    'poetry run pytest',
    'gotestsum --junitfile r.xml ./...',
    './gradlew test --continue',
    'mvn -fae test',
    'cargo nextest run --no-fail-fast',
    'npx vitest run --reporter junit',
  ])
    expect(why(line, true), line).toBeNull()
  for (const line of [
    'pytest -x',
    'pytest -vx',
    'pytest --maxfail=2',
    './gradlew test',
    'mvn test',
    'cargo test',
    'vitest run --bail=1',
  ])
    expect(why(line, true), line).not.toBeNull()
  expect(why('pytest', true, { PYTEST_ADDOPTS: '-q -x' })).toMatch(/^-x ends the run/)
})
