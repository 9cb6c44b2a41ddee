/** Options of a reporter in the runner's config. Each has an environment variable, too. */
export interface ReporterOptions {
  /**
   * The key that allows sending results, `svc_…`. Better left to the environment variable
   * `SVC_API_KEY`, so that no file contains it. Without a key, nothing is recorded; see `record`.
   */
  apiKey?: string
  /**
   * True keeps results in `.svc/journal` if there is no key, for a later step that has one; else `SVC_RECORD`, else
   * true in GitHub Actions, where the svc action sends them.
   */
  record?: boolean
  /** Address of the server; else `SVC_URL`, else `http://127.0.0.1:4700`. */
  url?: string
  /** Slug of the project; else `SVC_PROJECT`, else the repository's name, else the name in package.json. */
  project?: string
  /** The name of the suite, for example `e2e`; else `SVC_SUITE`, else `default`. Each suite is compared separately. */
  suite?: string
  /** A label for tests that run in several ways; else `SVC_VARIANT`. A runner's own project name comes before it. */
  variant?: string
  /** What a CI matrix varies; else `SVC_LEG`, else `<os>-<arch>-node<major>`. */
  leg?: string
  /**
   * Which run the results belong to: equal values of several jobs become one execution. Else
   * `SVC_BUILD`, else the CI run's id, else a random value for this one process.
   */
  build?: string
  /** Labels of the execution, for example `['nightly']`; else `SVC_TAGS`, separated by commas. */
  tags?: string[]
  /** Name of the CI job; else `SVC_JOB`, else what CI says. It tells the parts of one execution apart. */
  job?: string
  /**
   * How long the end of the run may wait for the server, in milliseconds; else `SVC_TIMEOUT_MS`, else 30,000.
   * It seldom waits that long: a server that refuses connections costs 0.1 s, a name that is not found 1.5 s at most, one with trouble 3.5 s (in CI 15.5 s),
   * one that cannot be reached 5 s, one that is silent 10 s. What was not sent stays for `npx --no svc flush`.
   */
  timeoutMs?: number
  /**
   * True sends results during the run, not only at its end; else `SVC_LIVE`, else false. The outcome of the
   * execution is the same.
   */
  live?: boolean
  /**
   * Which of the files that tests attach are sent, such as screenshots, videos and traces: those of attempts that
   * failed and of the attempts after them (`failed`), `all`, or `none`; else `SVC_ARTIFACTS`, else `failed`.
   */
  artifacts?: 'failed' | 'all' | 'none'
  /**
   * How long the end of the run may wait for artifacts after the results were sent, in milliseconds; else
   * `SVC_ARTIFACTS_TIMEOUT_MS`, else 60,000. What was not sent stays for `npx --no svc flush`.
   */
  artifactsTimeoutMs?: number
  /** True reports every run of a watch mode as an execution of its own; else `SVC_WATCH`, else false. */
  watch?: boolean
  /**
   * Names of environment variables whose values are masked wherever they appear, in addition to names that contain
   * token, secret, password, key, credential or the like; else `SVC_REDACT`, separated by commas. A value may
   * have several lines, and is found in JSON, addresses and base64 too. Values below 4 characters are not masked.
   */
  redact?: string[]
  /** False records and prints nothing; else `SVC_ENABLED`, else true. */
  enabled?: boolean
  /** True prints only problems; else `SVC_QUIET`, else false. */
  quiet?: boolean
}
