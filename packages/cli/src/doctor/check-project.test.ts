import { expect, test } from 'vitest'
import { goodSetup, subjectOf } from '../../test/set-up.ts'
import { checkProject } from './check-project.ts'

const config = (suite: string) =>
  `export default { test: { reporters: [['@svc/vitest', { suite: '${suite}' }]] } }`

test('every suite that the configs of a workspace name is named', async () => {
  const packages = ['cart', 'mail'].flatMap((name) => [
    [`packages/${name}/package.json`, { name, scripts: { test: 'vitest run' } }],
    [`packages/${name}/vitest.config.mjs`, config(name)],
  ])
  const folder = goodSetup({
    'package.json': { name: 'shop', workspaces: ['packages/*'], scripts: {} },
    ...Object.fromEntries(packages),
    'vitest.config.mjs': config('root'),
  })
  expect(checkProject(await subjectOf(folder)).found).toMatch(/, suites cart, mail and root$/)
})
