import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifest, ours, trouble } from '../../test/findings.ts'
import { goodSetup, subjectOf } from '../../test/set-up.ts'
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
