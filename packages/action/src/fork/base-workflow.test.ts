import { expect, test } from 'vitest'
import { inputsOfJobs } from './base-workflow.ts'

test('suites and projects of a job are those of its steps, its variables and its matrix', () => {
  const text = `
env: { SVC_PROJECT: shop }
jobs:
  unit:
    steps:
      - run: npm test
      - uses: owner/svc@v1
        with: { suite: unit, project: web }
  legs:
    strategy:
      matrix:
        suite: [api, e2e]
        node: [22, 24]
        include: [{ suite: smoke }]
    steps:
      - uses: owner/svc@v1
        with:
          suite: "\${{ matrix.suite }} \${{matrix.node}}"
  rows:
    strategy: { matrix: { set: [{ name: web }, { name: mail }] } }
    env: { SVC_PROJECT: "\${{ github.job }}" }
    steps:
      - uses: owner/svc@v1
        with: { suite: "\${{ matrix.set.name }}" }
  called:
    uses: ./.github/workflows/called.yml
    with: { suite: nightly }
  dynamic:
    env: { SVC_SUITE: load }
    steps:
      - uses: owner/svc@v1
        with: { suite: "\${{ github.head_ref }}" }
`
  expect(Object.fromEntries(inputsOfJobs(text))).toEqual({
    unit: { suites: ['unit'], projects: ['shop', 'web'] },
    legs: {
      suites: ['api 22', 'api 24', 'e2e 22', 'e2e 24', 'smoke 22', 'smoke 24'],
      projects: ['shop'],
    },
    rows: { suites: ['web', 'mail'], projects: ['shop', 'rows'] },
    called: { suites: ['nightly'], projects: ['shop'] },
    dynamic: { suites: ['load'], projects: ['shop'] },
  })
})

test.each(['', '{', '- a', 'jobs: 5', 'jobs: [a]', 'jobs: { a: 5, b: { steps: {} } }', 'a: &a [*a]'])(
  'a file such as %j names nothing',
  (text) => {
    for (const inputs of inputsOfJobs(text).values()) expect(inputs).toEqual({ suites: [], projects: [] })
  },
)
