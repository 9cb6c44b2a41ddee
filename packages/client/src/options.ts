/** Options of a reporter in the runner's config. Each also has an environment variable. */
export interface ReporterOptions {
  /**
   * The key that permits sending results, `svc_…`. Prefer the environment variable `SVC_API_KEY`,
   * so that no file contains the key. Without a key, nothing is recorded; see `record`.
   */
  apiKey?: string
  /**
   * True keeps results in `.svc/journal` if there is no key, for a later step that has one.
   * Default: `SVC_RECORD`, else true in GitHub Actions, where the svc action sends them.
   */
  record?: boolean
  /**
   * False ignores the key of `svc login`, which is used outside CI if no other key is set. Default: `SVC_LOGIN`, else
   * true.
   */
  login?: boolean
  /** Address of the server. Default: `SVC_URL`, else that of the login, else `http://127.0.0.1:4700`. */
  url?: string
  /**
   * Slug of the project. Default: `SVC_PROJECT`, else the repository's name, else the name in
   * package.json.
   */
  project?: string
  /**
   * The name of the suite, for example `e2e`. Each suite is compared separately. Default:
   * `SVC_SUITE`, else `default`.
   */
  suite?: string
  /**
   * A label for tests that run in several ways. A runner's own project name takes precedence.
   * Default: `SVC_VARIANT`.
   */
  variant?: string
  /** The variation within a CI matrix. Default: `SVC_LEG`, else `<os>-<arch>-node<major>`. */
  leg?: string
  /**
   * The name of this machine, by which the dashboard names a run outside CI and without git. An empty text sends none.
   * Default: `SVC_MACHINE`, else the host name.
   */
  machine?: string
  /**
   * The run that the results belong to: jobs with equal values form one execution. Default:
   * `SVC_BUILD`, else the CI run's id, else a random value for this process.
   */
  build?: string
  /** Labels of the execution, for example `['nightly']`. Default: `SVC_TAGS`, separated by commas. */
  tags?: string[]
  /**
   * Name of the CI job, which distinguishes the parts of an execution. Default: `SVC_JOB`, else the
   * name from CI.
   */
  job?: string
  /**
   * How long the end of the run may wait for the server, in milliseconds. Default:
   * `SVC_TIMEOUT_MS`, else 30,000. It seldom waits that long. A server that refuses connections
   * costs 0.1 s; an unknown name costs 1.5 s at most; a server with problems 3.5 s (in CI 15.5 s);
   * an unreachable one 5 s; a silent one 10 s, or a tenth of
   * a longer limit. Results that were not sent remain for `npx --no svc
   * flush`.
   */
  timeoutMs?: number
  /**
   * True sends results during the run, not only at its end. The outcome of the execution is the
   * same. Default: `SVC_LIVE`, else false.
   */
  live?: boolean
  /**
   * Which attachments of tests are sent, such as screenshots, videos and traces: those of failed
   * attempts and of the attempts after them (`failed`), `all`, or `none`. Default: `SVC_ARTIFACTS`,
   * else `failed`.
   */
  artifacts?: 'failed' | 'all' | 'none'
  /**
   * How long the end of the run may wait for artifacts after the results were sent, in
   * milliseconds. Default: `SVC_ARTIFACTS_TIMEOUT_MS`, else 60,000. Artifacts that were not sent
   * remain for `npx --no svc flush`.
   */
  artifactsTimeoutMs?: number
  /** True reports every run of a watch mode as a separate execution. Default: `SVC_WATCH`, else false. */
  watch?: boolean
  /**
   * Names of environment variables whose values are masked wherever they appear, in addition to
   * names that contain token, secret, password, key, credential or similar words. A value may have
   * several lines, and is also found in JSON, addresses and base64. Values below 4 characters are
   * not masked. Default: `SVC_REDACT`, separated by commas.
   */
  redact?: string[]
  /** False records and prints nothing. Default: `SVC_ENABLED`, else true. */
  enabled?: boolean
  /** True prints only problems. Default: `SVC_QUIET`, else false. */
  quiet?: boolean
}
