// @module-tag thorough
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf, pages, workspace } from '@svc/test-kit/pages'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

type Node = Record<string, unknown>

const yaml = pages().flatMap(({ path, text }) =>
  blocksOf(text)
    .filter(({ language }) => /^ya?ml$/.test(language))
    .map((block) => ({ ...block, place: `${path}:${block.line}` })),
)

const pipelinesOf = (page: string): Node[] =>
  yaml.filter(({ place }) => place.startsWith(`docs/how-to/${page}.md:`)).map(({ text }) => parse(text))

/** Fails for a key that the vendor does not document for this part. */
const expectKeys = (node: unknown, keys: string): void => {
  expect(node).toBeTypeOf('object')
  expect(keys.split(' ')).toEqual(expect.arrayContaining(Object.keys(node as Node)))
}

const list = (value: unknown): Node[] => [value].flat() as Node[]

/** A job starts in an empty folder: the command is there only after an install, or from the server. */
const expectInstalled = (commands: unknown[]): void => {
  const lines = commands.map(String)
  const first = lines.findIndex((line) => line.includes('npx --no svc'))
  const installed = lines.findIndex((line) => line.startsWith('npm ci'))
  if (first >= 0) expect(installed >= 0 && installed < first, lines.join('\n')).toBe(true)
}

test('each YAML of each page parses without a warning', () => {
  expect(yaml.length).toBeGreaterThan(12)
  const wrong = yaml.flatMap(({ place, text }) =>
    parseAllDocuments(text, { strict: true, uniqueKeys: true }).flatMap((each) =>
      [...each.errors, ...each.warnings].map(({ message }) => `${place}: ${message}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('GitLab: jobs have stages that exist, and scripts that can run', () => {
  const [component, plain] = pipelinesOf('gitlab')
  const [spec, job] = parseAllDocuments(
    readFileSync(join(workspace, 'templates/svc-comment.yml'), 'utf8'),
  ).map((each) => each.toJS() as Node)
  const { inputs } = (spec?.spec ?? {}) as { inputs: Node }
  for (const { inputs: given } of list(component?.include)) expectKeys(given, Object.keys(inputs).join(' '))
  for (const [, name] of JSON.stringify(job).matchAll(/inputs\.(\w+)/g))
    expect(inputs).toHaveProperty(name ?? '')
  for (const pipeline of [component, plain]) {
    const { stages = ['build', 'test', 'deploy'], include, workflow, variables, ...jobs } = pipeline as Node
    expectKeys(workflow, 'name rules')
    expect(Object.keys(jobs).length).toBeGreaterThan(0)
    for (const each of Object.values(jobs) as Node[]) {
      expectKeys(each, 'stage image script rules allow_failure variables needs artifacts before_script')
      expect(stages).toContain(each.stage)
      expectInstalled(each.script as string[])
    }
  }
})

test('CircleCI: workflows name jobs, and steps name commands that exist', () => {
  const [pipeline = {}] = pipelinesOf('circleci')
  expectKeys(pipeline, 'version commands jobs workflows orbs parameters')
  expect(pipeline.version).toBe(2.1)
  const commands = pipeline.commands as Record<string, { steps: unknown[] }>
  const expand = (step: unknown): unknown[] =>
    typeof step === 'string' && step !== 'checkout'
      ? (commands[step]?.steps ?? [{ missing: step }]).flatMap(expand)
      : [step]
  const jobs = pipeline.jobs as Record<string, Node>
  for (const job of Object.values(jobs)) {
    expectKeys(job, 'docker parallelism steps environment working_directory resource_class')
    const steps = (job.steps as unknown[]).flatMap(expand).filter((step) => step !== 'checkout') as {
      run: unknown
    }[]
    for (const step of steps) expectKeys(step, 'run')
    expectInstalled(steps.map(({ run }) => (typeof run === 'string' ? run : (run as Node).command)))
  }
  for (const { jobs: named } of Object.values(pipeline.workflows as Record<string, { jobs: Node[] }>))
    for (const each of named) expectKeys(each, Object.keys(jobs).join(' '))
})

test('Buildkite: steps have keys of the product, and depend on steps that exist', () => {
  const [pipeline = {}] = pipelinesOf('buildkite')
  expectKeys(pipeline, 'steps env agents')
  const steps = list(pipeline.steps)
  const keys = steps.map(({ key }) => key)
  for (const step of steps) {
    expectKeys(step, 'label key parallelism command retry depends_on allow_dependency_failure if env agents')
    for (const each of list(step.depends_on ?? [])) expect(keys).toContain(each)
    expectInstalled(list(step.command))
  }
})

test('Azure: each step is one task or one script', () => {
  const [pipeline = {}] = pipelinesOf('azure')
  expectKeys(pipeline, 'trigger pr pool variables steps')
  const steps = list(pipeline.steps)
  for (const step of steps) {
    expectKeys(step, 'task script inputs displayName condition continueOnError env')
    expect([step.task, step.script].filter((each) => typeof each === 'string')).toHaveLength(1)
  }
  expectInstalled(steps.map(({ script = '' }) => script))
})

test('Bitbucket: each step has a script, and addresses of the server everywhere it needs them', () => {
  const [{ image, pipelines, ...rest } = {}] = pipelinesOf('bitbucket')
  expect({ image, rest }).toEqual({ image: expect.any(String), rest: {} })
  expectKeys(pipelines, 'default pull-requests branches tags custom')
  const steps = Object.values(pipelines as Record<string, Record<string, { step: Node }[]>>).flatMap((each) =>
    Object.values(each).flat(),
  )
  expect(steps.length).toBeGreaterThan(1)
  for (const { step } of steps) {
    expectKeys(step, 'name image script after-script caches services artifacts')
    const after = (step['after-script'] ?? []) as string[]
    expectInstalled([...(step.script as string[]), ...after])
    // A later part is another shell.
    for (const lines of [step.script as string[], after])
      if (lines.length > 0) expect(lines[0]).toMatch(/^export SVC_URL=/)
  }
})

test('Jenkins: brackets and quotes of the pipeline are closed', () => {
  const [text = ''] = pages()
    .filter(({ path }) => path === 'docs/how-to/jenkins.md')
    .flatMap((page) => blocksOf(page.text))
    .filter(({ language }) => language === 'groovy')
    .map((block) => block.text)
  expect(text).toMatch(/^pipeline \{/)
  const code = text.replace(/'[^'\n]*'/g, '')
  expect(code).not.toMatch(/['"]/)
  let rest = code.replace(/[^(){}[\]]/g, '')
  for (let length = -1; length !== rest.length; ) {
    length = rest.length
    rest = rest.replace(/\(\)|\{\}|\[\]/g, '')
  }
  expect(rest).toBe('')
  expectInstalled([...text.matchAll(/sh '([^']*)'/g)].map(([, line]) => line))
})
