import { observe } from '@svc/test-kit/observe'
import { runnerProject } from '@svc/test-kit/runner-project'
import { newestOf, type RunnerName } from '@svc/test-kit/versions'
import { expect, test } from 'vitest'

const CALLS = `test('pays', () => {
  expectTotal(1, check)
})
`
const CHECKS = `(total, check) => {
  check(total, 2)
}
`
const modules = (runner: string) => ({
  'packages/a/pays.test.js': `import { expectTotal } from '../b/expect-total.js'\nimport check from 'lib/check.js'\nimport { test } from '${runner}'\n${CALLS}`,
  'packages/b/expect-total.js': `export const expectTotal = ${CHECKS}`,
})
const SUITES: Record<RunnerName, { config: string; files: Record<string, string> }> = {
  vitest: { config: 'vitest.config.mjs', files: modules('vitest') },
  playwright: { config: 'playwright.config.js', files: modules('@playwright/test') },
  jest: {
    config: 'jest.config.json',
    files: {
      'packages/a/pays.test.js': `const expectTotal = require('../b/expect-total.js')\nconst check = require('lib/check.js')\n${CALLS}`,
      'packages/b/expect-total.js': `module.exports = ${CHECKS}`,
    },
  },
}

for (const name of ['vitest', 'jest', 'playwright'] as const)
  test(`${name}, started in one package, shows the source of others of its repository, none of modules`, async () => {
    const { config, files } = SUITES[name]
    const project = runnerProject(newestOf(name), {
      ...files,
      'package.json': '{}',
      'node_modules/lib/package.json': '{}',
      'node_modules/lib/check.js': `module.exports = (one, other) => {\n  if (one !== other) throw new Error('wrong')\n}\n`,
    })
    try {
      const [program = '', ...args] = project.command('--config', `../../${config}`)
      const run = await observe(project, [`../../${program}`, ...args], { below: 'packages/a' })
      const [error] = run.test('pays').attempts[0]?.errors ?? []
      const shown = [error?.snippet, ...(error?.frames ?? []).map(({ snippet }) => snippet)]
      const marked = shown.map((text) => /^> +\d+ \| +(.*)$/m.exec(text ?? '')?.[1])
      expect(marked).toEqual(['check(total, 2)', 'expectTotal(1, check)'])
      expect(error?.frames?.[0]?.location.file).toBe('packages/a/pays.test.js')
    } finally {
      project.remove()
    }
  })
