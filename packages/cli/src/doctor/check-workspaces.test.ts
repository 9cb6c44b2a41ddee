import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifest, ours, trouble } from '../../test/findings.ts'
import { goodSetup, makeSetup, subjectOf } from '../../test/set-up.ts'
import { planConfigs, setupsToChange } from '../init/plan-configs.ts'
import { findPackages } from '../project/packages.ts'
import { findSetups, type Setup } from '../project/setup.ts'
import { checkConfigs } from './check-configs.ts'
import { findingsIn } from './finding.ts'
import { verdictOf } from './verdict.ts'

test('in a monorepo the root reports its projects, and a runner without a set-up does no harm', async () => {
  const folder = goodSetup({
    'package.json': { workspaces: ['packages/*'], devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
    'vitest.config.mjs':
      "export default { test: { projects: ['packages/*'], reporters: ['default', '@svc/vitest'] } }",
    'packages/a/package.json': { devDependencies: { vitest: '^5' } },
    'packages/b/package.json': { devDependencies: { vitest: '^5' } },
    'packages/b/vitest.config.ts': 'export default {}',
    'packages/e2e/package.json': { devDependencies: { '@playwright/test': '*' } },
    'packages/e2e/playwright.config.ts': 'export default {}',
    ...manifest('@playwright/test', '1.65.0'),
  })
  expect(await trouble(folder)).toMatchObject([
    { state: 'warning', found: '@svc/playwright is not installed in packages/e2e' },
    { state: 'warning', found: 'packages/e2e/playwright.config.ts does not name @svc/playwright' },
  ])
  expect(await trouble(join(folder, 'packages/a'))).toEqual([])
})

test('where one runner reports, another that was meant to and does not is a problem', async () => {
  const e2e = { devDependencies: { '@playwright/test': '*', '@svc/playwright': '*' } }
  const folder = goodSetup({
    'package.json': { workspaces: ['e2e'], devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
    'e2e/package.json': e2e,
    'e2e/playwright.config.ts': 'export default {}',
    ...manifest('@playwright/test', '1.65.0'),
    ...ours('playwright'),
  })
  expect(await trouble(folder)).toMatchObject([
    { state: 'problem', found: 'e2e/playwright.config.ts does not name @svc/playwright' },
  ])
})

test('many packages with one mistake do not fill the screen', async () => {
  const packages = Array.from({ length: 40 }, (_, i) => ({
    [`packages/p${i}/package.json`]: { devDependencies: { vitest: '^5' } },
    [`packages/p${i}/vitest.config.ts`]: 'export default {}',
  }))
  const folder = goodSetup({
    'package.json': { workspaces: ['packages/*'] },
    ...Object.assign({}, ...packages),
  })
  const findings = await trouble(folder)
  expect(findings.length).toBeLessThan(12)
  expect(findings.at(-1)?.found).toMatch(/^the same in 32 more packages: packages\/p\d+, .* and 29 more$/)
})

const top = { devDependencies: { vitest: '^5' } }
const member = {
  'packages/a/package.json': { devDependencies: { vitest: '^5', '@svc/vitest': '*' } },
  'packages/a/vitest.config.ts': "export default { test: { reporters: ['default', '@svc/vitest'] } }",
}

test('reporters of projects alone are a problem at the top, and none in the package itself', async () => {
  const config = "export default { test: { projects: ['packages/*'] } }"
  const folder = goodSetup({
    'package.json': { workspaces: ['packages/*'], ...top },
    'vitest.config.mjs': config,
    ...member,
  })
  expect(await trouble(folder)).toMatchObject([
    {
      state: 'problem',
      found: 'vitest.config.mjs does not name @svc/vitest',
      reason: expect.stringMatching(/never from its projects$/),
    },
  ])
  expect(await trouble(join(folder, 'packages/a'))).toEqual([])
  const inside = "export default { test: { projects: [{ test: { reporters: ['@svc/vitest'] } }] } }"
  expect(await trouble(goodSetup({ 'vitest.config.mjs': inside }))).toMatchObject([
    { state: 'problem', found: 'vitest.config.mjs names @svc/vitest only inside its projects' },
  ])
})

test('a misspelt reporter and one under a condition are reported', async () => {
  const withReporters = (reporters: string) =>
    goodSetup({ 'vitest.config.mjs': `export default { test: { reporters: ${reporters} } }` })
  expect(await trouble(withReporters("['default', '@svc/vitests']"))).toMatchObject([
    { state: 'problem', found: 'vitest.config.mjs names @svc/vitests, not @svc/vitest' },
  ])
  expect(await trouble(withReporters("process.env.CI ? ['@svc/vitest'] : ['default']"))).toMatchObject([
    { state: 'warning', found: 'vitest.config.mjs names @svc/vitest conditionally' },
  ])
})

test('the verdict tells where every script replaces the reporters', async () => {
  const withScripts = (scripts: object) =>
    goodSetup({ 'package.json': { scripts, devDependencies: { vitest: '^5', '@svc/vitest': '*' } } })
  const verdict = async (scripts: object) => {
    const subject = await subjectOf(withScripts(scripts))
    return verdictOf(findingsIn(checkConfigs(subject)), subject).verdict
  }
  expect(await verdict({ test: 'vitest run --reporter=dot', lint: 'eslint' })).toMatch(
    /: a run without the reporter flags/,
  )
  expect(await verdict({ test: 'vitest run --reporter=dot', ci: 'vitest run' })).toMatch(
    /: the next run will/,
  )
})

test('a script that starts Jest with --projects reads no reporter of the config beside it', async () => {
  const withScript = (test: string) =>
    makeSetup({
      'package.json': { scripts: { test }, devDependencies: { jest: '^30', '@svc/jest': '*' } },
      'jest.config.mjs': "export default { reporters: ['default', '@svc/jest'] }",
      ...manifest('jest', '30.0.0'),
      ...ours('jest'),
    })
  const folder = withScript('jest --ci --projects packages/a packages/b')
  expect(await trouble(folder)).toMatchObject([
    {
      state: 'warning',
      found: 'script "test" starts Jest with --projects',
      paste: ['--config jest.config.mjs'],
    },
  ])
  const [setup] = findSetups(findPackages(folder)).filter(({ runner }) => runner.name === 'Jest')
  const { byHand } = planConfigs(setup as Setup, {
    isOnGitHub: false,
    suiteOf: () => undefined,
    told: new Map(),
  })
  expect(byHand).toMatchObject([{ lines: ['--config jest.config.mjs'] }])
  expect(await trouble(withScript('jest --projects a b --config jest.config.mjs'))).toEqual([])
})

test('projects at the top cover no package that a script starts by itself, unless the top starts them', async () => {
  const workspace = (scripts: object) =>
    goodSetup({
      'package.json': {
        workspaces: ['packages/*'],
        scripts,
        devDependencies: { vitest: '^5', '@svc/vitest': '*' },
      },
      'vitest.config.mjs':
        "export default { test: { projects: ['packages/*'], reporters: ['default', '@svc/vitest'] } }",
      'packages/a/package.json': { scripts: { test: 'vitest run' }, devDependencies: { vitest: '^5' } },
      'packages/a/vitest.config.ts': 'export default {}',
      'packages/b/package.json': { devDependencies: { vitest: '^5' } },
    })
  const alone = workspace({ test: 'pnpm -r test' })
  const uncovered = {
    state: 'warning',
    found: 'packages/a/vitest.config.ts does not name @svc/vitest',
    reason: 'the script "test" starts Vitest with it, and no script at the workspace root starts Vitest',
    fix: 'start Vitest at the workspace root, or add to packages/a/vitest.config.ts:',
  }
  expect(await trouble(alone)).toMatchObject([uncovered])
  expect(await trouble(join(alone, 'packages/a'))).toMatchObject([
    { state: 'warning', found: 'vitest.config.ts does not name @svc/vitest' },
  ])
  const changed = (folder: string) => setupsToChange(findSetups(findPackages(folder)))
  expect(changed(alone).map((setup) => setup.package.label)).toEqual(['', 'packages/a'])
  for (const scripts of [{ test: 'vitest run' }, { test: 'npx vitest', all: 'turbo run test' }]) {
    expect(await trouble(workspace(scripts))).toEqual([])
    expect(changed(workspace(scripts)).map((setup) => setup.package.label)).toEqual([''])
  }
})

test('the verdict tells where --projects of every script leaves out the reporters', async () => {
  const folder = makeSetup({
    'package.json': {
      scripts: { test: 'jest --projects a b' },
      devDependencies: { jest: '^30', '@svc/jest': '*' },
    },
    'jest.config.mjs': "export default { reporters: ['default', '@svc/jest'] }",
    ...manifest('jest', '30.0.0'),
    ...ours('jest'),
  })
  const subject = await subjectOf(folder)
  expect(verdictOf(findingsIn(checkConfigs(subject)), subject).verdict).toMatch(
    /^Ready, with 1 warning: a run without --projects, or with --config, will report to /,
  )
})
