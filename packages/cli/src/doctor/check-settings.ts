import { nearest } from '@svc/client/doctor'
import { checkOptions, checkValues } from './check-values.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Subject } from './subject.ts'
import { shortList } from './words.ts'

const say = findingsOf('Settings')

/** What `comment` reads beside them, of hosts of code. */
export const COMMENT_VARIABLES = [
  'SVC_BITBUCKET_TOKEN',
  'SVC_BITBUCKET_URL',
  'SVC_BITBUCKET_USER',
  'SVC_GITHUB_TOKEN',
  'SVC_GITLAB_TOKEN',
]

/** What reporters and this command read. */
export const CLIENT_VARIABLES = [
  'SVC_API_KEY',
  'SVC_ARTIFACTS',
  'SVC_ARTIFACTS_TIMEOUT_MS',
  'SVC_BUILD',
  'SVC_ENABLED',
  'SVC_JOB',
  'SVC_LEG',
  'SVC_LIVE',
  'SVC_PROJECT',
  'SVC_QUIET',
  'SVC_RECORD',
  'SVC_REDACT',
  'SVC_ROOT',
  'SVC_SUITE',
  'SVC_TAGS',
  'SVC_TIMEOUT_MS',
  'SVC_URL',
  'SVC_VARIANT',
  'SVC_WATCH',
]

/** What the server reads, which may run on the same machine. */
export const SERVER_VARIABLES = [
  'SVC_ARCHIVE_AFTER',
  'SVC_ARTIFACTS_FOLDER',
  'SVC_ARTIFACTS_SHARED',
  'SVC_ARTIFACT_BYTES',
  'SVC_ARTIFACT_DOWNLOADS',
  'SVC_BASE_URL',
  'SVC_DATA',
  'SVC_DATABASE_CONNECTIONS',
  'SVC_DRAIN_WAIT',
  'SVC_EXECUTION_ARTIFACTS',
  'SVC_EXECUTION_ARTIFACT_BYTES',
  'SVC_FIRST_KEY',
  'SVC_HOST',
  'SVC_INCOMPLETE_AFTER',
  'SVC_KEEP_AUDIT',
  'SVC_KEEP_EXECUTIONS',
  'SVC_KEEP_FAILING_ARTIFACTS',
  'SVC_KEEP_FAILING_DETAIL',
  'SVC_KEEP_PASSING_ARTIFACTS',
  'SVC_KEEP_PASSING_DETAIL',
  'SVC_OIDC_ISSUERS',
  'SVC_ORGANIZATIONS',
  'SVC_PORT',
  'SVC_RATE_INGEST_BYTES',
  'SVC_RATE_READ',
  'SVC_RATE_SIGN_IN',
  'SVC_RATE_WRITE',
  'SVC_SETTLE_AFTER',
  'SVC_START_EMPTY',
  'SVC_TRUST_PROXY',
  'SVC_UPLOADS_AT_ONCE',
  'SVC_UPLOAD_MEMORY',
  'SVC_UPLOAD_WAIT',
  'SVC_WAKE_URL',
  'SVC_WEBHOOKS_PRIVATE',
]

/** What people write who do not look it up; too far from the right name to be told by letters. */
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

/** Whether settings are spelled as they are read, and none of them turns reporting off. */
export const checkSettings = (subject: Subject): Finding[] => {
  const { env, envFiles, envFileLoader, preview } = subject
  const { config } = preview
  const loaded = envFileLoader === undefined ? [] : envFiles.flatMap((file) => Object.keys(file.values))
  const names = [...new Set([...Object.keys(env), ...loaded])].filter((name) => /^svc_/i.test(name)).sort()
  const findings = names.flatMap((name) => describeUnknown(name))
  if (!config.enabled && env.SVC_ENABLED?.trim())
    findings.push(
      say.problem(`SVC_ENABLED is ${env.SVC_ENABLED}`, {
        reason: 'then nothing is recorded',
        fix: 'unset it, or set it to true',
      }),
    )
  findings.push(
    ...describeTimeout(env.SVC_TIMEOUT_MS, config.timeoutMs),
    ...describeNumber('SVC_ARTIFACTS_TIMEOUT_MS', env.SVC_ARTIFACTS_TIMEOUT_MS, config.artifactsTimeoutMs),
    ...checkValues(subject),
    ...checkOptions(subject),
  )
  if (config.quiet)
    findings.push(
      say.ok('SVC_QUIET or the option quiet is on: a run prints nothing unless something is wrong'),
    )
  const used = names.filter(
    (name) => [...CLIENT_VARIABLES, ...COMMENT_VARIABLES].includes(name) && env[name]?.trim(),
  )
  if (findings.length > 0) return findings
  return [say.ok(used.length === 0 ? 'nothing but defaults' : `set: ${shortList(used, 8)}`)]
}

const KNOWN = new Set([...CLIENT_VARIABLES, ...COMMENT_VARIABLES, ...SERVER_VARIABLES])

const describeUnknown = (name: string): Finding[] => {
  if (KNOWN.has(name)) return []
  const meant =
    OTHER_NAMES[name.toUpperCase()] ??
    nearest(name.toUpperCase(), [...CLIENT_VARIABLES, ...COMMENT_VARIABLES])
  if (meant === undefined)
    return [
      say.warning(`${name} is not known`, {
        reason: 'it has no effect on reporters',
        fix: `unset it if it was meant for them; they read ${CLIENT_VARIABLES.join(', ')}`,
      }),
    ]
  return [
    say.warning(`${name} is not known, did you mean ${meant}?`, {
      reason: 'a name that nobody reads has no effect',
      fix: `rename it to ${meant}`,
    }),
  ]
}

const describeTimeout = (given: string | undefined, timeoutMs: number): Finding[] => {
  const noNumber = describeNumber('SVC_TIMEOUT_MS', given, timeoutMs)
  if (noNumber.length > 0) return noNumber
  if (timeoutMs >= 1000) return []
  return [
    say.warning(`runs wait ${timeoutMs} ms for the server`, {
      reason: 'that is too short to send anything, so results stay on disk',
      fix: 'give it more, or send them in a later step:',
      paste: ['npx @svc/cli flush'],
    }),
  ]
}

const describeNumber = (name: string, given: string | undefined, insteadMs: number): Finding[] =>
  given?.trim() && !(Number(given) >= 0 && Number(given) < 2 ** 31)
    ? [
        say.warning(`${name} is "${given.slice(0, 40)}", which is no number of milliseconds`, {
          reason: `so it does not count, and runs wait ${insteadMs} ms`,
          fix: 'give a whole number, as in:',
          paste: [`${name}=${insteadMs}`],
        }),
      ]
    : []
