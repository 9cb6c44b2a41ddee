import { getInput } from '@actions/core'
import { type Env, FAIL_ON, type FailOn } from '@svc/client/action'
import { LIMITS } from '@svc/protocol'

/** Counts above which the step fails, for `minTests` below which; absent: not checked. */
export interface Thresholds {
  maxFailures?: number
  maxNewFlaky?: number
  maxSlower?: number
  minTests?: number
}

/** The inputs of action.yml. */
export interface Settings {
  /** Empty if `oidc` is set, which takes precedence. */
  apiKey: string
  /** Without a trailing slash; empty if not given. */
  url: string
  githubToken: string
  /** Digits; empty on a runner that does not know it. */
  jobId: string
  project: string
  suite: string
  journals: string[]
  /** Patterns of report files, relative to the workspace. */
  reportFiles: string[]
  /** Name of a format; empty: detected from the content. */
  reportFormat: string
  /** Lines of `<pattern>=<file>`. */
  reportMaps: string[]
  /** True if the report files are runs of the same tests. */
  reportReruns: boolean
  /** Higher than 1 if the report files repeat tests that were reported before. */
  reportAttempt: number
  /** Folder of documents, relative to the workspace; empty: none. */
  docs: string
  /** Id of the execution to compare with; empty: the server chooses. */
  base: string
  comment: 'true' | 'false' | 'failures' | 'changes'
  check: boolean
  summary: boolean
  annotations: boolean
  failOn: FailOn
  thresholds: Thresholds
  failOnError: boolean
  waitMs: number
  /** How long failed tests are repeated here and on the base; 0: not at all. */
  proveMs: number
  /** How long new and changed tests are repeated; 0: not at all. */
  burnInMs: number
  /** Folder in which the tests ran, relative to the workspace; empty: the workspace. */
  proveFolder: string
  /** A command that starts the runner; empty: by the runner's name. */
  rerunCommand: string
  /** A command that prepares both sides of a proof; empty: the install of the base's lock file, if it differs. */
  proveSetup: string
  /** True if the last job waits until the server has settled the execution. */
  waitForSilence: boolean
  oidc: boolean
  /** Slug in lower case; never empty with `oidc`. */
  organization: string
  timeoutMs: number
}

export interface ReadInputs {
  settings: Settings
  /** Errors in the workflow's `with`, each with the fix. */
  problems: string[]
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/i
const MOST_NUMBER = 1_000_000

/** Reads the inputs of the step, and variables that replace two of them; an empty value counts as absent. */
export const readInputs = (env: Env): ReadInputs => {
  const problems: string[] = []
  const given = (name: string) => getInput(name)
  const wrong = (name: string, takes: string) =>
    problems.push(`The input ${name} is ${shown(given(name))}. It must be ${takes}.`)

  const oneOf = <T extends string>(name: string, words: readonly T[], fallback: T): T => {
    const word = given(name).toLowerCase()
    const choice = words.find((each) => each === word)
    if (!choice && word !== '') wrong(name, `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
    return choice ?? fallback
  }
  const flag = (name: string, fallback: 'true' | 'false') =>
    oneOf(name, ['true', 'false'] as const, fallback) === 'true'
  const number = (name: string, most: number, least = 0): number | undefined => {
    if (given(name) === '') return undefined
    const value = /^\d{1,9}$/.test(given(name)) ? Number(given(name)) : -1
    if (value >= least && value <= most) return value
    wrong(name, `a whole number from ${least} to ${most}`)
    return undefined
  }
  const matching = (name: string, pattern: RegExp, takes: string): string => {
    if (given(name) === '' || pattern.test(given(name))) return given(name)
    wrong(name, takes)
    return ''
  }

  const failOn = oneOf('fail-on', FAIL_ON, 'regressions')
  const base = matching('base', /^auto$|^[0-9a-f-]{36}$/i, 'auto, or the id of an execution')
  if (base !== '' && base !== 'auto' && !UUID.test(base)) wrong('base', 'auto, or the id of an execution')
  const thresholds = known({
    maxFailures: number('max-failures', MOST_NUMBER),
    maxNewFlaky: number('max-new-flaky', MOST_NUMBER),
    maxSlower: number('max-slower', MOST_NUMBER),
    minTests: number('min-tests', MOST_NUMBER),
  })
  if (failOn === 'never' && Object.keys(thresholds).length > 0)
    problems.push(
      'The input fail-on is never, but a threshold is also set. Remove one of them: with never, no count fails the step.',
    )
  const oidc = flag('oidc', 'false')
  const organization = matching(
    'organization',
    SLUG,
    'the slug of an organization, such as acme: letters, digits, dots and dashes',
  ).toLowerCase()
  if (oidc && given('organization') === '')
    problems.push(
      'The input organization is missing. "oidc: true" requires the organization of the server to which the workflow reports. Add the line "organization: <slug>" below "oidc: true". The first organization of a server has the slug default: "organization: default".',
    )
  return {
    problems,
    settings: {
      apiKey: oidc ? '' : given('api-key') || (env.SVC_API_KEY?.trim() ?? ''),
      url: (given('url') || (env.SVC_URL?.trim() ?? '')).replace(/\/+$/, ''),
      githubToken: given('github-token'),
      jobId: /^\d{1,19}$/.test(given('job-id')) ? given('job-id') : '',
      project: matching(
        'project',
        SLUG,
        'the slug of a project, such as shop: letters, digits, dots and dashes',
      ),
      suite: matching('suite', /^[^\p{Cc}]{1,100}$/u, 'a name of at most 100 characters, such as e2e'),
      journals: listOf(given('journals'), /[\n,]/),
      // Patterns may contain commas in braces.
      reportFiles: listOf(given('report-files'), /\n/),
      reportFormat: given('report-format').toLowerCase(),
      reportMaps: listOf(given('report-map'), /\n/),
      reportReruns: flag('report-reruns', 'false'),
      reportAttempt: number('report-attempt', LIMITS.attempt, 1) ?? 1,
      docs: matching('docs', /^[^\p{Cc}]{1,500}$/u, 'a folder of Markdown files, such as docs'),
      base: base.toLowerCase() === 'auto' ? '' : base.toLowerCase(),
      comment: oneOf('comment', ['true', 'changes', 'failures', 'false'] as const, 'true'),
      check: flag('check', 'false'),
      summary: flag('summary', 'true'),
      annotations: flag('annotations', 'true'),
      failOn,
      thresholds,
      failOnError: flag('fail-on-error', 'false'),
      waitMs: (number('wait-minutes', 360) ?? 0) * 60_000,
      proveMs: (number('prove', 60) ?? 0) * 60_000,
      burnInMs: (number('burn-in', 60) ?? 0) * 60_000,
      proveFolder: matching(
        'prove-folder',
        /^[^\p{Cc}]{1,500}$/u,
        'a folder of the workspace, such as packages/web',
      ),
      rerunCommand: given('rerun-command'),
      proveSetup: given('prove-setup'),
      waitForSilence: flag('wait-for-silence', 'true'),
      oidc,
      organization,
      timeoutMs: Math.max(5, number('timeout-seconds', 3_600) ?? 120) * 1_000,
    },
  }
}

const listOf = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((each) => each.trim())
    .filter((each) => each !== '')

const known = (values: { [K in keyof Thresholds]: number | undefined }): Thresholds =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Returns a value of the workflow, truncated. */
const shown = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
