/** The state of an execution: `running` until it settles, then its outcome. */
export type ExecutionState = 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'

/** The state of a part: `lost` gave no sign of life for a while, or its run died; a late end repairs it. */
export type PartState = 'open' | 'ended' | 'lost'

/** The trust in an upload: only clean `ci` runs of a branch can be a base or count as history. */
export type Trust = 'ci' | 'local' | 'fork'

/** A git commit: its sha, the shas of its parents, the sha of its tree. */
export interface Commit {
  sha: string
  parents: string[]
  tree?: string
}

/** The tested code; a field is absent if neither git nor CI provides it. */
export interface Code {
  /** The commit that was checked out, on a pull request often a merge commit. */
  testedSha?: string
  /** The head commit of the branch or pull request. */
  headSha?: string
  /** The base branch's commit that the tested merge commit was made with. */
  baseSha?: string
  /** The merge base of head and base branch, if the clone is deep enough to tell. */
  mergeBaseSha?: string
  parents?: string[]
  tree?: string
  /** True if the working tree differs from the commit. */
  dirty?: boolean
  branch?: string
  /** The target branch of a pull request. */
  baseBranch?: string
  pullRequest?: number
  /** `owner/name` or the remote's path. */
  repository?: string
  /** The default branch of the remote, if known. */
  defaultBranch?: string
  /** Commits before the tested one, newest first, as far as the clone reaches (at most `LIMITS.ancestry`). */
  ancestry?: Commit[]
  message?: string
  /** The name of who wrote the head commit, never an address. */
  author?: string
  /** True if the pull request comes from another repository. */
  fork?: boolean
}

/** The CI run that a part belongs to. */
export interface CiRun {
  /** For example `GitHub Actions`. */
  provider: string
  /** The page of the whole run. */
  url?: string
  /** The page of the job that ran this part. */
  jobUrl?: string
  /** For example `pull_request`. */
  event?: string
  workflow?: string
}

/** Distinguishes the parts of one execution. */
export interface PartIdentity {
  /** The CI job; empty outside CI. */
  job: string
  /** The folder of the package relative to the root; empty for the root itself. */
  package: string
  /** The runner's config file relative to the package; empty if there is none. */
  config: string
  /** The variation within a CI matrix: `SVC_LEG`, else `<os>-<arch>-node<major>`. */
  leg: string
  shard?: { index: number; total: number }
}

/** A CODEOWNERS file as it was at the tested commit. */
export interface CodeownersFile {
  /** Posix, relative to the root. */
  path: string
  /** At most `LIMITS.codeownersBytes`. */
  text: string
}

/** The first facts of a part: the execution that it belongs to, and its place in it. */
export interface Open {
  /** The journal's id, a UUID: one journal is one part. */
  journal: string
  /** Slug of the project; absent: made from the repository's name. */
  project?: string
  /** The name of the suite; default: `default`. */
  suite: string
  /** The run: the CI run's id without the attempt, a value that the user set, or a random UUID. */
  build: string
  /** True if the build was generated on this machine: at most the other shards of the run can join. */
  solitary?: boolean
  /** 1 for the first run, 2 for the first re-run of the same build. */
  runAttempt: number
  /** Absent for the first run of the tests within that attempt, 2 if this part repeats some of them. */
  attempt?: number
  part: PartIdentity
  trust: Trust
  code: Code
  ci?: CiRun
  runner: { name: string; version?: string }
  client: { name: string; version: string }
  /** The folder that file paths are relative to. */
  root: 'git' | 'SVC_ROOT' | 'runner'
  /** The name of the machine; sent only outside CI and without git, where nothing else names the run. */
  machine?: string
  environment?: Record<string, string>
  tags?: string[]
  /** The owners of files; needed only in the first segment of a journal. */
  codeowners?: CodeownersFile
  /** Milliseconds since the epoch, by the client's clock. */
  startedAt: number
  /** True if the run died, so that the server need not wait for more; the last entry that the sender sends. */
  lost?: boolean
}

/** The last facts of a part. */
export interface End {
  /** The outcome of the run, as the runner reports it; `interrupted` was stopped by a person or a signal. */
  status: 'passed' | 'failed' | 'interrupted'
  durationMs: number
  /** The number of fields that were cut to their limits. */
  truncated?: number
  /** The number of masked secrets. */
  redacted?: number
  /** The number of files that did not run to their end because enough tests had failed (`bail`). */
  unfinished?: number
}
