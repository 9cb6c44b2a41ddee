/** One thing that has to hold before a change is good. */
export interface Step {
  name: string
  /** The file of the tool, relative to the workspace, run by this Node. */
  tool: string
  args: string[]
  env?: Record<string, string>
  /** Its tests are counted, and their output is shown as it comes. */
  isTests?: true
  /** What repeats just this step. */
  repeat: string
}

const VITEST = 'node_modules/vitest/vitest.mjs'
const PACKED = 'packages/cli/test/packed.test.ts'

/** Everything that is verified, cheapest first; `matrix` adds the oldest supported runners. */
export const steps = (matrix: boolean): Step[] => [
  {
    name: 'lint and boundaries',
    tool: 'node_modules/@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '.'],
    repeat: 'npx -y pnpm@12 lint',
  },
  { name: 'types', tool: 'node_modules/typescript/bin/tsc', args: ['-b'], repeat: 'npx -y pnpm@12 types' },
  { name: 'dead code', tool: 'node_modules/knip/bin/knip.js', args: [], repeat: 'npx -y pnpm@12 dead-code' },
  {
    name: 'tests',
    tool: VITEST,
    args: ['run', '--exclude', PACKED],
    isTests: true,
    repeat: `npx -y pnpm@12 exec vitest run --exclude ${PACKED}`,
  },
  {
    name: matrix ? 'packed tarballs, newest and oldest runners' : 'packed tarballs',
    tool: VITEST,
    args: ['run', '--project', 'integration', PACKED],
    ...(matrix && { env: { SVC_TEST_MATRIX: '1' } }),
    isTests: true,
    repeat: `${matrix ? 'SVC_TEST_MATRIX=1 ' : ''}npx -y pnpm@12 exec vitest run --project integration ${PACKED}`,
  },
]
