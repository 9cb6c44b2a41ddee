import type { CiRun } from './execution.ts'

/** The facts of a report about its run; a field is absent if the report does not contain it. */
export interface ReportedRun {
  /** 7 to 64 hex digits, in lower case. */
  commit?: string
  branch?: string
  /** `owner/name`, or the name alone. */
  repository?: string
  /** The name of what was tested. */
  project?: string
  build?: string
  ci?: CiRun
  /** Facts of the machine. */
  environment?: Record<string, string>
}

/**
 * Reads the `environment` of a CTRF report. Skips values that are empty, of another type, or longer
 * than a fact may be.
 */
export const readCtrfEnvironment = (environment: Record<string, unknown>): ReportedRun => {
  const read = (name: string) => factOf(environment[name])
  const sha = read('commit')
  const build = labelOf(read('buildId')) ?? labelOf(read('buildNumber'))
  const url = read('buildUrl')
  const workflow = read('buildName')
  const isWeb = url !== undefined && /^https?:\/\//i.test(url)
  const facts = given({
    os: read('osPlatform'),
    osRelease: read('osRelease'),
    osVersion: read('osVersion'),
    testEnvironment: read('testEnvironment'),
  })
  return given<ReportedRun>({
    commit: sha !== undefined && /^[0-9a-f]{7,64}$/i.test(sha) ? sha.toLowerCase() : undefined,
    branch: read('branchName')?.replace(/^(?:refs\/heads\/|(?:refs\/remotes\/)?origin\/)/, '') || undefined,
    repository: repositoryOf(read('repositoryName'), read('repositoryUrl')),
    project: read('appName'),
    build,
    ci:
      build !== undefined || isWeb
        ? given<CiRun>({ provider: 'CTRF', url: isWeb ? url : undefined, workflow })
        : undefined,
    environment: Object.keys(facts).length > 0 ? facts : undefined,
  })
}

/** Statuses of tools for failures that CTRF has no status for, such as Allure's `broken`. */
const FAILED = /^(?:broken|error(?:ed)?|fail(?:ed|ure)?|crash(?:ed)?|aborted|time[ds]?[ _-]?out)$/i

/**
 * The status of a test or an attempt of a CTRF report: `other` is a failure if the tool's own
 * status says so.
 */
export const readCtrfStatus = <T extends Record<string, unknown>>(test: T): T =>
  test.status === 'other' && typeof test.rawStatus === 'string' && FAILED.test(test.rawStatus)
    ? { ...test, status: 'failed' }
    : test

/**
 * The attempts of a test in a CTRF report, in an order that says how it ended. A retry repeats what failed; a failure after
 * a pass is no retry but another test of this name, such as a row of a parameterized one, so failures come last.
 */
export const orderCtrfAttempts = <T extends { status: string }>(attempts: T[]): T[] => {
  const passed = attempts.findIndex(({ status }) => status === 'passed')
  const isRepeated = attempts.some(
    ({ status }, index) => status === 'failed' && passed >= 0 && index > passed,
  )
  return isRepeated
    ? attempts.toSorted((a, b) => Number(a.status === 'failed') - Number(b.status === 'failed'))
    : attempts
}

/** The tool of a CTRF report as executions name it; undefined if it has no name. */
export const readCtrfTool = (
  name: unknown,
  version: unknown,
): { name: string; version?: string } | undefined => {
  if (typeof name !== 'string' || name === '') return undefined
  const versionFact = typeof version === 'string' && version !== '' ? { version: version.slice(0, 100) } : {}
  return { name: name.slice(0, 100).toLowerCase(), ...versionFact }
}

/** Text of this length has at most `LIMITS.factBytes` bytes. */
const LONGEST_FACT = 333
const LONGEST_LABEL = 166

const factOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= LONGEST_FACT ? text : undefined
}

const labelOf = (text: string | undefined) =>
  text !== undefined && text.length <= LONGEST_LABEL ? text : undefined

/** If the name does not identify the host, the address does, as in `https://github.com/acme/shop.git`. */
const repositoryOf = (name: string | undefined, address: string | undefined): string | undefined => {
  if (name?.includes('/')) return name
  return /[/:]([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(address ?? '')?.[1] ?? name
}

/** Without undefined fields. */
const given = <T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T => {
  const kept: Partial<T> = {}
  for (const key in facts) if (facts[key] !== undefined) kept[key] = facts[key]
  return kept as T
}
