import { hostname } from 'node:os'
import { describeKeyProblem, type Trust } from '@svc/protocol'
import { type DetectedCi, readCi } from './ci.ts'
import type { CiFacts, Env } from './ci-facts.ts'
import type { ReporterOptions } from './options.ts'
import { readSecrets } from './redact-values.ts'
import type { readStoredLogin } from './stored-login.ts'
import { uuidv4 } from './uuid.ts'
import { withoutGitHook } from './without-git-hook.ts'

/** All settings from options and environment, resolved once; no code below this reads the environment. */
export interface Config {
  enabled: boolean
  quiet: boolean
  /** True if results are kept although nothing here can send them. */
  recordsWithoutKey: boolean
  apiKey?: string
  /** True if the key is the one that `svc login` stored. */
  usesLogin?: boolean
  url: string
  project?: string
  suite: string
  variant: string
  leg: string
  /** The name of this machine; absent in CI and if the user wants none. */
  machine?: string
  build: string
  /** True if `build` was generated; shards of one run then agree on one of them. */
  solitary: boolean
  runAttempt: number
  /** Which run of the tests it is within that attempt, if it is not the first. */
  attempt?: number
  job: string
  tags: string[]
  timeoutMs: number
  live: boolean
  artifacts: 'failed' | 'all' | 'none'
  artifactsTimeoutMs: number
  watch: boolean
  /** The root that the user configured, used outside git. */
  declaredRoot?: string
  trust: Trust
  ci?: CiFacts
  /** Values that must not reach the journal. */
  secrets: string[]
  proxy?: ProxyConfig
  /** The folder in which `svc run` looks for the receipts of its command's runs. */
  receipts?: string
  /** The folder that gets the results of a trial, which are never sent. */
  trial?: string
  /** The environment for git, without what a hook sets for its own repository. */
  gitEnv: Env
  /** Why nothing can be sent with these settings, in words. */
  problem?: string
}

export interface ProxyConfig {
  http?: string
  https?: string
  except?: string
}

const DEFAULT_URL = 'http://127.0.0.1:4700'
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_ARTIFACTS_TIMEOUT_MS = 60_000

/**
 * Options take precedence over the environment, and the environment over a stored login and
 * defaults; empty values count as absent.
 */
export const resolveConfig = (
  options: ReporterOptions,
  env: Env,
  detected: DetectedCi,
  readLogin: typeof readStoredLogin = () => undefined,
): Config => {
  const ci = readCi(env, detected)
  const given = text(options.apiKey) ?? text(env.SVC_API_KEY)
  const named = text(options.url) ?? text(env.SVC_URL)
  // CI has keys of its own, and its machines may be shared.
  const mayLogIn = !given && !detected.isCI && (isOn(options.login) ?? isOn(env.SVC_LOGIN) ?? true)
  const login = mayLogIn ? readLogin(env, named) : undefined
  const apiKey = given ?? login?.apiKey
  const project = text(options.project) ?? text(env.SVC_PROJECT)
  const declaredRoot = text(env.SVC_ROOT)
  const url = toBase(login?.url ?? named ?? DEFAULT_URL)
  const build = text(options.build) ?? text(env.SVC_BUILD) ?? ci?.build
  const machine = detected.isCI ? undefined : machineOf(options.machine ?? env.SVC_MACHINE)
  const proxy = readProxy(env)
  const receipts = text(env.SVC_RECEIPTS)
  const trial = text(env.SVC_TRIAL)
  const problem = describeProblem(url, apiKey)
  return {
    enabled: isOn(options.enabled) ?? isOn(env.SVC_ENABLED) ?? true,
    quiet: isOn(options.quiet) ?? isOn(env.SVC_QUIET) ?? false,
    recordsWithoutKey: isOn(options.record) ?? isOn(env.SVC_RECORD) ?? env.GITHUB_ACTIONS === 'true',
    url,
    suite: text(options.suite) ?? text(env.SVC_SUITE) ?? 'default',
    variant: text(options.variant) ?? text(env.SVC_VARIANT) ?? '',
    leg: text(options.leg) ?? legOf(env),
    build: build ?? uuidv4(),
    solitary: build === undefined,
    runAttempt: ci?.attempt ?? 1,
    job: text(options.job) ?? text(env.SVC_JOB) ?? ci?.job ?? '',
    tags: readList(options.tags, env.SVC_TAGS),
    live: trial === undefined && (isOn(options.live) ?? isOn(env.SVC_LIVE) ?? false),
    watch: isOn(options.watch) ?? isOn(env.SVC_WATCH) ?? false,
    timeoutMs: readTimeout(options.timeoutMs ?? env.SVC_TIMEOUT_MS, DEFAULT_TIMEOUT_MS),
    artifacts: trial
      ? 'none'
      : (readArtifacts(options.artifacts) ?? readArtifacts(env.SVC_ARTIFACTS) ?? 'failed'),
    artifactsTimeoutMs: readTimeout(
      options.artifactsTimeoutMs ?? env.SVC_ARTIFACTS_TIMEOUT_MS,
      DEFAULT_ARTIFACTS_TIMEOUT_MS,
    ),
    trust: ci ? (ci.code.fork ? 'fork' : 'ci') : 'local',
    secrets: readSecrets(env, apiKey, readList(options.redact, env.SVC_REDACT)),
    gitEnv: readGitEnv(env),
    ...(apiKey && { apiKey }),
    ...(login && { usesLogin: true }),
    ...(project && { project }),
    ...(declaredRoot && { declaredRoot }),
    ...(machine && { machine }),
    ...(ci && { ci }),
    ...(proxy && { proxy }),
    ...(receipts && { receipts }),
    ...(trial && { trial }),
    ...(problem && { problem }),
  }
}

/** The name of the leg, which distinguishes parts of one build, unless the user sets it. */
export const legOf = (env: Env): string =>
  text(env.SVC_LEG) ?? `${process.platform}-${process.arch}-node${process.versions.node.split('.')[0]}`

/** Unlike elsewhere, an empty value counts: the user wants to send no name. */
const machineOf = (given: string | undefined): string | undefined => text(given ?? hostname())

/** Accepts the complete address to which results are sent, because people copy it. */
const toBase = (url: string) => url.replace(/\/+$/, '').replace(/\/api\/ingest$/, '')

/** Config files are often plain JavaScript, so a number counts as its text. */
const text = (value: string | undefined): string | undefined => {
  const plain = value === undefined || value === null ? '' : String(value).trim()
  return plain === '' ? undefined : plain
}

const ON = ['1', 'true', 'on', 'yes']
const OFF = ['0', 'false', 'off', 'no']

/** Treats other values as unset; doctor reports them. */
const isOn = (value: boolean | string | undefined): boolean | undefined => {
  if (typeof value === 'boolean') return value
  const plain = text(value)?.toLowerCase() ?? ''
  if (ON.includes(plain)) return true
  return OFF.includes(plain) ? false : undefined
}

const readList = (option: string[] | string | undefined, variable: string | undefined): string[] => {
  const given = option ?? variable ?? ''
  const items = typeof given === 'string' ? given.split(',') : given
  return [...new Set(items.map((item) => text(item)).filter((item) => item !== undefined))]
}

/** Treats other words as unset; doctor reports them. */
const readArtifacts = (value: string | undefined): Config['artifacts'] | undefined => {
  const word = text(value)?.toLowerCase()
  return word === 'failed' || word === 'all' || word === 'none' ? word : undefined
}

const readTimeout = (value: number | string | undefined, fallback: number): number => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return number >= 0 && number <= 2 ** 31 - 1 ? number : fallback
}

const readProxy = (env: Env): ProxyConfig | undefined => {
  const http = text(env.http_proxy) ?? text(env.HTTP_PROXY)
  const https = text(env.https_proxy) ?? text(env.HTTPS_PROXY)
  const except = text(env.no_proxy) ?? text(env.NO_PROXY)
  if (!http && !https) return undefined
  return { ...(http && { http }), ...(https && { https }), ...(except && { except }) }
}

const readGitEnv = (env: Env): Env => ({
  ...withoutGitHook(env),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
})

const describeProblem = (url: string, apiKey: string | undefined): string | undefined => {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    return 'the server address is not an http or https URL; check SVC_URL or the option url'
  if (address.username || address.password)
    return 'the server address contains a user name or password, which reporters cannot send; remove it from SVC_URL or the option url'
  if (address.search || address.hash)
    return 'the server address contains a query or a fragment (? or #); check SVC_URL or the option url'
  const keyProblem = apiKey && describeKeyProblem(apiKey)
  return keyProblem ? `the API key is not valid: ${keyProblem}; check SVC_API_KEY` : undefined
}
