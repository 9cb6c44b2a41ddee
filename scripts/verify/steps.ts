import { TAGS_FILTER } from '@svc/test-kit/thorough'

/** A condition for a good change. */
export interface Step {
  name: string
  /** The file of the tool, relative to the workspace, run by this Node. */
  tool: string
  args: string[]
  env?: Record<string, string>
  /** Which tests it runs. They are counted, and their output is shown as it comes. */
  tests?: keyof typeof TAGS_FILTER
  /** The command that repeats only this step. */
  repeat: string
}

/** The three commands of tests, in the order of how long they take. */
export type Command = 'test' | 'test:all' | 'test:matrix'

const VITEST = 'node_modules/vitest/vitest.mjs'

/** What a command verifies: one stage after the other, and the steps of a stage side by side. */
export const stages = (command: Command): Step[][] => STAGES[command]

/** Those tests of all projects that belong to a command. */
const vitest = (name: string, tests: keyof typeof TAGS_FILTER, isMatrix = false): Step => {
  const args = ['run', '--tags-filter', TAGS_FILTER[tests]]
  const quoted = args.map((arg) => (/^[\w-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ')
  return {
    name,
    tool: VITEST,
    args,
    tests,
    ...(isMatrix && { env: { SVC_TEST_MATRIX: '1' } }),
    repeat: `${isMatrix ? 'SVC_TEST_MATRIX=1 ' : ''}npx -y pnpm@12 exec vitest ${quoted}`,
  }
}

const STAGES: Record<Command, Step[][]> = {
  test: [
    [
      {
        name: 'lint and boundaries',
        tool: 'node_modules/@biomejs/biome/bin/biome',
        args: ['check', '--error-on-warnings', '.'],
        repeat: 'npx -y pnpm@12 lint',
      },
      {
        name: 'dead code',
        tool: 'node_modules/knip/bin/knip.js',
        args: [],
        repeat: 'npx -y pnpm@12 dead-code',
      },
    ],
    [
      // Beside the tests, because databases and packages for them are made by one process after the other.
      {
        name: 'types',
        tool: 'node_modules/typescript/bin/tsc',
        args: ['-b'],
        repeat: 'npx -y pnpm@12 types',
      },
      vitest('tests', 'quick'),
    ],
  ],
  'test:all': [[vitest('thorough tests', 'thorough')]],
  'test:matrix': [[vitest('thorough tests with every supported runner', 'thorough', true)]],
}
