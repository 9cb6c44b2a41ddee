import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '@svc/test-kit/git'
import { useServer } from '@svc/test-kit/use-server'
import { expect, test } from 'vitest'
import { commitAll, makeSetup } from './set-up.ts'
import { svc } from './shop.ts'

const server = useServer()

const CALC = {
  '.gitignore': 'node_modules\n.svc\n',
  'src/sum.js': "const { plus } = require('./plus.js')\nexports.sum = plus\n",
  'src/plus.js': 'exports.plus = (a, b) => a + b\n',
  'src/tax.js': 'exports.tax = 1\n',
}
const SUM = 'test("adds", () => { expect(sum(1, 2) + Number(process.env.BROKEN ?? 0)).toBe(3) })\n'
const asModule = (text: string) =>
  text
    .replace(/exports\.(\w+) =/, 'export const $1 =')
    .replace(/const (.*) = require\((.*)\)/, 'import $1 from $2')

const RUNNERS = {
  Jest: {
    words: ['node', 'node_modules/jest/bin/jest.js'],
    packages: ['jest', '@svc/jest'],
    files: {
      ...CALC,
      'package.json': { name: 'shop', jest: { reporters: ['default', '@svc/jest'], transform: {} } },
      'sum.test.js': `const { sum } = require('./src/sum.js')\n${SUM}`,
      'tax.test.js': "require('./src/tax.js')\ntest('taxes', () => {})\n",
    },
  },
  Vitest: {
    words: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
    packages: ['vitest', '@svc/vitest'],
    files: {
      ...Object.fromEntries(Object.entries(CALC).map(([path, text]) => [path, asModule(text)])),
      'package.json': { name: 'shop', type: 'module' },
      'vitest.config.js':
        "export default { test: { globals: true, reporters: ['default', '@svc/vitest'] } }\n",
      'sum.test.js': `import { sum } from './src/sum.js'\n${SUM}`,
      'tax.test.js': "import './src/tax.js'\ntest('taxes', () => {})\n",
    },
  },
}

type Verdict = { because: string; reach: { kind: string; why: string | null } | null }

test.each(Object.entries(RUNNERS))(
  'the verdict on a failure of %s says whether the change reaches it by imports',
  async (name, { words, packages, files }) => {
    const folder = makeSetup(files, packages)
    commitAll(folder)
    git(folder, 'branch', '-q', '-M', 'main')
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD')
    git(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    const project = `reach-${name.toLowerCase()}`
    const env = { SVC_API_KEY: server.apiKey, SVC_URL: server.url, SVC_PROJECT: project }
    await svc(folder, ['run', '--', ...words], env)
    git(folder, 'switch', '-q', '-c', 'topic')
    const verdictAfter = async (path: string, line: string): Promise<Verdict | undefined> => {
      writeFileSync(join(folder, path), line, { flag: 'a' })
      await svc(folder, ['run', '--', ...words], { ...env, BROKEN: '1' })
      git(folder, 'checkout', '-q', '.')
      const [newest] = await server.get<{ id: string }[]>(`/api/executions?project=${project}&limit=1`)
      const compared = await server.get<{ regressions: { verdict: Verdict }[] }>(
        `/api/compare?head=${newest?.id}`,
      )
      return compared.regressions[0]?.verdict
    }
    const reached = await verdictAfter('src/plus.js', '// changed\n')
    expect(reached?.because).toContain(
      'Its file imports `src/plus.js`, which this change touches, through `src/sum.js`.',
    )
    const spared = await verdictAfter('src/tax.js', '// changed\n')
    expect(spared?.because).toContain(
      'imports 2 files of the repository, and this change touches none of them.',
    )
    const config = await verdictAfter('package.json', ' ')
    expect(config?.reach).toMatchObject({ kind: 'unknown', why: expect.stringContaining('package.json') })
    expect(config?.because).not.toContain('Its file')
  },
)
