import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DECLARED, init, link, projectOf, read } from './init-project.ts'

test('two runners of one package report to two suites, because each compares with its own runs', {
  tags: 'thorough',
}, async () => {
  const folder = projectOf(
    'vitest',
    {},
    { devDependencies: { vitest: '*', jest: '*', '@svc/vitest': '*', '@svc/jest': '*', ...DECLARED } },
  )
  link(folder, 'jest', 'packages/jest/node_modules/jest')
  link(folder, '@svc/jest', 'packages/jest')
  const { out } = await init(folder)
  expect(out).toContain('vitest.config.mjs: changed, and its runner loads it')
  expect(out).toContain('jest.config.mjs: changed, and its runner loads it')
  expect(read(folder, 'vitest.config.mjs')).toContain("['@svc/vitest', { suite: 'vitest' }]")
  expect(read(folder, 'jest.config.mjs')).toContain("['@svc/jest', { suite: 'jest' }]")
  const named = await init(folder)
  expect(named.out).toContain('nothing to do')
})

describe('two configs of one runner', () => {
  const two = (integration: string, more: object = {}) =>
    projectOf(
      'vitest',
      {
        'vitest.config.mjs': 'export default { test: { retry: 1 } }\n',
        'vitest.integration.config.mjs': integration,
      },
      {
        scripts: {
          test: 'vitest run',
          'test:integration': 'vitest run --config vitest.integration.config.mjs',
        },
        ...more,
      },
    )

  test('report to two suites, because each compares with its own runs', async () => {
    const folder = two('export default { test: { retry: 1 } }\n')
    expect((await init(folder)).code).toBe(0)
    expect(read(folder, 'vitest.config.mjs')).toContain("reporters: ['default', '@svc/vitest']")
    expect(read(folder, 'vitest.integration.config.mjs')).toContain(
      "reporters: ['default', ['@svc/vitest', { suite: 'integration' }]]",
    )
    const again = await init(folder)
    expect(again.out).toContain('nothing to do')
    expect(again.out).not.toContain('the same suite')
  })

  test('that share a suite by hand get a note, unless a script names one', { tags: 'thorough' }, async () => {
    const named = "export default { test: { retry: 1, reporters: ['default', '@svc/vitest'] } }\n"
    const folder = two(named)
    writeFileSync(join(folder, 'vitest.config.mjs'), named)
    const shared =
      /note: vitest\.config\.mjs and vitest\.integration\.config\.mjs report to the same suite, default/
    expect((await init(folder)).out).toMatch(shared)
    expect((await init(folder, ['--yes'], { SVC_SUITE: 'all' })).out).not.toMatch(shared)
    const manifest = JSON.parse(read(folder, 'package.json'))
    manifest.scripts['test:integration'] = `SVC_SUITE=integration ${manifest.scripts['test:integration']}`
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    expect((await init(folder)).out).not.toMatch(shared)
  })

  test('of which one merges the other get one reporter', async () => {
    const folder = two(
      "import { mergeConfig } from 'vitest/config'\nimport base from './vitest.config.mjs'\nexport default mergeConfig(base, { test: { name: 'i' } })\n",
    )
    const { out } = await init(folder)
    expect(out).toContain(
      'by hand: vitest.integration.config.mjs is not changed: it merges vitest.config.mjs, and uses the reporter of that file',
    )
    expect(out).toContain('SVC_SUITE=integration vitest … --config vitest.integration.config.mjs')
    expect(read(folder, 'vitest.integration.config.mjs')).not.toContain('@svc/')
  })
})
