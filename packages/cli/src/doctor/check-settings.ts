import { nearest, OPTION_NAMES } from '@svc/client/cli'
import { shortList } from '../terminal/words.ts'
import { type Finding, findingsIn, findingsOf, type Report } from './finding.ts'
import type { Subject } from './subject.ts'

const say = findingsOf('Settings')

/** Every option of a reporter has a variable: `timeoutMs` is `SVC_TIMEOUT_MS`. */
export const CLIENT_VARIABLES = [
  ...OPTION_NAMES.map((name) => `SVC_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`),
  'SVC_CI_JOB_URL',
  'SVC_RECEIPTS',
  'SVC_ROOT',
  'SVC_TRIAL',
]

/** Further variables that `comment` reads, for code hosts. */
export const COMMENT_VARIABLES = [
  'SVC_BITBUCKET_TOKEN',
  'SVC_BITBUCKET_URL',
  'SVC_BITBUCKET_USER',
  'SVC_GITHUB_TOKEN',
  'SVC_GITLAB_TOKEN',
]

/** What the commands of trials set, for the reporter of Vitest. */
const TRIAL_VARIABLES = ['SVC_IN_ORDER']

const KNOWN = [...CLIENT_VARIABLES, ...COMMENT_VARIABLES, ...TRIAL_VARIABLES]

/** Likely mistakes that no comparison of letters finds. */
const OTHER_NAMES: Record<string, string> = {
  SVC_KEY: 'SVC_API_KEY',
  SVC_TOKEN: 'SVC_API_KEY',
  SVC_API_TOKEN: 'SVC_API_KEY',
  SVC_SERVER: 'SVC_URL',
  SVC_SERVER_URL: 'SVC_URL',
  SVC_API_URL: 'SVC_URL',
  SVC_ENDPOINT: 'SVC_URL',
  SVC_DISABLED: 'SVC_ENABLED',
  SVC_TIMEOUT: 'SVC_TIMEOUT_MS',
}

/** Variables of a server on the same machine that look like a misspelt SVC_ROOT. */
const SERVER_VARIABLES = ['SVC_HOST', 'SVC_PORT']

/** Values that have an effect, each with a description. */
const VALUES: [names: string[], accepted: RegExp, words: string][] = [
  [
    ['SVC_ENABLED', 'SVC_LIVE', 'SVC_LOGIN', 'SVC_QUIET', 'SVC_RECORD', 'SVC_WATCH'],
    /^(?:1|true|on|yes|0|false|off|no)$/i,
    'true or false',
  ],
  [['SVC_ARTIFACTS'], /^(?:failed|all|none)$/i, 'failed, all or none'],
  [['SVC_TIMEOUT_MS', 'SVC_ARTIFACTS_TIMEOUT_MS'], /^\d{1,9}(?:\.\d+)?$/, 'a number of milliseconds'],
]

/** Shorter values are never masked. */
const LEAST_MASKED = 4

/** Checks that settings have names and values that reporters read, and that none turns reporting off. */
export const checkSettings = ({ env, envFiles, envFileLoader, preview, setups }: Subject): Finding[] => {
  const { enabled, quiet, timeoutMs } = preview.config
  const loaded = envFileLoader === undefined ? [] : envFiles.flatMap(({ values }) => Object.keys(values))
  const names = [...new Set([...Object.keys(env), ...loaded])].filter((name) => /^svc_/i.test(name)).sort()
  const configs = setups.flatMap((setup) => setup.configs)
  const findings = findingsIn([
    names.map(describeName),
    VALUES.map(([own, ...rest]) => own.map((name) => describeValue(name, env, ...rest))),
    (env.SVC_REDACT ?? '').split(',').map((name) => describeRedacted(name.trim(), env)),
    configs.map(({ file, written }) =>
      written.misspelt.map((name) =>
        unread(`${file} sets the unknown option ${name}`, nearest(name, [...OPTION_NAMES])),
      ),
    ),
    !enabled &&
      env.SVC_ENABLED?.trim() &&
      say.problem(`SVC_ENABLED is ${env.SVC_ENABLED}`, {
        reason: 'reporters record nothing',
        fix: 'unset it, or set it to true',
      }),
    timeoutMs < 1000 &&
      say.warning(`runs wait ${timeoutMs} ms for the server`, {
        reason: 'this is too short to send results, so they stay on disk',
        fix: 'set SVC_TIMEOUT_MS to a higher value, or send the results in a later step:',
        paste: ['npx --no svc flush'],
      }),
    quiet && say.ok('SVC_QUIET or the option quiet is on: runs print only errors'),
  ])
  if (findings.length > 0) return findings
  const used = names.filter((name) => KNOWN.includes(name) && env[name]?.trim())
  return [say.ok(used.length === 0 ? 'all defaults' : `set: ${shortList(used, 8)}`)]
}

/** Other names that start with SVC_ may belong to the server or to the user. */
const describeName = (name: string): Report => {
  if (KNOWN.includes(name) || SERVER_VARIABLES.includes(name)) return undefined
  const meant = OTHER_NAMES[name.toUpperCase()] ?? nearest(name.toUpperCase(), KNOWN)
  return meant && unread(`unknown variable ${name}`, meant)
}

const unread = (problem: string, meant: string | undefined): Finding =>
  say.warning(meant === undefined ? problem : `${problem}; did you mean ${meant}?`, {
    reason: 'reporters do not read this name',
    fix: meant === undefined ? 'remove it' : `rename it to ${meant}`,
  })

const describeValue = (name: string, env: Subject['env'], accepted: RegExp, words: string): Report => {
  const value = env[name]?.trim() ?? ''
  if (value === '' || accepted.test(value)) return undefined
  const problem = `${name} is "${value.slice(0, 40)}", which is ignored`
  return say.warning(problem, { reason: `the value must be ${words}`, fix: `set it to ${words}` })
}

const describeRedacted = (name: string, env: Subject['env']): Report => {
  const value = env[name]?.trim() ?? ''
  if (name === '' || value.length >= LEAST_MASKED) return undefined
  return say.warning(`SVC_REDACT names ${name.slice(0, 60)}, which is ${value ? 'too short' : 'not set'}`, {
    reason: `reporters mask only values of variables with ${LEAST_MASKED} or more characters`,
    fix: 'correct the name (case matters), or set the variable in the environment of the tests',
  })
}
