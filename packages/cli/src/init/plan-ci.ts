import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import {
  type Env,
  findAbove,
  gitIn,
  mainBranchOf,
  readBranches,
  readGitHead,
  readOriginHead,
} from '@svc/client/cli'
import { managerOf } from '@svc/client/package-manager'
import { scriptsOf } from '../project/packages.ts'
import { RUNNERS } from '../project/runners.ts'
import type { Setup } from '../project/setup.ts'
import { actionStep, actionsIn, addStep, expression, isOurs } from './edit-workflow.ts'
import { CI_LINES } from './managers.ts'
import type { ByHand, FileChange, Plan } from './plan.ts'
import { readWhole } from './write-file.ts'

/** The CI of a repository. */
export interface Ci {
  /** The top of the repository; absolute. */
  root: string
  isOnGitHub: boolean
  /** The default branch of the repository. */
  mainBranch: string
  /** Files of other CI systems, from the top. */
  others: OtherCi[]
}

interface OtherCi {
  name: string
  file: string
  page: string
}

const OTHERS: OtherCi[] = [
  { name: 'GitLab', file: '.gitlab-ci.yml', page: 'gitlab' },
  { name: 'CircleCI', file: '.circleci/config.yml', page: 'circleci' },
  { name: 'Buildkite', file: '.buildkite/pipeline.yml', page: 'buildkite' },
  { name: 'Jenkins', file: 'Jenkinsfile', page: 'jenkins' },
  { name: 'Azure Pipelines', file: 'azure-pipelines.yml', page: 'azure' },
  { name: 'Bitbucket', file: 'bitbucket-pipelines.yml', page: 'bitbucket' },
]

/** Finds the CI of the repository that contains a folder. */
export const findCi = async (folder: string, env: Env): Promise<Ci> => {
  const root = findAbove(folder, '.git') ?? folder
  const git = gitIn(root, env)
  const remote = (await git('remote', 'get-url', 'origin')) ?? ''
  const branches = await readBranches(git)
  const hasWorkflows = existsSync(join(root, '.github', 'workflows'))
  return {
    root,
    isOnGitHub: hasWorkflows || /\bgithub\.com\b/.test(remote),
    // A repository without a commit has no branch yet, only the name of its first one.
    mainBranch: readOriginHead(root) || mainBranchOf(branches) || readGitHead(root).branch || 'main',
    others: OTHERS.filter(({ file }) => existsSync(join(root, file))),
  }
}

interface Wanted {
  /** `owner/repository@ref` of the action; undefined if only the user knows it. */
  action: string | undefined
  url: string
}

type Part = Pick<Plan, 'ready' | 'changes' | 'byHand' | 'notes'>

/** Plans the step that compares a run and writes the comment, in the workflow that runs the tests. */
export const planCi = (ci: Ci, base: string, setups: Setup[], { action, url }: Wanted): Part => {
  const part: Part = { ready: [], changes: [], byHand: [], notes: [] }
  for (const { name, file, page } of ci.others)
    part.byHand.push({
      part: 'ci',
      why: `${file} is not changed: ${name} has no format that svc edits`,
      where: `add to the job of the tests, with SVC_API_KEY as a secret (docs/how-to/${page}.md)`,
      lines: [`export SVC_URL=${url}`, 'npx --no svc comment --wait'],
    })
  if (!ci.isOnGitHub) return part
  const address = isLocal(url) ? expression('vars.SVC_URL') : url
  const step = actionStep(action ?? 'owner/svc@v1', address)
  const workflows = workflowsOf(ci.root)
  const present = workflows.find(({ text }) => actionsIn(text).some(isOurs))
  if (present) {
    part.ready.push(`${present.label} uses the action`)
    return part
  }
  const runsTests = testsIn(setups)
  const found = workflows.filter(({ text }) => addStep(text, runsTests, step) !== undefined)
  if (action === undefined) {
    part.byHand.push(
      withoutAction(
        found.map(({ label }) => label),
        step,
      ),
    )
    return part
  }
  for (const { path, label, text } of found) {
    const after = addStep(text, runsTests, step) ?? text
    const change: FileChange['change'] = (now) => {
      const text = addStep(now ?? '', runsTests, step)
      return text === undefined ? { state: 'unclear', why: 'no step runs tests' } : { state: 'changed', text }
    }
    part.changes.push({ path, label, before: text, after, change })
    part.notes.push(...notesOn(label, text))
  }
  if (found.length === 0) part.changes.push(newWorkflow(ci, base, setups, step))
  part.notes.push(
    'store the key as the secret SVC_API_KEY of the repository',
    ...(address === url ? [] : [`set the variable SVC_URL of the repository: GitHub cannot reach ${url}`]),
  )
  return part
}

export const isLocal = (url: string): boolean =>
  /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(new URL(url).hostname)

const withoutAction = (labels: string[], step: string[]): ByHand => ({
  part: 'ci',
  why: 'the workflow is not changed: only you know the address of your copy of svc on GitHub',
  where: `run the command again with --action <owner>/svc@v1, or add after the tests in ${labels.join(' and ') || '.github/workflows'}`,
  lines: step,
})

const notesOn = (label: string, text: string): string[] => [
  ...(/pull-requests:\s*write|permissions:\s*write-all/.test(text)
    ? []
    : [`${label}: the job needs permissions: contents: read, pull-requests: write, actions: read`]),
  ...(/^\s*push\b|^on:.*\bpush\b/m.test(text)
    ? []
    : [`${label}: run it on pushes to the default branch too, which are the base of comparisons`]),
]

const workflowsOf = (root: string): { path: string; label: string; text: string }[] => {
  const folder = join(root, '.github', 'workflows')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  return names
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => {
      const path = join(folder, name)
      const text = readWhole(path)
      return text === undefined ? [] : [{ path, label: `.github/workflows/${name}`, text }]
    })
}

const RUNS_OTHERS =
  /\b(?:turbo|nx|lerna|wireit|run-[sp]|npm-run-all)\b.*\btest|\b(?:npm|pnpm|yarn|bun)\b.*\btest/

/** Returns whether a command of CI runs the tests of one of the set-ups, directly or by a script. */
const testsIn = (setups: Setup[]) => {
  const runs = (text: string) => RUNNERS.some(({ command }) => command.test(text)) || RUNS_OTHERS.test(text)
  const scripts = setups.flatMap(({ package: pkg }) => scriptsOf(pkg))
  const names = new Set(scripts.filter(([, text]) => runs(text)).map(([name]) => name))
  return (command: string): boolean =>
    command.split('\n').some((line) => {
      const code = line.replace(/(?:^|\s)#.*$/, '')
      if (/\b(?:install|add|ci)\b/.test(code) && !/&&|;/.test(code)) return false
      if (RUNNERS.some(({ command }) => command.test(code))) return true
      if (/\b(?:turbo|nx|lerna)\b.*\btest\b/.test(code)) return true
      const [, name] =
        /\b(?:npm|pnpm|yarn|bun)\b(?:\s+(?:run|-r|--?[\w=./-]+))*\s+([\w:.-]+)/.exec(code) ?? []
      return name !== undefined && names.has(name === 't' ? 'test' : name)
    })
}

const newWorkflow = ({ root, mainBranch }: Ci, base: string, setups: Setup[], step: string[]): FileChange => {
  const { setUp, install, exec } = CI_LINES[managerOf(base)]
  const folder = relative(root, base).split(sep).join('/')
  const [first] = setups
  const hasScript =
    first?.package.folder === base && scriptsOf(first.package).some(([name]) => name === 'test')
  const manager = exec === 'npx' ? 'npm' : exec === 'bunx' ? 'bun run' : exec.replace(' exec', '')
  const commands = hasScript
    ? [`${manager} test`]
    : setups.map(
        ({ runner, package: pkg }) =>
          `${pkg.label ? `cd ${pkg.label} && ` : ''}${exec} ${{ vitest: 'vitest run', jest: 'jest', playwright: 'playwright test' }[runner.id]}`,
      )
  const browsers = setups.some(({ runner }) => runner.id === 'playwright')
    ? [`- run: ${exec} playwright install --with-deps`]
    : []
  const steps = [
    '- uses: actions/checkout@v6',
    ...setUp,
    '- uses: actions/setup-node@v6',
    '  with:',
    '    node-version: 24',
    `- run: ${install}`,
    ...browsers,
    ...commands.map((command) => `- run: ${command}`),
    ...step,
  ]
  const text = [
    'name: Tests',
    'on:',
    '  pull_request:',
    '  push:',
    `    branches: [${/^[A-Za-z][\w./-]*$/.test(mainBranch) ? mainBranch : JSON.stringify(mainBranch)}]`,
    '',
    'permissions:',
    '  contents: read',
    '  pull-requests: write',
    '  actions: read',
    '',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    ...(folder ? ['    defaults:', '      run:', `        working-directory: ${folder}`] : []),
    '    steps:',
    ...steps.map((line) => `      ${line}`),
    '',
  ].join('\n')
  const label = '.github/workflows/svc.yml'
  return {
    path: join(root, label),
    label,
    before: null,
    after: text,
    change: (now) =>
      now === null ? { state: 'changed', text } : { state: 'unclear', why: 'it exists meanwhile' },
  }
}
