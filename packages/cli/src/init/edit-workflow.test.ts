import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { actionStep, actionsIn, addStep } from './edit-workflow.ts'

const STEP = actionStep('acme/svc@v1', 'https://tests.example.com')
const runsTests = (command: string) => /npm test|vitest/.test(command)
const added = (text: string) => addStep(text, runsTests, STEP)

const stepsOf = (text: string | undefined, job = 'test') =>
  parse(text ?? '').jobs[job].steps.map(({ uses, run }: Record<string, string>) => uses ?? run?.trim())

test.each<[string, string, string[]]>([
  [
    'indented as GitHub does',
    'jobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n',
    ['npm ci', 'npm test', 'acme/svc@v1'],
  ],
  [
    'a list at the level of its key',
    'jobs:\n  test:\n    steps:\n    - run: npm test\n    - run: echo\n',
    ['npm test', 'acme/svc@v1', 'echo'],
  ],
  [
    'a command of several lines',
    'jobs:\n  test:\n    steps:\n      - name: a\n        run: |\n          npm ci\n\n          # all\n          npm test\n\n      # next\n      - run: echo\n',
    ['npm ci\n\n# all\nnpm test', 'acme/svc@v1', 'echo'],
  ],
  [
    'run as the first key, with more keys',
    'jobs:\n  test:\n    steps:\n      - run: >-\n          npm\n          test\n        env:\n          A: b\n',
    [],
  ],
  [
    'the last of several test steps',
    'jobs:\n  test:\n    steps:\n      - run: npm test\n      - run: npx vitest run --coverage # all\n',
    ['npm test', 'npx vitest run --coverage', 'acme/svc@v1'],
  ],
  [
    'Windows line ends',
    'jobs:\r\n  test:\r\n    steps:\r\n      - run: npm test\r\n',
    ['npm test', 'acme/svc@v1'],
  ],
  [
    'keys after the steps',
    'jobs:\n  test:\n    steps:\n      - run: npm test\n    timeout-minutes: 5\n  other:\n    steps:\n      - run: echo\n',
    ['npm test', 'acme/svc@v1'],
  ],
  [
    'no line end at the end',
    'jobs:\n  test:\n    steps:\n      - run: npm test',
    ['npm test', 'acme/svc@v1'],
  ],
])('%s', (_name, text, steps) => {
  const after = added(text)
  if (steps.length === 0) expect(after).toBeUndefined()
  else expect(stepsOf(after)).toEqual(steps)
})

test('each job that runs tests gets the step, others do not', () => {
  const text =
    'jobs:\n  unit:\n    steps:\n      - run: npm test\n  lint:\n    steps:\n      - run: npm run lint\n  e2e:\n    steps:\n      - run: npx vitest\n'
  const after = added(text)
  expect([
    stepsOf(after, 'unit').length,
    stepsOf(after, 'lint').length,
    stepsOf(after, 'e2e').length,
  ]).toEqual([2, 1, 2])
  expect(added(after ?? '')).toBeUndefined()
})

test('an inline list and a text that only mentions steps stay as they are', () => {
  expect(added('jobs: { test: { steps: [{ run: npm test }] } }\n')).toBeUndefined()
  expect(added('name: |\n  steps:\n  npm test\n')).toBeUndefined()
})

test('actions are found with quotes and comments', () => {
  const text =
    "jobs:\n  a:\n    steps:\n      - uses: 'acme/svc@v1' # ours\n      - name: b\n        uses: actions/checkout@v6\n"
  expect(actionsIn(text)).toEqual(['acme/svc@v1', 'actions/checkout@v6'])
})
