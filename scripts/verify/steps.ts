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
const OWN = ['unit', 'server', 'integration', 'replicas'].flatMap((name) => ['--project', name])
const MATRIX = { SVC_TEST_MATRIX: '1' }

/** Everything that is verified, cheapest first; `matrix` adds the runners between the oldest and the newest. */
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
    name: matrix ? 'tests, with every supported runner' : 'tests',
    tool: VITEST,
    args: ['run', ...OWN],
    ...(matrix && { env: MATRIX }),
    isTests: true,
    repeat: `${matrix ? 'SVC_TEST_MATRIX=1 ' : ''}npx -y pnpm@12 exec vitest run ${OWN.join(' ')}`,
  },
  {
    name: matrix ? 'packed tarballs, with every supported runner' : 'packed tarballs',
    tool: VITEST,
    args: ['run', '--project', 'packed'],
    ...(matrix && { env: MATRIX }),
    isTests: true,
    repeat: `${matrix ? 'SVC_TEST_MATRIX=1 ' : ''}npx -y pnpm@12 exec vitest run --project packed`,
  },
]
