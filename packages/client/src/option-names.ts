import type { ReporterOptions } from './options.ts'

const NAMES: Record<keyof ReporterOptions, true> = {
  apiKey: true,
  record: true,
  url: true,
  login: true,
  project: true,
  suite: true,
  variant: true,
  leg: true,
  machine: true,
  build: true,
  tags: true,
  job: true,
  timeoutMs: true,
  live: true,
  artifacts: true,
  artifactsTimeoutMs: true,
  watch: true,
  redact: true,
  enabled: true,
  quiet: true,
}

/** All options of a reporter. */
export const OPTION_NAMES: readonly string[] = Object.keys(NAMES)

/**
 * Playwright passes facts of its own to every reporter: this one, and names that start with an
 * underscore.
 */
const OF_PLAYWRIGHT = new Set(['configDir', 'printSteps', 'omitFailures'])

/** Names of options that no reporter reads. */
export const unknownOptions = (options: object): string[] =>
  Object.keys(options).filter(
    (name) => !Object.hasOwn(NAMES, name) && !name.startsWith('_') && !OF_PLAYWRIGHT.has(name),
  )
