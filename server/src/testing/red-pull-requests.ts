import type { TestApp } from './make-app.ts'
import { sha } from './sha.ts'
import { failed, flaky, made, passed, settled } from './upload.ts'

export const repository = 'acme/shop'

/** Build and code of the base branch's run number `turn`, from 1 to 9. */
export const runOnMain = (turn: number) => ({
  build: `main-${turn}`,
  code: { branch: 'main', testedSha: sha(`${turn}`), headSha: sha(`${turn}`), tree: sha(`${turn}`) },
})

/** Build and code of a pull request that follows the eighth of them. */
export const PULL_REQUEST_RUN = {
  build: 'pr-12',
  code: {
    branch: 'cheaper',
    baseBranch: 'main',
    pullRequest: 12,
    testedSha: sha('a'),
    headSha: sha('a'),
    baseSha: sha('8'),
    parents: [sha('8')],
    tree: sha('b'),
  },
}

const STACK = [
  'AssertionError: expected 900 to be 450',
  '    at total (src/price.ts:5:11)',
  '    at checkout (src/checkout.ts:40:3)',
  '    at src/checkout.test.ts:14:9',
].join('\n')

/** A test that throws in the project's own code, tried twice. */
const broken = (title: string, file = 'src/checkout.test.ts') =>
  made(
    title,
    { file },
    Array.from({ length: 2 }, () => ({
      status: 'failed' as const,
      detail: {
        errors: [
          {
            message: 'expected 900 to be 450',
            name: 'AssertionError',
            stack: STACK,
            snippet: '  4 |   let sum = 0\n> 5 |   sum += price * amount\n  6 |   return sum',
            location: { file: 'src/price.ts', line: 5, column: 11 },
            expected: '450',
            actual: '900',
          },
        ],
        stderr: 'warning: price is a float\n',
      },
    })),
  )

/** A pull request with failures of each kind, compared with a base that has a history. */
export async function redPullRequest(app: TestApp) {
  const usual = (turn: number) => [
    passed('cart > totals', { file: 'src/checkout.test.ts' }),
    passed('cart > pays', { file: 'src/checkout.test.ts' }),
    failed('report > prints', { file: 'src/report.test.ts', message: 'printer on fire' }),
    turn % 2 === 0
      ? flaky('search > finds', { file: 'src/search.test.ts', message: 'Element is detached' })
      : passed('search > finds', { file: 'src/search.test.ts' }),
  ]
  for (let turn = 1; turn <= 8; turn++) {
    const { build, code } = runOnMain(turn)
    await settled(app, {
      build,
      code: { ...code, repository },
      codeowners: { path: 'CODEOWNERS', text: 'src/price.ts @acme/money\n' },
      results: usual(turn),
    })
    app.advance(3_600_000)
  }
  const head = await settled(app, {
    build: PULL_REQUEST_RUN.build,
    code: { ...PULL_REQUEST_RUN.code, repository, message: 'Multiply prices' },
    codeowners: { path: 'CODEOWNERS', text: 'src/price.ts @acme/money\n' },
    results: [
      broken('cart > totals'),
      broken('cart > pays'),
      failed('report > prints', { file: 'src/report.test.ts', message: 'printer on fire' }),
      failed('search > finds', { file: 'src/search.test.ts', message: 'Element is detached' }),
    ],
  })
  await app.post(`/api/executions/${head}/facts`, {
    changedFiles: [
      { path: 'README.md', status: 'modified', lines: [{ from: 1, to: 2 }] },
      {
        path: 'src/price.ts',
        status: 'modified',
        lines: [
          { from: 4, to: 6 },
          { from: 80, to: 90 },
        ],
      },
    ],
    moreChangedFiles: 3,
  })
  return head
}

/** 500 failing tests in 40 clusters, with long stacks; the base has passed them. */
export async function bigPullRequest(app: TestApp) {
  const file = (cluster: number) => `packages/module-${cluster % 7}/src/features/feature-${cluster}.test.ts`
  const stack = (cluster: number) =>
    [
      `TypeError: Cannot read properties of undefined (reading 'field${cluster}')`,
      ...Array.from(
        { length: 30 },
        (_, at) =>
          `    at step${at} (packages/module-${cluster % 7}/src/lib/helper-${cluster}-${at}.ts:${at * 7 + 3}:${at + 5})`,
      ),
      `    at ${file(cluster)}:20:5`,
    ].join('\n')
  const tests = Array.from({ length: 500 }, (_, at) => ({
    cluster: at % 40,
    title: `feature ${at % 40} > works in case ${at} of the matrix`,
  }))
  const code = { branch: 'main', repository }
  for (let turn = 1; turn <= 3; turn++) {
    await settled(app, {
      build: `base-${turn}`,
      code: { ...code, testedSha: sha(String(turn)), headSha: sha(String(turn)), tree: sha(String(turn)) },
      results: tests.map(({ cluster, title }) => passed(title, { file: file(cluster) })),
    })
    app.advance(3_600_000)
  }
  const head = await settled(app, {
    build: 'pr-40',
    code: {
      ...code,
      branch: 'refactor',
      baseBranch: 'main',
      pullRequest: 40,
      testedSha: sha('c'),
      headSha: sha('c'),
      baseSha: sha('3'),
      tree: sha('d'),
    },
    results: tests.map(({ cluster, title }) =>
      made(title, { file: file(cluster) }, [
        {
          status: 'failed',
          detail: {
            errors: [
              {
                message: `Cannot read properties of undefined (reading 'field${String.fromCharCode(97 + (cluster % 26))}${cluster}')\n${'the state was { "a": 1, "b": [1, 2, 3] } and more of it\n'.repeat(20)}`,
                name: 'TypeError',
                stack: stack(cluster),
                snippet: Array.from(
                  { length: 15 },
                  (_, line) =>
                    `${line === 7 ? '>' : ' '} ${line} | const value${line} = state.field${cluster}.value[${line}]`,
                ).join('\n'),
              },
            ],
            stdout: 'a line of output of the test\n'.repeat(100),
          },
        },
      ]),
    ),
  })
  await app.post(`/api/executions/${head}/facts`, {
    changedFiles: Array.from({ length: 300 }, (_, at) => ({
      path: `packages/module-${at % 7}/src/lib/helper-${at % 40}-${at % 30}.ts`,
      status: 'modified',
      lines: [{ from: 1, to: 400 }],
    })),
    moreChangedFiles: 17,
  })
  return head
}
