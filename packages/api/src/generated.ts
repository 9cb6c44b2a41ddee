// Made from the operations of the server by: npx -y pnpm@12 generate

export type ExecutionSummary = {
  id: string
  /** The page for people. */
  url: string
  /** Slug of the project. */
  project: string
  /** What was run. */
  suite: string
  /** Which run: the CI run without its attempt, or what the user set. */
  build: string
  /** The runner, for example vitest. */
  framework: string
  /** running until it settles, then what it came to. */
  state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
  /** Grows when a settled execution is opened again. */
  revision: number
  /** How far it can be believed: only clean ci runs of a branch are a base or count as history. */
  trust: 'ci' | 'local' | 'fork'
  branch: string | null
  /** The branch the pull request wants to go to. */
  baseBranch: string | null
  pullRequest: number | null
  repository: string | null
  /** The commit that was checked out, on a pull request often a merge commit. */
  testedSha: string | null
  /** The head of the branch or pull request. */
  headSha: string | null
  /** The base branch's commit that the tested merge commit was made with. */
  baseSha: string | null
  /** Where head and base branch parted. */
  mergeBaseSha: string | null
  /** The tree of the tested commit: equal trees are equal code. */
  tree: string | null
  /** True where the working tree differed from the commit. */
  dirty: boolean
  /** The commit's message. */
  message: string | null
  ci: {
    provider: string
    url?: string
    event?: string
    workflow?: string
  } | null
  tags: string[]
  startedAt: string
  endedAt: string | null
  settledAt: string | null
  /** Milliseconds that its parts cover: parallel parts count once, and the time between a run and its re-run does not count. Null while it runs. */
  durationMs: number | null
  /** How many results it has of each kind; errors are failures outside any test. */
  counts: {
    total: number
    passed: number
    failed: number
    flaky: number
    skipped: number
    errors: number
  }
  /** How many parts have reported. */
  partCount: number
}

export type ExecutionDetail = {
  id: string
  /** The page for people. */
  url: string
  /** Slug of the project. */
  project: string
  /** What was run. */
  suite: string
  /** Which run: the CI run without its attempt, or what the user set. */
  build: string
  /** The runner, for example vitest. */
  framework: string
  /** running until it settles, then what it came to. */
  state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
  /** Grows when a settled execution is opened again. */
  revision: number
  /** How far it can be believed: only clean ci runs of a branch are a base or count as history. */
  trust: 'ci' | 'local' | 'fork'
  branch: string | null
  /** The branch the pull request wants to go to. */
  baseBranch: string | null
  pullRequest: number | null
  repository: string | null
  /** The commit that was checked out, on a pull request often a merge commit. */
  testedSha: string | null
  /** The head of the branch or pull request. */
  headSha: string | null
  /** The base branch's commit that the tested merge commit was made with. */
  baseSha: string | null
  /** Where head and base branch parted. */
  mergeBaseSha: string | null
  /** The tree of the tested commit: equal trees are equal code. */
  tree: string | null
  /** True where the working tree differed from the commit. */
  dirty: boolean
  /** The commit's message. */
  message: string | null
  ci: {
    provider: string
    url?: string
    event?: string
    workflow?: string
  } | null
  tags: string[]
  startedAt: string
  endedAt: string | null
  settledAt: string | null
  /** Milliseconds that its parts cover: parallel parts count once, and the time between a run and its re-run does not count. Null while it runs. */
  durationMs: number | null
  /** How many results it has of each kind; errors are failures outside any test. */
  counts: {
    total: number
    passed: number
    failed: number
    flaky: number
    skipped: number
    errors: number
  }
  /** How many parts have reported. */
  partCount: number
  parts: Part[]
  /** Failures outside any test, such as a file that does not load. */
  errors: {
    part: number
    file: string | null
    /** The same for errors that differ only in numbers, ids, paths and times. */
    fingerprint: string
    /** True where the part was run again, so that this no longer holds. */
    superseded: boolean
    failure: Failure
  }[]
  /** Sentences for the person who reads the execution. */
  warnings: string[]
  /** When retention removed its results; its counts, parts and errors stay. Null while they are there. */
  resultsRemovedAt: string | null
  /** In the order their tests were first seen. */
  results: Result[]
  /** What the tests attached. */
  artifacts: {
    name: string
    contentType: string
    /** Where the runner left it. */
    path?: string
    sizeBytes?: number
    /** stored: can be downloaded. awaited: its bytes have not come yet. missing: it was stored, and the store has lost it. left: it was left out, and reason says why. unsent: its reporter has not declared it; those of passed tests are not sent unless asked for. */
    state: 'stored' | 'awaited' | 'missing' | 'left' | 'unsent'
    /** Absent where it was not declared. */
    id?: string
    reason?: string
    /** Where to download it; only where it is stored. */
    url?: string
    testId: string
    leg: string
    /** Which attempt of the result attached it, from 0. */
    attempt: number
  }[]
}

/** One process of a runner: a job, a package, a shard, a leg. It also carries its facts. */
export type Part = {
  number: number
  journal: string
  /** The CI job; empty outside CI. */
  job: string
  /** Folder of the package relative to the root; empty for the root itself. */
  package: string
  /** The runner's config file; empty where there is none. */
  config: string
  leg: string
  shard: {
    index: number
    total: number
  } | null
  runAttempt: number
  /** lost: no sign of life for a while; a late end repairs it. */
  state: 'open' | 'ended' | 'lost'
  /** What the runner itself said: passed, failed or interrupted. */
  outcome: string | null
  startedAt: string
  endedAt: string | null
  durationMs: number | null
  /** How far the sender's clock was off, in milliseconds; times are corrected by it. 0 below 15 s, which a request may take. */
  clockSkewMs: number
  /** How many fields were cut to their limits. */
  truncated: number
  /** How many secrets were masked. */
  redacted: number
  [fact: string]: unknown
}

/** One error, as the runner told it, without colour codes. */
export type Failure = {
  message: string
  /** The error's class, for example AssertionError. */
  name?: string
  stack?: string
  /** Source lines around the place. */
  snippet?: string
  location?: Location
  /** What an assertion wanted, printed. */
  expected?: string
  /** What it found, printed. */
  actual?: string
  cause?: Failure
  errors?: Failure[]
}

export type Location = {
  /** Posix path, relative to the root. */
  file: string
  /** From 1. */
  line: number
  /** From 1. */
  column?: number
}

/** What one test came to in one execution and leg. */
export type Result = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty where there is none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
  /** What a CI matrix varies, for example linux-x64-node24. */
  leg: string
  /** Number of the part that it came with. */
  part: number
  /** flaky: passed after a failed attempt. */
  status: 'passed' | 'failed' | 'flaky' | 'skipped'
  startedAt: string
  /** Milliseconds the deciding attempt took. */
  durationMs: number
  /** Every attempt, oldest first. */
  attempts: Attempt[]
}

/** One try of a test. */
export type Attempt = {
  status: 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped'
  startedAt: string
  /** Milliseconds. */
  durationMs: number
  /** 1 for the first run of the build, 2 for its first re-run. */
  runAttempt: number
  /** 1 for the second test of the same title in its file, and so on; absent for the first. */
  occurrence?: number
  /** Which repeat of the test this is, from 1; absent for the first. */
  repeat?: number
  /** All errors in the order they were raised. */
  errors?: Failure[]
  /** Why it did not run. */
  skip?: {
    /** skip and todo: asked for in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
    kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
    reason?: string
  }
  /** True where the test was expected to fail and did: its status is passed, its errors are kept. */
  expectedFailure?: boolean
  /** The last part of what it printed. */
  stdout?: string
  /** The last part of what it printed as errors. */
  stderr?: string
  attachments?: {
    name: string
    contentType: string
    /** Where the runner left it. */
    path?: string
    sizeBytes?: number
    /** stored: can be downloaded. awaited: its bytes have not come yet. missing: it was stored, and the store has lost it. left: it was left out, and reason says why. unsent: its reporter has not declared it; those of passed tests are not sent unless asked for. */
    state: 'stored' | 'awaited' | 'missing' | 'left' | 'unsent'
    /** Absent where it was not declared. */
    id?: string
    reason?: string
    /** Where to download it; only where it is stored. */
    url?: string
  }[]
  /** Kept for attempts that did not pass. */
  steps?: Step[]
  annotations?: {
    type: string
    description?: string
  }[]
  tags?: string[]
  /** Where the test stands. */
  location?: Location
  /** Names of the fields that were cut to their limit. */
  truncated?: string[]
}

/** One step of an attempt, in the runner's words. */
export type Step = {
  title: string
  category?: string
  /** Milliseconds. */
  durationMs: number
  error?: string
  steps?: Step[]
}

export type IngestReceipt = {
  journal: string
  /** How many entries of this journal the server holds; the next segment starts there. */
  accepted: number
  execution: {
    id: string
    url: string
    state: string
  }
  /** What the sender should know. */
  warnings: string[]
}

/** A whole execution. A field that is not known is refused by name, at whatever depth. */
export type ExecutionDocument = {
  /** Makes sending it twice harmless; taken from the content where absent. */
  id?: string | undefined
  /** Slug of the project. */
  project?: string | undefined
  /** What is run; default where absent. */
  suite?: string | undefined
  /** Which run. Documents of one build are parts of one execution; without it each is its own. */
  build?: string | undefined
  /** 1 for the first run of a build, 2 for its first re-run, which overlays it; 1 where absent. */
  runAttempt?: number | undefined
  part?: DocumentPart | undefined
  code?: DocumentCode | undefined
  ci?: DocumentCiRun | undefined
  /** What ran the tests; document where absent. */
  runner?:
    | {
        name: string
        version?: string | undefined
      }
    | undefined
  /** Facts of the machine, at most 50. */
  environment?: Record<string, string> | undefined
  tags?: string[] | undefined
  /** Who owns which files: where CODEOWNERS lies, and what stands in it, at most 3145728 bytes. */
  codeowners?:
    | {
        path: string
        text: string
      }
    | undefined
  /** Milliseconds since the epoch, at most a day after the server's clock; a start later than the upload becomes the upload. Where absent, the upload less the duration. */
  startedAt?: number | undefined
  /** Milliseconds it took; the sum of all attempts where absent. */
  durationMs?: number | undefined
  /** What the runner said; where absent, failed if a test or anything outside of them did. */
  status?: 'passed' | 'failed' | 'interrupted' | undefined
  results: DocumentResult[]
  /** Failures outside any test. */
  errors?:
    | {
        file?: string | undefined
        failure: Failure
      }[]
    | undefined
}

/** What tells the parts of one build apart. */
export type DocumentPart = {
  /** The CI job; empty where absent. */
  job?: string | undefined
  /** Folder of the package relative to the root; empty, for the root itself, where absent. */
  package?: string | undefined
  /** The runner's config file; empty where absent. */
  config?: string | undefined
  /** What a CI matrix varies; default where absent. Results of two legs stand side by side. */
  leg?: string | undefined
  /** Which shard of how many; the execution waits for all of them. */
  shard?:
    | {
        /** From 1 to total. */
        index: number
        total: number
      }
    | undefined
}

/** Which code was tested; leave out what is not known. */
export type DocumentCode = {
  /** The commit that was checked out; on a pull request often the merge of its head into its base. */
  testedSha?: string | undefined
  /** The head of the branch or pull request. */
  headSha?: string | undefined
  /** The base branch's commit that the tested merge was made with. */
  baseSha?: string | undefined
  /** Where head and base branch parted. With it a pull request is compared with runs of that very commit. */
  mergeBaseSha?: string | undefined
  /** Parents of the tested commit, in the order git tells them. */
  parents?: string[] | undefined
  /** The tree of the tested commit (git rev-parse HEAD^{tree}): equal trees are equal code, whatever the commit. */
  tree?: string | undefined
  /** True where the working tree differs from the commit. */
  dirty?: boolean | undefined
  branch?: string | undefined
  /** The branch a pull request wants to go to. */
  baseBranch?: string | undefined
  /** Number of the pull request. */
  pullRequest?: number | undefined
  /** owner/name or the remote's path; names the project where nothing else does. */
  repository?: string | undefined
  /** The repository's default branch, where it is known; the project takes it where it has none. */
  defaultBranch?: string | undefined
  /** Commits before the tested one, newest first: by them a base is found. */
  ancestry?:
    | {
        sha: string
        parents: string[]
        tree?: string | undefined
      }[]
    | undefined
  /** Message of the tested commit; 500 characters are kept. */
  message?: string | undefined
  /** True where the pull request comes from another repository: it is then trusted as a fork is. */
  fork?: boolean | undefined
}

/** The CI run it comes from. Without it the execution is somebody's own, which counts in history and as a base only in a project without any CI run. */
export type DocumentCiRun = {
  /** For example GitHub Actions. */
  provider: string
  /** Its page, http or https. */
  url?: string | undefined
  /** For example pull_request. */
  event?: string | undefined
  workflow?: string | undefined
}

export type DocumentResult = {
  file: string
  /** Describe blocks from the outside in, then the test's title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label of yours. */
  variant?: string | undefined
  /** Of a test with a single attempt; else give attempts. */
  status?: 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped' | undefined
  /** Milliseconds. */
  durationMs?: number | undefined
  /** Milliseconds since the epoch. */
  startedAt?: number | undefined
  /** Every attempt, oldest first. */
  attempts?:
    | {
        status: 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped'
        /** Milliseconds. */
        durationMs: number
        /** Milliseconds since the epoch. */
        startedAt?: number | undefined
        /** 1 for the second test of the same title in its file, and so on; absent for the first. */
        occurrence?: number | undefined
        /** Which repeat of the test this is, from 1; absent for the first. */
        repeat?: number | undefined
        /** All errors in the order they were raised. */
        errors?: Failure[] | undefined
        /** Why it did not run. */
        skip?:
          | {
              /** skip and todo: asked for in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
              kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
              reason?: string | undefined
            }
          | undefined
        /** True where the test was expected to fail and did: its status is passed, its errors are kept. */
        expectedFailure?: boolean | undefined
        /** The last part of what it printed. */
        stdout?: string | undefined
        /** The last part of what it printed as errors. */
        stderr?: string | undefined
        attachments?:
          | {
              name: string
              contentType: string
              /** Where the runner left it. */
              path?: string | undefined
              sizeBytes?: number | undefined
            }[]
          | undefined
        /** Kept for attempts that did not pass. */
        steps?: Step[] | undefined
        annotations?:
          | {
              type: string
              description?: string | undefined
            }[]
          | undefined
        tags?: string[] | undefined
        /** Where the test stands. */
        location?: Location | undefined
        /** Names of the fields that were cut to their limit. */
        truncated?: string[] | undefined
      }[]
    | undefined
  /** 1 for the second test of the same title in its file, and so on; absent for the first. */
  occurrence?: number | undefined
  /** Which repeat of the test this is, from 1; absent for the first. */
  repeat?: number | undefined
  /** All errors in the order they were raised. */
  errors?: Failure[] | undefined
  /** Why it did not run. */
  skip?:
    | {
        /** skip and todo: asked for in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
        kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
        reason?: string | undefined
      }
    | undefined
  /** True where the test was expected to fail and did: its status is passed, its errors are kept. */
  expectedFailure?: boolean | undefined
  /** The last part of what it printed. */
  stdout?: string | undefined
  /** The last part of what it printed as errors. */
  stderr?: string | undefined
  attachments?:
    | {
        name: string
        contentType: string
        /** Where the runner left it. */
        path?: string | undefined
        sizeBytes?: number | undefined
      }[]
    | undefined
  /** Kept for attempts that did not pass. */
  steps?: Step[] | undefined
  annotations?:
    | {
        type: string
        description?: string | undefined
      }[]
    | undefined
  tags?: string[] | undefined
  /** Where the test stands. */
  location?: Location | undefined
  /** Names of the fields that were cut to their limit. */
  truncated?: string[] | undefined
}

/** A report of the Common Test Report Format, as it is. */
export type CtrfReport = {
  results: {
    tests: Record<string, unknown>[]
    [fact: string]: unknown
  }
  [fact: string]: unknown
}

/** What each operation takes and what stands under `data` of its answer. */
export interface Operations {
  /** Executions, newest first. `from` is included, `to` is not. With `q`, `commit`, `status`, `framework` or `suite` a page looks at some 2,000 executions: it may be shorter than `limit`, or empty, while `nextCursor` is still there. Needs the role viewer and the scope read. */
  listExecutions: {
    input: {
      project?: string | undefined
      branch?: string | undefined
      status?: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete' | undefined
      framework?: string | undefined
      suite?: string | undefined
      /** Exactly this build: a CI run's id finds the executions of all its projects and suites. */
      build?: string | undefined
      commit?: string | undefined
      pr?: number | undefined
      from?: string | undefined
      to?: string | undefined
      q?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: ExecutionSummary[]
  }
  /** Says that no more parts will come. It settles now if none is open and all declared shards have arrived. Needs the role editor and the scope ingest. */
  settleExecution: {
    input: {
      id: string
    }
    data: {
      id: string
      /** The page for people. */
      url: string
      /** Slug of the project. */
      project: string
      /** What was run. */
      suite: string
      /** Which run: the CI run without its attempt, or what the user set. */
      build: string
      /** The runner, for example vitest. */
      framework: string
      /** running until it settles, then what it came to. */
      state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
      /** Grows when a settled execution is opened again. */
      revision: number
      /** How far it can be believed: only clean ci runs of a branch are a base or count as history. */
      trust: 'ci' | 'local' | 'fork'
      branch: string | null
      /** The branch the pull request wants to go to. */
      baseBranch: string | null
      pullRequest: number | null
      repository: string | null
      /** The commit that was checked out, on a pull request often a merge commit. */
      testedSha: string | null
      /** The head of the branch or pull request. */
      headSha: string | null
      /** The base branch's commit that the tested merge commit was made with. */
      baseSha: string | null
      /** Where head and base branch parted. */
      mergeBaseSha: string | null
      /** The tree of the tested commit: equal trees are equal code. */
      tree: string | null
      /** True where the working tree differed from the commit. */
      dirty: boolean
      /** The commit's message. */
      message: string | null
      ci: {
        provider: string
        url?: string
        event?: string
        workflow?: string
      } | null
      tags: string[]
      startedAt: string
      endedAt: string | null
      settledAt: string | null
      /** Milliseconds that its parts cover: parallel parts count once, and the time between a run and its re-run does not count. Null while it runs. */
      durationMs: number | null
      /** How many results it has of each kind; errors are failures outside any test. */
      counts: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
        errors: number
      }
      /** How many parts have reported. */
      partCount: number
      waitingFor: string[]
    }
  }
  /** Adds what CI knows of an execution and its parts could not tell, such as the merge base of a shallow clone. Fills in what is missing, never overwrites, never makes it more trusted. Not counted as a write; its bytes count as those of uploads. Needs the role editor and the scope ingest. */
  addFacts: {
    input: {
      id: string
      mergeBaseSha?: string | undefined
      baseSha?: string | undefined
      headSha?: string | undefined
      /** Left out of account where the execution is known to be of another commit than `headSha`, and of no merge of it. */
      pullRequest?: number | undefined
      baseBranch?: string | undefined
      /** The project's, where nobody has told it yet. */
      defaultBranch?: string | undefined
      /** Commits before the tested one, with all of their parents. */
      ancestry?:
        | {
            sha: string
            parents: string[]
            tree?: string | undefined
          }[]
        | undefined
      /** `if-complete`: settles if no part is open, all declared shards have arrived, and so has every part that the newest attempt of the base had (or there is no base). `now`: no more parts will come, so that without a declared shard it is incomplete, and so is an open part without a sign of life for `SVC_SETTLE_AFTER`; younger ones are still waited for. */
      settle?: 'no' | 'if-complete' | 'now' | undefined
    }
    data: {
      id: string
      /** The page for people. */
      url: string
      /** Slug of the project. */
      project: string
      /** What was run. */
      suite: string
      /** Which run: the CI run without its attempt, or what the user set. */
      build: string
      /** The runner, for example vitest. */
      framework: string
      /** running until it settles, then what it came to. */
      state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
      /** Grows when a settled execution is opened again. */
      revision: number
      /** How far it can be believed: only clean ci runs of a branch are a base or count as history. */
      trust: 'ci' | 'local' | 'fork'
      branch: string | null
      /** The branch the pull request wants to go to. */
      baseBranch: string | null
      pullRequest: number | null
      repository: string | null
      /** The commit that was checked out, on a pull request often a merge commit. */
      testedSha: string | null
      /** The head of the branch or pull request. */
      headSha: string | null
      /** The base branch's commit that the tested merge commit was made with. */
      baseSha: string | null
      /** Where head and base branch parted. */
      mergeBaseSha: string | null
      /** The tree of the tested commit: equal trees are equal code. */
      tree: string | null
      /** True where the working tree differed from the commit. */
      dirty: boolean
      /** The commit's message. */
      message: string | null
      ci: {
        provider: string
        url?: string
        event?: string
        workflow?: string
      } | null
      tags: string[]
      startedAt: string
      endedAt: string | null
      settledAt: string | null
      /** Milliseconds that its parts cover: parallel parts count once, and the time between a run and its re-run does not count. Null while it runs. */
      durationMs: number | null
      /** How many results it has of each kind; errors are failures outside any test. */
      counts: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
        errors: number
      }
      /** How many parts have reported. */
      partCount: number
      /** What a running execution still waits for, in words. Empty once it has settled. */
      waitingFor: string[]
      /** Milliseconds until it settles if nothing more arrives. Null once it has settled. */
      settlesInMs: number | null
      /** True where it has settled, by this or before. */
      settled: boolean
    }
  }
  /** Everything a CI job needs to know about an execution: its conclusion, its failures, and its section of the comment. Needs the role viewer and the scope read. */
  getReport: {
    input: {
      id: string
      base?: string | undefined
      /** The longest `markdown` may be, in bytes of UTF-8: what matters least is left out until it fits. */
      maxBytes?: number | undefined
    }
    data: {
      execution: ExecutionSummary
      /** Grows with every change of the execution. */
      revision: number
      /** True while the execution or its base is running. */
      provisional: boolean
      /** What a running execution still waits for, in words. Empty once it has settled. */
      waitingFor: string[]
      /** What did not report, in words, once the execution has settled: parts that the base has, declared shards, and parts that were cut off. */
      missing: string[]
      /** While `provisional`: when the execution settles if nothing more arrives. Null otherwise. */
      settlesAt: string | null
      base: {
        id: string
        url: string
        branch: string | null
        /** The commit that was tested. */
        sha: string | null
      } | null
      /** Why this base, or why there is none. */
      because: string
      /** What `headline` says. `mine`: this change broke a test, or added a failing one. `unknown`: this change possibly caused a failure. `no-base-failed`: the run failed, and there is no base run. `incomplete`: the run was cut off, and no failure points to this change. `not-mine`: something other than this change explains every failure. `passed`: nothing failed. */
      verdict: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed'
      /** The first line of the comment's section, as plain text. */
      headline: string
      totals: {
        regressions: number
        /** Of regressions and newFailures: those whose verdict is `mine`, as `verdicts` of the comparison counts them. What fails on the base too is not in it, whatever its verdict. */
        mine: number
        /** The same for the verdict `unknown`. */
        unknown: number
        /** Failing tests that are new or were skipped before. */
        newFailures: number
        stillFailing: number
        /** Where the base did not run; without a base, all. */
        failuresNotCompared: number
        newlyFlaky: number
        improvements: number
        slower: number
        /** Failures outside any test that the base does not have. */
        errors: number
      }
      /** At most 100, the most urgent first. */
      failures: {
        /** `new`: of a test that is new or was skipped before. `not-compared`: where the base did not run, or without a base. `error`: outside any test, and not on the base. */
        kind: 'regression' | 'new' | 'not-compared' | 'still-failing' | 'error'
        /** Null for an `error`. */
        test: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** What a CI matrix varies, for example linux-x64-node24. */
          leg: string
        } | null
        file: string | null
        /** Where in `file` it failed, from 1; null where no error names the place. */
        line: number | null
        /** The first 1,000 characters of the error. */
        message: string
        /** Null if nothing is known to judge it by. */
        verdict: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake' | null
        /** What the verdict rests on, in one sentence. */
        because: string | null
        /** Who owns the file, as CODEOWNERS says. */
        owners: string[]
        /** The page of the execution. */
        url: string
      }[]
      /** The execution's section of the comment, at most `maxBytes` long. */
      markdown: string
    }
  }
  /** Tells what a journal’s attempts have attached, before the bytes are sent. The answer says which bytes are wanted, in the order of the items. What the project has already is not asked for again. Counts against the budget of bytes, not as a write. Needs the role editor and the scope ingest. */
  declareArtifacts: {
    input: {
      /** Id of a journal whose attempts have been sent. */
      journal: string
      items: {
        /** The attempt's entry in the journal, from 0. */
        entry: number
        /** Its place among the attachments of the attempt, from 0. */
        number: number
        sizeBytes?: number | undefined
        /** Of the bytes as they are sent; may wait until the answer asks for it. */
        sha256?: string | undefined
        /** Why nothing will be sent; absent where it will. */
        leftOut?:
          | 'outside'
          | 'symlink'
          | 'special'
          | 'vanished'
          | 'changed'
          | 'unreadable'
          | 'large'
          | 'many'
          | undefined
      }[]
    }
    data: {
      items: {
        entry: number
        number: number
        /** send: its bytes go to PUT /api/artifacts/:id/upload. stored: they are here. hash: declare it again with its sha256. left: it will not be taken. refused: no attempt of this journal has it. */
        state: 'send' | 'stored' | 'hash' | 'left' | 'refused'
        id?: string
        reason?: string
      }[]
    }
  }
  /** What the tests of an execution attached, as far as it was declared, in the order it was declared. Needs the role viewer and the scope read. */
  listArtifacts: {
    input: {
      id: string
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      testId: string
      /** Number of the part within its execution. */
      part: number
      leg: string
      /** Which try of the test within its part, from 0. */
      attempt: number
      name: string
      /** As the reporter told it. */
      contentType: string
      sizeBytes: number | null
      /** stored: can be downloaded. awaited: its bytes have not come yet. missing: it was stored, and the store has lost it. left: it was left out, and reason says why. */
      state: 'stored' | 'awaited' | 'missing' | 'left'
      reason: string | null
      /** Where to download it; null where there is nothing. */
      url: string | null
    }[]
  }
  /** Pass rates, failure counts and durations of a window beside those of the window of the same length before it. Every total equals what GET /api/executions lists with the same filters. Needs the role viewer and the scope read. */
  getMetrics: {
    input: {
      /** Slug of a project; without it all that the credential may see. */
      project?: string | undefined
      branch?: string | undefined
      suite?: string | undefined
      /** Executions that began at this time or later. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
    }
    data: {
      current: {
        from: string
        to: string
        /** How many executions GET /api/executions lists with the same filters, by status. */
        executions: {
          total: number
          passed: number
          failed: number
          cancelled: number
          incomplete: number
          /** Not settled yet: in no rate, no duration and no count of tests. */
          running: number
        }
        /** Results of the settled executions among them, by status: the sum of their `counts`. */
        tests: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
        }
        /** Failures outside any test in those executions. */
        errors: number
        /** Passed ÷ (passed + failed) executions. Cancelled and incomplete ones are in neither. */
        executionPassRate: {
          /** Numerator ÷ denominator, 0 to 1; null where there is nothing to divide by. */
          value: number | null
          numerator: number
          denominator: number
        }
        /** (Passed + flaky) ÷ (passed + failed + flaky) results. Skipped ones are in neither. */
        testPassRate: {
          /** Numerator ÷ denominator, 0 to 1; null where there is nothing to divide by. */
          value: number | null
          numerator: number
          denominator: number
        }
        /** From the start of the first part to the end of the last one, of settled executions, milliseconds. */
        executionDurationMs: {
          /** Sum ÷ count; null where the count is 0. */
          average: number | null
          /** Half of the executions took no longer (nearest rank). */
          p50: number | null
          /** 95 % of the executions took no longer (nearest rank). */
          p95: number | null
          sum: number
          /** Settled executions. */
          count: number
        }
        /** How long a test takes, milliseconds: the attempt that decided the result. Retries before it are not in it; executionDurationMs has them. */
        testDurationMs: {
          /** Sum ÷ count; null where the count is 0. */
          average: number | null
          /** Durations of all results: of each, its deciding attempt alone. */
          sum: number
          /** Results that ran: passed, failed and flaky. */
          count: number
        }
      }
      /** The window of the same length that ends where `current` begins. */
      before: {
        from: string
        to: string
        /** How many executions GET /api/executions lists with the same filters, by status. */
        executions: {
          total: number
          passed: number
          failed: number
          cancelled: number
          incomplete: number
          /** Not settled yet: in no rate, no duration and no count of tests. */
          running: number
        }
        /** Results of the settled executions among them, by status: the sum of their `counts`. */
        tests: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
        }
        /** Failures outside any test in those executions. */
        errors: number
        /** Passed ÷ (passed + failed) executions. Cancelled and incomplete ones are in neither. */
        executionPassRate: {
          /** Numerator ÷ denominator, 0 to 1; null where there is nothing to divide by. */
          value: number | null
          numerator: number
          denominator: number
        }
        /** (Passed + flaky) ÷ (passed + failed + flaky) results. Skipped ones are in neither. */
        testPassRate: {
          /** Numerator ÷ denominator, 0 to 1; null where there is nothing to divide by. */
          value: number | null
          numerator: number
          denominator: number
        }
        /** From the start of the first part to the end of the last one, of settled executions, milliseconds. */
        executionDurationMs: {
          /** Sum ÷ count; null where the count is 0. */
          average: number | null
          /** Half of the executions took no longer (nearest rank). */
          p50: number | null
          /** 95 % of the executions took no longer (nearest rank). */
          p95: number | null
          sum: number
          /** Settled executions. */
          count: number
        }
        /** How long a test takes, milliseconds: the attempt that decided the result. Retries before it are not in it; executionDurationMs has them. */
        testDurationMs: {
          /** Sum ÷ count; null where the count is 0. */
          average: number | null
          /** Durations of all results: of each, its deciding attempt alone. */
          sum: number
          /** Results that ran: passed, failed and flaky. */
          count: number
        }
      }
      /** Current minus before, in the unit of the figure; null where either is null. */
      change: {
        executions: number | null
        failedExecutions: number | null
        failedTests: number | null
        executionPassRate: number | null
        testPassRate: number | null
        executionDurationAverageMs: number | null
        executionDurationP50Ms: number | null
        executionDurationP95Ms: number | null
        testDurationAverageMs: number | null
      }
    }
  }
  /** Executions and results over time, in UTC hours, days, ISO weeks (from Monday) or months. Empty buckets are there with zeros. Together the buckets are the metrics of the window. Needs the role viewer and the scope read. */
  getTrends: {
    input: {
      /** Slug of a project; without it all that the credential may see. */
      project?: string | undefined
      branch?: string | undefined
      suite?: string | undefined
      /** Executions that began at this time or later. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      /** Windows of at most 400 days, hourly at most 31. */
      granularity?: 'hourly' | 'daily' | 'weekly' | 'monthly' | undefined
    }
    data: {
      from: string
      to: string
      granularity: 'hourly' | 'daily' | 'weekly' | 'monthly'
      points: {
        /** 2026-03-02T09, 2026-03-02, 2026-W10 or 2026-03. */
        bucket: string
        /** Where the bucket begins, or the window where that is later. */
        from: string
        /** Where the bucket ends, or the window where that is earlier; not included. */
        to: string
        /** How many executions GET /api/executions lists with the same filters, by status. */
        executions: {
          total: number
          passed: number
          failed: number
          cancelled: number
          incomplete: number
          /** Not settled yet: in no rate, no duration and no count of tests. */
          running: number
        }
        /** Results of the settled executions among them, by status: the sum of their `counts`. */
        tests: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
        }
        /** Of its settled executions; null where there are none. */
        averageDurationMs: number | null
      }[]
    }
  }
  /** Tests with evidence of flakiness, by rate, then by number of runs. flakinessRate = runs with evidence ÷ runs in which it ran. A run in which at least 3 tests of 2 files share a system error, as ECONNREFUSED, or their runner’s time-out, shows an outage: those failures are no evidence. One that failed in all of its runs is broken, not flaky. Needs the role viewer and the scope read. */
  listFlakyTests: {
    input: {
      /** Slug of a project; without it all that the credential may see. */
      project?: string | undefined
      branch?: string | undefined
      /** Whole UTC days, the last of them today. */
      days?: number | undefined
      /** Leaves out tests that ran in fewer runs of the window. */
      minRuns?: number | undefined
      /** `broken`: tests that failed in all of their runs of the window. */
      state?: 'flaky' | 'broken' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** 32 hex digits; the same test has the same id in every execution of its project. */
      testId: string
      /** Posix path, relative to the root. */
      file: string
      /** Describe blocks from the outside in, then the test's own title. */
      titles: string[]
      /** The Playwright or Vitest project, or a label; empty where there is none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** A run is one leg of an execution that counts: settled, clean, from CI, not a fork’s, not an outage. */
      flakinessRate: {
        /** Numerator ÷ denominator; null where it did not run. */
        value: number | null
        /** Runs with evidence of flakiness. */
        numerator: number
        /** Runs of the window in which it ran and was not skipped. */
        denominator: number
        /** Wilson 95 % interval of the share, z = 1.959964: what the true rate may be with so many runs. */
        interval: {
          low: number
          high: number
        }
      }
      /** Runs with evidence, by kind; a run with both is counted once, as the stronger. */
      evidence: {
        /** Runs that failed while another run of the same code and leg passed: the strongest. */
        sameTree: number
        /** Runs in which it failed and passed. */
        retry: number
      }
      /** Runs of the window in which it failed, with evidence or without. */
      failedRuns: number
      /** The newest run with evidence; null where it was deleted. */
      lastEvidence: {
        id: string
        url: string
        startedAt: string
      } | null
      monitor: 'healthy' | 'flaky' | 'broken'
    }[]
  }
  /** Tests of a project, the ones made last first. One that was renamed is there once, under its newest name. With `q` or `monitor` a page looks at so many tests and no more: it may be shorter than `limit`, or empty, while `nextCursor` is still there. Needs the role viewer and the scope read. */
  listTests: {
    input: {
      /** Slug of the project. */
      project: string
      /** Part of its file or of its titles, under an earlier name too. */
      q?: string | undefined
      /** Only tests whose monitor says so. */
      monitor?: 'healthy' | 'flaky' | 'broken' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** 32 hex digits; the same test has the same id in every execution of its project. */
      testId: string
      /** Posix path, relative to the root. */
      file: string
      /** Describe blocks from the outside in, then the test's own title. */
      titles: string[]
      /** The Playwright or Vitest project, or a label; empty where there is none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** When the run began that first told of it, under its earliest name. An earlier run that is uploaded later does not change it. */
      firstSeenAt: string
      /** Earlier names by confirmed renames, the latest first; their runs are its runs. */
      formerNames: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }[]
      monitor: 'healthy' | 'flaky' | 'broken'
    }[]
  }
  /** One test with its flakiness, its monitor and its runs, newest first. Asked for by an earlier name it answers the same, under its newest. A page may hold fewer runs than `limit` and still have a next one: a test that seldom runs is looked for a thousand executions at a time. Needs the role viewer and the scope read. */
  getTest: {
    input: {
      id: string
      /** Needed where several projects have a test of this name. */
      project?: string | undefined
      /** Only runs of this branch, in the rate too. */
      branch?: string | undefined
      /** Whole UTC days, the last of them today. */
      days?: number | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** 32 hex digits; the same test has the same id in every execution of its project. */
      testId: string
      /** Posix path, relative to the root. */
      file: string
      /** Describe blocks from the outside in, then the test's own title. */
      titles: string[]
      /** The Playwright or Vitest project, or a label; empty where there is none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** When the run began that first told of it, under its earliest name. An earlier run that is uploaded later does not change it. */
      firstSeenAt: string
      /** Earlier names by confirmed renames, the latest first; their runs are its runs. */
      formerNames: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }[]
      /** A run is one leg of an execution that counts: settled, clean, from CI, not a fork’s, not an outage. */
      flakinessRate: {
        /** Numerator ÷ denominator; null where it did not run. */
        value: number | null
        /** Runs with evidence of flakiness. */
        numerator: number
        /** Runs of the window in which it ran and was not skipped. */
        denominator: number
        /** Wilson 95 % interval of the share, z = 1.959964: what the true rate may be with so many runs. */
        interval: {
          low: number
          high: number
        }
      }
      evidence: {
        /** Runs that failed while another run of the same code and leg passed: the strongest. */
        sameTree: number
        /** Runs in which it failed and passed. */
        retry: number
        /** Changes between passing and failing from one run of a branch to the next on other code: shown, never in the rate. */
        flips: number
      }
      failedRuns: number
      /** True where it failed in all of its runs of the window: not flaky. */
      isBroken: boolean
      lastEvidence: {
        id: string
        url: string
        startedAt: string
      } | null
      monitor: {
        state: 'healthy' | 'flaky' | 'broken'
        since: string | null
        /** The last 50, newest first, under earlier names too. */
        changes: {
          at: string
          from: 'healthy' | 'flaky' | 'broken'
          to: 'healthy' | 'flaky' | 'broken'
          because: string
          executionId: string | null
        }[]
      }
      runs: {
        execution: {
          id: string
          url: string
          suite: string
          build: string
          branch: string | null
          pullRequest: number | null
          testedSha: string | null
          headSha: string | null
          tree: string | null
        }
        leg: string
        /** The name it ran under, which may be an earlier one. */
        testId: string
        status: 'passed' | 'failed' | 'flaky' | 'skipped'
        /** When the execution began. */
        startedAt: string
        durationMs: number
        error: {
          message: string
          fingerprint: string
        } | null
        /** False where the run is no part of rates: a fork’s, a dirty one, an outage, or not settled. */
        counts: boolean
        /** True where it is of a run in the denominator of flakinessRate: it counts, was not skipped and is of the window. */
        inRate: boolean
        /** Why the run is evidence of flakiness; empty where it is none. */
        evidence: ('same-tree' | 'retry')[]
        /** True where it went wrong with a system error or a runner’s time-out that several tests of the run share: no evidence of flakiness. */
        isOutage: boolean
      }[]
      nextCursor: string | null
    }
  }
  /** When the tests of a project are called flaky or broken, and when no longer. Needs the role viewer and the scope read. */
  getMonitorSettings: {
    input: {
      /** Slug of the project. */
      slug: string
    }
    data: {
      /** Whole UTC days, today included, that flakiness is judged by. */
      windowDays: number
      /** Runs needed to judge. */
      minRuns: number
      /** Flaky from so many runs with evidence on … */
      flakyRuns: number
      /** … if they are at least this share of its runs. */
      flakyRate: number
      /** No longer flaky after so many runs in a row without evidence and without failure on the default branch. */
      recoverAfterRuns: number
      /** Broken after so many failed runs in a row on the default branch and one leg; no longer once it passes. */
      brokenAfterRuns: number
      /** Whose runs give evidence of flakiness. */
      branches: 'all' | 'default'
    }
  }
  /** Changes what is given and leaves the rest; null takes a setting back to its default. Monitors follow with the next run of each test. Needs the role admin and the scope admin. */
  setMonitorSettings: {
    input: {
      /** Slug of the project. */
      slug: string
      windowDays?: number | null | undefined
      minRuns?: number | null | undefined
      flakyRuns?: number | null | undefined
      flakyRate?: number | null | undefined
      recoverAfterRuns?: number | null | undefined
      brokenAfterRuns?: number | null | undefined
      branches?: 'all' | 'default' | null | undefined
    }
    data: {
      /** Whole UTC days, today included, that flakiness is judged by. */
      windowDays: number
      /** Runs needed to judge. */
      minRuns: number
      /** Flaky from so many runs with evidence on … */
      flakyRuns: number
      /** … if they are at least this share of its runs. */
      flakyRate: number
      /** No longer flaky after so many runs in a row without evidence and without failure on the default branch. */
      recoverAfterRuns: number
      /** Broken after so many failed runs in a row on the default branch and one leg; no longer once it passes. */
      brokenAfterRuns: number
      /** Whose runs give evidence of flakiness. */
      branches: 'all' | 'default'
    }
  }
  /** The projects that the credential may see, the ones made last first. Needs the role viewer and the scope read. */
  listProjects: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      slug: string
      name: string
      repository: string | null
      defaultBranch: string | null
      createdAt: string
      /** When its newest execution began. */
      lastExecutionAt: string | null
    }[]
  }
  /** What changed between two executions, and whether the change caused it. Each group has its first `limit` entries, the most urgent first, and its total. `group` with its cursor of `nextCursors` returns more. Needs the role viewer and the scope read. */
  compareExecutions: {
    input: {
      base?: string | undefined
      head: string
      /** Only this group is filled. */
      group?:
        | 'regressions'
        | 'improvements'
        | 'stillFailing'
        | 'newlyFlaky'
        | 'newTests'
        | 'removed'
        | 'stoppedRunning'
        | 'slower'
        | 'faster'
        | 'failuresNotCompared'
        | 'renameCandidates'
        | 'renamed'
        | 'errorsIntroduced'
        | 'errorsPersisting'
        | 'errorsFixed'
        | undefined
      limit?: number | undefined
      /** A group's own of `nextCursors`; takes group beside it. */
      cursor?: string | undefined
    }
    data: {
      base: ExecutionSummary | null
      head: ExecutionSummary
      provisional: boolean
      /** What a running execution still waits for, in words. Empty once it has settled. */
      waitingFor: string[]
      /** What did not report, in words, once the execution has settled: parts that the base has, declared shards, and parts that were cut off. */
      missing: string[]
      /** While `provisional`: when the execution settles if nothing more arrives. Null otherwise. */
      settlesAt: string | null
      baseChoice: {
        rule: 'given' | 'merge-parent' | 'merge-base' | 'equal-tree' | 'ancestor' | 'newest' | 'none'
        commitsAway: number | null
        because: string
        /** What would have given a better base, in words; null where this one is as good as any. */
        better: string | null
      }
      legs: {
        compared: string[]
        onlyBase: string[]
        onlyHead: string[]
        paired: {
          base: string
          head: string
        } | null
      }
      regressions: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        verdict: {
          /** `mine`: It passed before, and fails here every time and on no other branch. `unknown`: There is not enough evidence yet; the verdict names what is missing. `infrastructure`: A machine, a network or a service failed, on other branches too. `base-is-broken`: The base branch fails the same way. `known-flake`: The test failed and passed on the same code with this error before. */
          kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
          /** One sentence with the numbers it rests on. */
          because: string
          /** The same as data. */
          basis: {
            /** The rule that decided; `docs/concepts.md` explains each. New ones may come. */
            rule:
              | 'regression'
              | 'many-broke-alike'
              | 'new-here'
              | 'fails-on-base'
              | 'fails-on-base-since'
              | 'always-failed-on-base'
              | 'moved-from-broken-base'
              | 'fails-differently-on-base'
              | 'error-not-known'
              | 'known-flake'
              | 'passed-on-same-code'
              | 'came-and-went'
              | 'too-often-for-a-flake'
              | 'others-flake-so'
              | 'failed-on-other-branches'
              | 'witnessed-elsewhere'
              | 'machine-exhausted'
              | 'failed-otherwise-before'
              | 'no-witness'
              | 'most-failed-alike'
              | 'follows-from-most'
              | 'too-few-clean-runs'
              | 'single-failure'
              | 'passed-on-other-leg'
              | 'fails-with-untested-base'
              | 'untested-base'
              | 'other-leg'
              | 'another-of-its-name'
              | 'new-on-base-since'
            /** Failed attempts in this run. */
            attempts: number
            /** Runs of this branch in a row, this one and what it did before it was run again included, in which it failed so. */
            branchRuns: number
            /** Base runs in which it passed at once, since it last failed there with this error. */
            cleanBaseRuns: number
            /** Tests of the suite that fail in one of the newest 100 base runs for the first time and pass in the next, per run: by chance. */
            chanceFailures: number
            /** Tests that failed in this run with the same error, this one included, and their files. */
            alike: {
              tests: number
              files: number
            }
            /** Runs of other branches within the hour in which it failed with this error, and in which the tests of this error passed. `passed` is counted for errors of machine, network or services, and for those that other branches had. */
            elsewhere: {
              failed: number
              passed: number
            }
          }
          /** If the verdict is `unknown`: what would settle it. Null otherwise. */
          missing: string | null
          /** The same as data. */
          needs: {
            /** `clean-base-runs`: base runs that pass it. `another-run`: this branch once more. `same-code-run`: exactly this code once more. `base-run`: the base once more; `base-run-on-leg`: on this leg. `newer-base`: this branch brought up to date. `passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: names that tell rows apart. `most-passing`: a run in which most other tests pass. `other-branches`: a look at the branches that fail alike. */
            what:
              | 'clean-base-runs'
              | 'another-run'
              | 'same-code-run'
              | 'base-run'
              | 'base-run-on-leg'
              | 'newer-base'
              | 'passing-base'
              | 'error'
              | 'distinct-names'
              | 'most-passing'
              | 'other-branches'
            /** How many there are; null where it is not a matter of number. */
            have: number | null
            need: number | null
          } | null
          history: {
            /** Of the newest 20 up to the base, those in which the test ran. */
            runs: number
            /** Without a failed attempt; with one it is `flaky`. */
            passed: number
            failed: number
            flaky: number
            /** Ids of those runs, newest first. */
            executions: string[]
          }
          /** Null where nothing proves it flaky with this error. */
          flakiness: {
            /** runs ÷ of. */
            rate: number
            /** Runs in which it failed with this error and passed on the same code: at a retry, or in another run. */
            runs: number
            /** Runs of other branches, on this leg, in which it ran. */
            of: number
            /** Lower end of the 95 % Wilson interval of the rate. */
            low: number
            high: number
            /** Days before the head ended that were looked at. */
            days: number
          } | null
          /** The runs that made the verdict; of each kind the newest, at most 5. */
          evidence: {
            what:
              | 'failed-here'
              | 'failed-before'
              | 'passed-on-base'
              | 'failed-on-base'
              | 'passed-on-base-since'
              | 'failed-on-base-since'
              | 'without-it-on-base'
              | 'other-leg'
              | 'flaked'
              | 'passed-on-same-code'
              | 'failed-elsewhere'
              | 'passed-elsewhere'
            execution: string
            url: string
            branch: string | null
            startedAt: string
          }[]
          /** How many such runs there are of each kind, however many are in `evidence`. */
          evidenceTotals: Record<string, number>
          /** Where all runs of the test are, page by page: `GET /api/tests/:id` with its project. */
          historyUrl: string
        }
        /** Who owns the test's file, as CODEOWNERS of the head says; empty where nobody does. */
        owners: string[]
      }[]
      improvements: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
      }[]
      stillFailing: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        verdict: {
          /** `mine`: It passed before, and fails here every time and on no other branch. `unknown`: There is not enough evidence yet; the verdict names what is missing. `infrastructure`: A machine, a network or a service failed, on other branches too. `base-is-broken`: The base branch fails the same way. `known-flake`: The test failed and passed on the same code with this error before. */
          kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
          /** One sentence with the numbers it rests on. */
          because: string
          /** The same as data. */
          basis: {
            /** The rule that decided; `docs/concepts.md` explains each. New ones may come. */
            rule:
              | 'regression'
              | 'many-broke-alike'
              | 'new-here'
              | 'fails-on-base'
              | 'fails-on-base-since'
              | 'always-failed-on-base'
              | 'moved-from-broken-base'
              | 'fails-differently-on-base'
              | 'error-not-known'
              | 'known-flake'
              | 'passed-on-same-code'
              | 'came-and-went'
              | 'too-often-for-a-flake'
              | 'others-flake-so'
              | 'failed-on-other-branches'
              | 'witnessed-elsewhere'
              | 'machine-exhausted'
              | 'failed-otherwise-before'
              | 'no-witness'
              | 'most-failed-alike'
              | 'follows-from-most'
              | 'too-few-clean-runs'
              | 'single-failure'
              | 'passed-on-other-leg'
              | 'fails-with-untested-base'
              | 'untested-base'
              | 'other-leg'
              | 'another-of-its-name'
              | 'new-on-base-since'
            /** Failed attempts in this run. */
            attempts: number
            /** Runs of this branch in a row, this one and what it did before it was run again included, in which it failed so. */
            branchRuns: number
            /** Base runs in which it passed at once, since it last failed there with this error. */
            cleanBaseRuns: number
            /** Tests of the suite that fail in one of the newest 100 base runs for the first time and pass in the next, per run: by chance. */
            chanceFailures: number
            /** Tests that failed in this run with the same error, this one included, and their files. */
            alike: {
              tests: number
              files: number
            }
            /** Runs of other branches within the hour in which it failed with this error, and in which the tests of this error passed. `passed` is counted for errors of machine, network or services, and for those that other branches had. */
            elsewhere: {
              failed: number
              passed: number
            }
          }
          /** If the verdict is `unknown`: what would settle it. Null otherwise. */
          missing: string | null
          /** The same as data. */
          needs: {
            /** `clean-base-runs`: base runs that pass it. `another-run`: this branch once more. `same-code-run`: exactly this code once more. `base-run`: the base once more; `base-run-on-leg`: on this leg. `newer-base`: this branch brought up to date. `passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: names that tell rows apart. `most-passing`: a run in which most other tests pass. `other-branches`: a look at the branches that fail alike. */
            what:
              | 'clean-base-runs'
              | 'another-run'
              | 'same-code-run'
              | 'base-run'
              | 'base-run-on-leg'
              | 'newer-base'
              | 'passing-base'
              | 'error'
              | 'distinct-names'
              | 'most-passing'
              | 'other-branches'
            /** How many there are; null where it is not a matter of number. */
            have: number | null
            need: number | null
          } | null
          history: {
            /** Of the newest 20 up to the base, those in which the test ran. */
            runs: number
            /** Without a failed attempt; with one it is `flaky`. */
            passed: number
            failed: number
            flaky: number
            /** Ids of those runs, newest first. */
            executions: string[]
          }
          /** Null where nothing proves it flaky with this error. */
          flakiness: {
            /** runs ÷ of. */
            rate: number
            /** Runs in which it failed with this error and passed on the same code: at a retry, or in another run. */
            runs: number
            /** Runs of other branches, on this leg, in which it ran. */
            of: number
            /** Lower end of the 95 % Wilson interval of the rate. */
            low: number
            high: number
            /** Days before the head ended that were looked at. */
            days: number
          } | null
          /** The runs that made the verdict; of each kind the newest, at most 5. */
          evidence: {
            what:
              | 'failed-here'
              | 'failed-before'
              | 'passed-on-base'
              | 'failed-on-base'
              | 'passed-on-base-since'
              | 'failed-on-base-since'
              | 'without-it-on-base'
              | 'other-leg'
              | 'flaked'
              | 'passed-on-same-code'
              | 'failed-elsewhere'
              | 'passed-elsewhere'
            execution: string
            url: string
            branch: string | null
            startedAt: string
          }[]
          /** How many such runs there are of each kind, however many are in `evidence`. */
          evidenceTotals: Record<string, number>
          /** Where all runs of the test are, page by page: `GET /api/tests/:id` with its project. */
          historyUrl: string
        }
        /** Who owns the test's file, as CODEOWNERS of the head says; empty where nobody does. */
        owners: string[]
      }[]
      newlyFlaky: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
      }[]
      newTests: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        verdict: {
          /** `mine`: It passed before, and fails here every time and on no other branch. `unknown`: There is not enough evidence yet; the verdict names what is missing. `infrastructure`: A machine, a network or a service failed, on other branches too. `base-is-broken`: The base branch fails the same way. `known-flake`: The test failed and passed on the same code with this error before. */
          kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
          /** One sentence with the numbers it rests on. */
          because: string
          /** The same as data. */
          basis: {
            /** The rule that decided; `docs/concepts.md` explains each. New ones may come. */
            rule:
              | 'regression'
              | 'many-broke-alike'
              | 'new-here'
              | 'fails-on-base'
              | 'fails-on-base-since'
              | 'always-failed-on-base'
              | 'moved-from-broken-base'
              | 'fails-differently-on-base'
              | 'error-not-known'
              | 'known-flake'
              | 'passed-on-same-code'
              | 'came-and-went'
              | 'too-often-for-a-flake'
              | 'others-flake-so'
              | 'failed-on-other-branches'
              | 'witnessed-elsewhere'
              | 'machine-exhausted'
              | 'failed-otherwise-before'
              | 'no-witness'
              | 'most-failed-alike'
              | 'follows-from-most'
              | 'too-few-clean-runs'
              | 'single-failure'
              | 'passed-on-other-leg'
              | 'fails-with-untested-base'
              | 'untested-base'
              | 'other-leg'
              | 'another-of-its-name'
              | 'new-on-base-since'
            /** Failed attempts in this run. */
            attempts: number
            /** Runs of this branch in a row, this one and what it did before it was run again included, in which it failed so. */
            branchRuns: number
            /** Base runs in which it passed at once, since it last failed there with this error. */
            cleanBaseRuns: number
            /** Tests of the suite that fail in one of the newest 100 base runs for the first time and pass in the next, per run: by chance. */
            chanceFailures: number
            /** Tests that failed in this run with the same error, this one included, and their files. */
            alike: {
              tests: number
              files: number
            }
            /** Runs of other branches within the hour in which it failed with this error, and in which the tests of this error passed. `passed` is counted for errors of machine, network or services, and for those that other branches had. */
            elsewhere: {
              failed: number
              passed: number
            }
          }
          /** If the verdict is `unknown`: what would settle it. Null otherwise. */
          missing: string | null
          /** The same as data. */
          needs: {
            /** `clean-base-runs`: base runs that pass it. `another-run`: this branch once more. `same-code-run`: exactly this code once more. `base-run`: the base once more; `base-run-on-leg`: on this leg. `newer-base`: this branch brought up to date. `passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: names that tell rows apart. `most-passing`: a run in which most other tests pass. `other-branches`: a look at the branches that fail alike. */
            what:
              | 'clean-base-runs'
              | 'another-run'
              | 'same-code-run'
              | 'base-run'
              | 'base-run-on-leg'
              | 'newer-base'
              | 'passing-base'
              | 'error'
              | 'distinct-names'
              | 'most-passing'
              | 'other-branches'
            /** How many there are; null where it is not a matter of number. */
            have: number | null
            need: number | null
          } | null
          history: {
            /** Of the newest 20 up to the base, those in which the test ran. */
            runs: number
            /** Without a failed attempt; with one it is `flaky`. */
            passed: number
            failed: number
            flaky: number
            /** Ids of those runs, newest first. */
            executions: string[]
          }
          /** Null where nothing proves it flaky with this error. */
          flakiness: {
            /** runs ÷ of. */
            rate: number
            /** Runs in which it failed with this error and passed on the same code: at a retry, or in another run. */
            runs: number
            /** Runs of other branches, on this leg, in which it ran. */
            of: number
            /** Lower end of the 95 % Wilson interval of the rate. */
            low: number
            high: number
            /** Days before the head ended that were looked at. */
            days: number
          } | null
          /** The runs that made the verdict; of each kind the newest, at most 5. */
          evidence: {
            what:
              | 'failed-here'
              | 'failed-before'
              | 'passed-on-base'
              | 'failed-on-base'
              | 'passed-on-base-since'
              | 'failed-on-base-since'
              | 'without-it-on-base'
              | 'other-leg'
              | 'flaked'
              | 'passed-on-same-code'
              | 'failed-elsewhere'
              | 'passed-elsewhere'
            execution: string
            url: string
            branch: string | null
            startedAt: string
          }[]
          /** How many such runs there are of each kind, however many are in `evidence`. */
          evidenceTotals: Record<string, number>
          /** Where all runs of the test are, page by page: `GET /api/tests/:id` with its project. */
          historyUrl: string
        } | null
        /** Who owns the test's file, as CODEOWNERS of the head says; empty where nobody does. */
        owners: string[]
      }[]
      removed: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
      }[]
      stoppedRunning: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        /** `file-not-loaded`: its file failed to load. `run-cancelled`: the run was cancelled. `part-lost`: a part of the run was cut off. `not-reported`: the job or shard that runs it did not report. `not-selected`: the run looks like a selection of tests. `skipped`: the test is there, and was skipped. */
        cause: 'file-not-loaded' | 'run-cancelled' | 'part-lost' | 'not-reported' | 'not-selected' | 'skipped'
        /** The cause in words. */
        reason: string
      }[]
      slower: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        usualMs: number
        headMs: number
        deviations: number
        runs: number
      }[]
      faster: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        usualMs: number
        headMs: number
        deviations: number
        runs: number
      }[]
      /** Files whose tests took longer together, at most 10 for each leg: many short tests that became slower show only in their sum. */
      slowerFiles: {
        file: string
        leg: string
        /** Passed on both sides and not in `slower`; these are what was timed. */
        tests: number
        /** Median of what they took together in recent base runs, milliseconds. */
        usualMs: number
        headMs: number
        /** Robust standard deviations between the two. */
        deviations: number
        runs: number
      }[]
      /** Failed tests of legs and missing parts that the base did not run; without a base, all that failed. */
      failuresNotCompared: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** What a CI matrix varies, for example linux-x64-node24. */
        leg: string
        base: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        head: {
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          durationMs: number
        } | null
        error: {
          message: string
          fingerprint: string
        } | null
        /** Who owns the test's file, as CODEOWNERS of the head says; empty where nobody does. */
        owners: string[]
      }[]
      /** Vanished and new tests that may be one under two names; POST /api/renames says that they are. */
      renameCandidates: {
        /** The name that was seen first. */
        from: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** What a CI matrix varies, for example linux-x64-node24. */
          leg: string
        }
        to: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** What a CI matrix varies, for example linux-x64-node24. */
          leg: string
        }
        /** 0 to 1. */
        similarity: number
        /** What speaks for it, the strongest first. */
        why: string[]
      }[]
      /** Tests that were compared under two names, as confirmed renames say. */
      renamed: {
        /** What the base calls it. */
        from: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** What a CI matrix varies, for example linux-x64-node24. */
          leg: string
        }
        to: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** What a CI matrix varies, for example linux-x64-node24. */
          leg: string
        }
      }[]
      errors: {
        introduced: {
          file: string | null
          message: string
          fingerprint: string
        }[]
        persisting: {
          file: string | null
          message: string
          fingerprint: string
        }[]
        fixed: {
          file: string | null
          message: string
          fingerprint: string
        }[]
      }
      /** How many each group has in all, however many are here. */
      totals: Record<string, number>
      /** How many have each verdict: of all `regressions` and of the failing `newTests`, however many are here; the same count as `totals.mine` and `totals.unknown` of the report. Those of `stillFailing` are not in it: they failed on the base too. */
      verdicts: Record<string, number>
      /** Where each group goes on; null where all of it is here. */
      nextCursors: Record<string, string | null>
    }
  }
  /** Tests that somebody said go on under another name, the newest first. Needs the role viewer and the scope read. */
  listRenames: {
    input: {
      project?: string | undefined
      /** Only those that lead from or to this test. */
      test?: string | undefined
      state?: 'confirmed' | 'undone' | 'all' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      project: string
      /** What the test was called before. */
      from: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }
      to: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }
      /** Name of the key, or address of the person. */
      confirmedBy: string
      confirmedAt: string
      undoneBy: string | null
      /** From then on the two are two tests again. */
      undoneAt: string | null
    }[]
  }
  /** Says that a test goes on under another name: its history and its monitor go along, GET /api/tests lists it under the newest name only, and comparison pairs the two. One as `from` and `to`, or several as `renames`, all of them or none. Refused where both ran in one execution, where either has another partner already, and where it would lead round. Needs the role editor and the scope ingest. */
  confirmRenames: {
    input: {
      project: string
      from?: string | undefined
      to?: string | undefined
      renames?:
        | {
            from: string
            to: string
          }[]
        | undefined
    }
    data: {
      renames: {
        id: string
        project: string
        /** What the test was called before. */
        from: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
        }
        to: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
        }
        /** Name of the key, or address of the person. */
        confirmedBy: string
        confirmedAt: string
        undoneBy: string | null
        /** From then on the two are two tests again. */
        undoneAt: string | null
      }[]
    }
  }
  /** Takes a rename back: from then on the two are two tests again, each with its own history. Once more changes nothing. Needs the role editor and the scope ingest. */
  undoRename: {
    input: {
      id: string
    }
    data: {
      id: string
      project: string
      /** What the test was called before. */
      from: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }
      to: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }
      /** Name of the key, or address of the person. */
      confirmedBy: string
      confirmedAt: string
      undoneBy: string | null
      /** From then on the two are two tests again. */
      undoneAt: string | null
    }
  }
  /** Failures that are one: results and errors outside tests, clustered by fingerprint. Of one execution, the largest first, where the counts add up to its own; or of the settled executions of a project that no fork sent, those seen last first. CONFLICT for an execution whose results retention removed. Needs the role viewer and the scope read. */
  listFailures: {
    input: {
      execution?: string | undefined
      project?: string | undefined
      branch?: string | undefined
      /** Executions that began at this time or later. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      /** Part of the message. */
      q?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** The same for errors that differ only in values; `none` for failures that told no error. */
      fingerprint: string
      project: string
      /** Of one of its errors, the first 2,000 characters. */
      message: string
      /** Failed results, of all legs. A result counts by its deciding error. */
      failed: number
      /** Flaky results, by the error of the failed attempt. */
      flaky: number
      /** Errors outside any test. */
      errors: number
      /** Different tests. */
      tests: number
      legs: string[]
      /** At most 5 of the tests. */
      sample: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }[]
      /** Different files of those tests. */
      files: number
      /** Who owns those files, whoever owns most of them first: at most 10, by the first 100 files and CODEOWNERS of the execution, or of the newest of the project. */
      owners: string[]
      executions: number
      /** At most 20, those that had it last first. */
      branches: string[]
      branchCount: number
      commitCount: number
      /** Of all time and all branches, whatever was asked for. */
      firstSeen: {
        /** When the execution began. */
        at: string
        /** Null where it is no longer kept. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** Of all time and all branches, whatever was asked for. */
      lastSeen: {
        /** When the execution began. */
        at: string
        /** Null where it is no longer kept. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
    }[]
  }
  /** One cluster of failures of a project, and the executions that had it, newest first. Needs the role viewer and the scope read. */
  getFailure: {
    input: {
      /** The same for errors that differ only in values; `none` for failures that told no error. */
      fingerprint: string
      project: string
      branch?: string | undefined
      /** Executions that began at this time or later. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** The same for errors that differ only in values; `none` for failures that told no error. */
      fingerprint: string
      project: string
      /** Of one of its errors, the first 2,000 characters. */
      message: string
      /** Failed results, of all legs. A result counts by its deciding error. */
      failed: number
      /** Flaky results, by the error of the failed attempt. */
      flaky: number
      /** Errors outside any test. */
      errors: number
      /** Different tests. */
      tests: number
      legs: string[]
      /** At most 5 of the tests. */
      sample: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty where there is none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
      }[]
      /** Different files of those tests. */
      files: number
      /** Who owns those files, whoever owns most of them first: at most 10, by the first 100 files and CODEOWNERS of the execution, or of the newest of the project. */
      owners: string[]
      executions: number
      /** At most 20, those that had it last first. */
      branches: string[]
      branchCount: number
      commitCount: number
      /** Of all time and all branches, whatever was asked for. */
      firstSeen: {
        /** When the execution began. */
        at: string
        /** Null where it is no longer kept. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** Of all time and all branches, whatever was asked for. */
      lastSeen: {
        /** When the execution began. */
        at: string
        /** Null where it is no longer kept. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      occurrences: {
        execution: {
          id: string
          url: string
          suite: string
          state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
          branch: string | null
          commit: string | null
          pullRequest: number | null
          startedAt: string
        }
        /** Failed results, of all legs. A result counts by its deciding error. */
        failed: number
        /** Flaky results, by the error of the failed attempt. */
        flaky: number
        /** Errors outside any test. */
        errors: number
        /** Different tests. */
        tests: number
        legs: string[]
        /** At most 5 of the tests. */
        sample: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty where there is none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
        }[]
      }[]
      /** `cursor` of the next page of occurrences; null on the last. */
      nextCursor: string | null
    }
  }
  /** The newest executions of a pull request, each compared with its base, as one comment in Markdown. An execution whose results retention removed appears with its counts and the day of removal, without a comparison. Needs the role viewer and the scope read. */
  getPullRequest: {
    input: {
      number: number
      repo?: string | undefined
      /** The longest `markdown` may be, in bytes of UTF-8: what matters least is left out until it fits. */
      maxBytes?: number | undefined
    }
    data: {
      number: number
      repository: string | null
      revision: number
      provisional: boolean
      /** Begins with `<!-- svc:pull-request -->`, by which the comment is found again; for a key of one project with `<!-- svc:pull-request <slug> -->`. */
      markdown: string
      executions: {
        id: string
        project: string
        suite: string
        state: string
      }[]
    }
  }
  /** Signs a person in. An unknown e-mail address and a wrong password are refused alike. Wrong passwords slow down the account and the address, but no device that has signed in before. Anyone may ask. */
  signIn: {
    input: {
      email: string
      password: string
      /** True: the token goes into a cookie that scripts cannot read, and not into the answer. */
      cookie?: boolean | undefined
      /** What an earlier sign-in of this person gave as device; "new" asks for one. */
      device?: string | undefined
    }
    data: {
      /** Goes into "Authorization: Bearer <token>"; null where it went into a cookie. */
      token: string | null
      /** When it ends without further use: 14 days after the last one, or at endsAt. */
      expiresAt: string
      /** The latest that it ends, however much it is used: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person: others who guess at the account cannot slow that down. It signs nobody in. Null where it went into a cookie, or was not asked for. */
      device: string | null
      person: {
        id: string
        email: string
        name: string
      }
      organizations: {
        slug: string
        name: string
        role: 'viewer' | 'editor' | 'admin'
      }[]
    }
  }
  /** Sets a password by a link of one use, as the first start and `svc-server people reset` print it. All sessions of the person end and all devices are forgotten; a new session begins. Anyone may ask. */
  setPassword: {
    input: {
      /** What follows # in the link's address. */
      token: string
      /** 10 to 200 characters, any of them. */
      password: string
      /** True: the token goes into a cookie that scripts cannot read, and not into the answer. */
      cookie?: boolean | undefined
      /** What an earlier sign-in of this person gave as device; "new" asks for one. */
      device?: string | undefined
    }
    data: {
      /** Goes into "Authorization: Bearer <token>"; null where it went into a cookie. */
      token: string | null
      /** When it ends without further use: 14 days after the last one, or at endsAt. */
      expiresAt: string
      /** The latest that it ends, however much it is used: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person: others who guess at the account cannot slow that down. It signs nobody in. Null where it went into a cookie, or was not asked for. */
      device: string | null
      person: {
        id: string
        email: string
        name: string
      }
      organizations: {
        slug: string
        name: string
        role: 'viewer' | 'editor' | 'admin'
      }[]
    }
  }
  /** What an invitation leads to. Reading does not use it up. Anyone may ask. */
  readInvitation: {
    input: {
      /** What follows # in the link's address. */
      token: string
    }
    data: {
      organization: {
        slug: string
        name: string
      }
      role: 'viewer' | 'editor' | 'admin'
      /** The one address it is for; null: anybody with the link. */
      email: string | null
      expiresAt: string
    }
  }
  /** Accepts an invitation and signs in: with a new e-mail address the account is made, with a known one the password has to be right. The link works once. Anyone may ask. */
  joinWithInvitation: {
    input: {
      /** What follows # in the link's address. */
      token: string
      email: string
      /** Of a new account; the part before @ where absent. */
      name?: string | undefined
      /** 10 to 200 characters, any of them. */
      password: string
      /** True: the token goes into a cookie that scripts cannot read, and not into the answer. */
      cookie?: boolean | undefined
      /** What an earlier sign-in of this person gave as device; "new" asks for one. */
      device?: string | undefined
    }
    data: {
      /** Goes into "Authorization: Bearer <token>"; null where it went into a cookie. */
      token: string | null
      /** When it ends without further use: 14 days after the last one, or at endsAt. */
      expiresAt: string
      /** The latest that it ends, however much it is used: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person: others who guess at the account cannot slow that down. It signs nobody in. Null where it went into a cookie, or was not asked for. */
      device: string | null
      person: {
        id: string
        email: string
        name: string
      }
      organizations: {
        slug: string
        name: string
        role: 'viewer' | 'editor' | 'admin'
      }[]
    }
  }
  /** Whose credential this is and what it may do. Every valid one may ask. Needs the role viewer and any scope. */
  whoAmI: {
    input: Record<never, never>
    data: {
      /** Null for a person in none, or in several of which Svc-Organization names none. */
      organization: {
        slug: string
        name: string
      } | null
      /** Null for a person's session. */
      key: {
        name: string
        role: 'viewer' | 'editor' | 'admin'
        scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
        /** Slug of the one project it sees; null: all. */
        project: string | null
        expiresAt: string | null
      } | null
      /** Null for an API key. */
      person: {
        id: string
        email: string
        name: string
      } | null
      /** What Svc-Organization takes; of a key its own one. */
      organizations: {
        slug: string
        name: string
        role: 'viewer' | 'editor' | 'admin'
      }[]
      server: {
        version: string
      }
    }
  }
  /** Ends the session that asks, and clears its cookie. Needs a person's session, whatever the organization; an API key is refused. */
  signOut: {
    input: Record<never, never>
    data: {
      id: string
    }
  }
  /** The person's own sessions, newest first; at most 50 exist, the longest unused makes room. Needs a person's session, whatever the organization; an API key is refused. */
  listSessions: {
    input: Record<never, never>
    data: {
      sessions: {
        id: string
        /** True for the session that asks. */
        isCurrent: boolean
        createdAt: string
        /** Written at most once a minute. */
        lastUsedAt: string
        /** When it ends without further use: 14 days after the last one, or at endsAt. */
        expiresAt: string
        /** The latest that it ends, however much it is used: 90 days after it began. */
        endsAt: string
        userAgent: string | null
        /** Where it was begun from; IPv6 as its /64 network. */
        address: string
      }[]
    }
  }
  /** Ends all of the person's sessions but the one that asks, and forgets all other devices. Needs a person's session, whatever the organization; an API key is refused. */
  revokeOtherSessions: {
    input: Record<never, never>
    data: {
      /** How many were ended. */
      ended: number
    }
  }
  /** Ends one of the person's own sessions at once, and forgets its device. Needs a person's session, whatever the organization; an API key is refused. */
  revokeSession: {
    input: {
      id: string
    }
    data: {
      id: string
    }
  }
  /** Gives the session a new token; the one that asks stops working a minute after the new one is first used. A cookie is renewed by itself once a day. Needs a person's session, whatever the organization; an API key is refused. */
  renewToken: {
    input: Record<never, never>
    data: {
      /** Goes into "Authorization: Bearer <token>"; null where it went into a cookie. */
      token: string | null
      /** When it ends without further use: 14 days after the last one, or at endsAt. */
      expiresAt: string
      /** The latest that it ends, however much it is used: 90 days after it began. */
      endsAt: string
    }
  }
  /** Changes the person's own password. All other sessions end, all devices are forgotten, and the one that asks goes on with new tokens. Needs a person's session, whatever the organization; an API key is refused. */
  changePassword: {
    input: {
      current: string
      /** 10 to 200 characters, any of them. */
      password: string
      /** What an earlier sign-in of this person gave as device; "new" asks for one. */
      device?: string | undefined
    }
    data: {
      /** Goes into "Authorization: Bearer <token>"; null where it went into a cookie. */
      token: string | null
      /** When it ends without further use: 14 days after the last one, or at endsAt. */
      expiresAt: string
      /** The latest that it ends, however much it is used: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person: others who guess at the account cannot slow that down. It signs nobody in. Null where it went into a cookie, or was not asked for. */
      device: string | null
    }
  }
  /** Changes the person's own name or e-mail address; the address takes the password too. Needs a person's session, whatever the organization; an API key is refused. */
  updatePerson: {
    input: {
      name?: string | undefined
      email?: string | undefined
      /** Required with email. */
      password?: string | undefined
    }
    data: {
      id: string
      email: string
      name: string
    }
  }
  /** Joins the organization of an invitation as the person who is signed in. The link works once. Needs a person's session, whatever the organization; an API key is refused. */
  acceptInvitation: {
    input: {
      /** What follows # in the link's address. */
      token: string
    }
    data: {
      slug: string
      name: string
      role: 'viewer' | 'editor' | 'admin'
    }
  }
  /** The organizations that the person is a member of, by slug; of an API key its one. Needs the role viewer and any scope. */
  listOrganizations: {
    input: Record<never, never>
    data: {
      organizations: {
        slug: string
        name: string
        role: 'viewer' | 'editor' | 'admin'
      }[]
    }
  }
  /** Makes an organization, with the person who asks as its admin. SVC_ORGANIZATIONS of the server says who may: by default an admin of some organization. A person can be in 50. Needs a person's session, whatever the organization; an API key is refused. */
  createOrganization: {
    input: {
      name: string
      slug: string
    }
    data: {
      slug: string
      name: string
      role: 'viewer' | 'editor' | 'admin'
    }
  }
  /** Renames the organization, or changes its slug. It keeps up to 10 former slugs, which workflows may still name and nobody else can take. Needs the role admin and the scope admin. */
  updateOrganization: {
    input: {
      name?: string | undefined
      slug?: string | undefined
    }
    data: {
      slug: string
      name: string
    }
  }
  /** Deletes the organization with all its projects, keys, memberships and audit rows. Its keys stop working at once, its rows follow. Accounts of people stay. Cannot be undone. Needs the role admin and the scope admin. */
  deleteOrganization: {
    input: {
      /** The organization's slug, so that none is deleted by mistake. */
      confirm: string
    }
    data: {
      slug: string
      deletedAt: string
    }
  }
  /** The members of the organization, newest first. Every member may ask; an API key takes the scope admin. Needs the role viewer and any scope. */
  listMembers: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      email: string
      name: string
      role: 'viewer' | 'editor' | 'admin'
      joinedAt: string
    }[]
  }
  /** Gives a member another role. The last admin stays one. CONFLICT if the member may do less from now on, answers for credentials, and credentials is absent. Needs the role admin and the scope admin. */
  changeRole: {
    input: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** Needed where credentials are left: revoke ends them, keep makes the caller answer for them. Invitations and keys with the scope admin end in any case. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      email: string
      name: string
      role: 'viewer' | 'editor' | 'admin'
      joinedAt: string
      /** Credentials that the caller answers for from now on. */
      kept: number
      /** Credentials that ended, invitations included. */
      ended: number
    }
  }
  /** Takes a member out of the organization, at once for all sessions. Members may take out themselves; the last admin cannot go. CONFLICT if the member answers for credentials and credentials is absent. Needs the role viewer and any scope. */
  removeMember: {
    input: {
      id: string
      /** Needed where credentials are left: revoke ends them, keep makes the caller answer for them. Invitations and keys with the scope admin end in any case. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      /** Credentials that the caller answers for from now on. */
      kept: number
      /** Credentials that ended, invitations included. */
      ended: number
    }
  }
  /** What a member answers for and that still works: keys, trusts, webhooks, badges and invitations. Members may ask for their own; at most 500. Needs the role viewer and any scope. */
  listMemberCredentials: {
    input: {
      id: string
    }
    data: {
      credentials: {
        kind: 'invitation' | 'key' | 'trust' | 'webhook' | 'badge'
        /** Its id; of a badge its project's slug. */
        id: string
        name: string
        /** What it lets its holder do. */
        role: 'viewer' | 'editor' | 'admin'
        scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
        createdAt: string
        /** False for what ends with its maker in any case. */
        isKeepable: boolean
      }[]
      /** How many there are in all. */
      total: number
    }
  }
  /** Invitations that can still be accepted, newest first. Their links are never shown again. Needs the role admin and the scope admin. */
  listInvitations: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** The one address it is for; null: anybody with the link. */
      email: string | null
      /** Null where a key or the machine made it. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string
    }[]
  }
  /** Makes a link that lets one person join. It is shown in this answer only. Needs the role admin and the scope admin. */
  createInvitation: {
    input: {
      role?: 'viewer' | 'editor' | 'admin' | undefined
      /** Only this address may accept; absent: anybody with the link. */
      email?: string | undefined
      /** How long it holds. */
      days?: number | undefined
    }
    data: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** The one address it is for; null: anybody with the link. */
      email: string | null
      /** Null where a key or the machine made it. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string
      url: string
      /** What follows # in url. */
      token: string
    }
  }
  /** Makes an invitation void at once. Needs the role admin and the scope admin. */
  withdrawInvitation: {
    input: {
      id: string
    }
    data: {
      id: string
    }
  }
  /** Who did what to what, newest first. Rows are never changed; they go with their organization. Needs the role admin and the scope admin. */
  listAudit: {
    input: {
      /** Only this action, such as key.created. */
      action?: string | undefined
      from?: string | undefined
      /** Not included. */
      to?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: number
      at: string
      actor: {
        kind: 'person' | 'key' | 'machine' | 'visitor'
        /** Null for the machine, a command run where the server is, and for a visitor, who has not signed in. */
        id: string | null
        /** As it was then; of a visitor the address. */
        name: string
      }
      /** What was done, such as member.role-changed. */
      action: string
      target: {
        kind: string
        id: string
        /** As it was then. */
        name: string
      }
      /** What changed, such as the roles before and after. */
      detail: Record<string, unknown>
    }[]
  }
  /** The API keys of the organization that are not revoked, expired ones included, newest first. Needs the role admin and the scope admin. */
  listKeys: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      name: string
      hint: string
      role: 'viewer' | 'editor' | 'admin'
      scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
      project: string | null
      /** The person who made it; null if a key or the machine did. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      /** The person who answers for it: it never does more than they may now. Null if the machine made it. */
      owner: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string | null
      /** By the server's clock; an expired key opens nothing any more. */
      state: 'active' | 'expired'
      /** Written at most once a minute; null: never used. */
      lastUsedAt: string | null
    }[]
  }
  /** Makes an API key. Its value is shown in this answer only. Needs the role admin and the scope admin. */
  createKey: {
    input: {
      name: string
      /** At most the maker's own, now and later. */
      role?: 'viewer' | 'editor' | 'admin' | undefined
      /** At most what the role and, if a key asks, that key may have; absent: all of that but admin. */
      scopes?: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[] | undefined
      /** Slug of the one project it may see and write to. */
      project?: string | undefined
      /** In the future; absent: never, or with the key that asks. */
      expiresAt?: string | undefined
    }
    data: {
      id: string
      name: string
      hint: string
      role: 'viewer' | 'editor' | 'admin'
      scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
      project: string | null
      /** The person who made it; null if a key or the machine did. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      /** The person who answers for it: it never does more than they may now. Null if the machine made it. */
      owner: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string | null
      /** By the server's clock; an expired key opens nothing any more. */
      state: 'active' | 'expired'
      /** Written at most once a minute; null: never used. */
      lastUsedAt: string | null
      value: string
    }
  }
  /** Ends an API key at once and for good. CONFLICT if it made credentials that still work and credentials is absent. Needs the role admin and the scope admin. */
  revokeKey: {
    input: {
      id: string
      /** Needed where credentials are left: revoke ends them, keep makes the caller answer for them. Invitations and keys with the scope admin end in any case. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      revokedAt: string
      /** Credentials that the caller answers for from now on. */
      kept: number
      /** Credentials that ended, invitations included. */
      ended: number
    }
  }
  /** The workflows that may come without a stored key, newest first. Needs the role admin and the scope admin. */
  listTrusts: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      issuer: string
      /** False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then gives no keys. */
      accepted: boolean
      /** What workflows ask their tokens for: this server and this organization. */
      audience: string
      repositoryId: string
      /** Its name when the trust was made, for people to read. */
      repository: string | null
      refs: string[]
      events: string[]
      /** The one project that its keys see; null: all of the organization. */
      project: string | null
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
    }[]
  }
  /** Lets workflows of one repository get a key for an hour by the token that GitHub signs for them. The token has to match all of issuer, repositoryId, refs and events. Its audience names this server and this organization, as the answer shows. Needs the role admin and the scope admin. */
  createTrust: {
    input: {
      /** Who signs the tokens, one of the list SVC_OIDC_ISSUERS of the server; absent: the first of them, by default https://token.actions.githubusercontent.com. */
      issuer?: string | undefined
      /** The number of the repository, which nobody else can take over as a name could be. */
      repositoryId: string
      /** owner/name, for people to read. */
      repository?: string | undefined
      refs?: string[] | undefined
      /** Events of workflows. pull_request_target is not among the default, as it may run code of anybody. */
      events?: string[] | undefined
      /** Slug of the one project its keys see, made where it is not there; absent: all of the organization. */
      project?: string | undefined
    }
    data: {
      id: string
      issuer: string
      /** False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then gives no keys. */
      accepted: boolean
      /** What workflows ask their tokens for: this server and this organization. */
      audience: string
      repositoryId: string
      /** Its name when the trust was made, for people to read. */
      repository: string | null
      refs: string[]
      events: string[]
      /** The one project that its keys see; null: all of the organization. */
      project: string | null
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
    }
  }
  /** Ends a trust, and with it at once every key it gave. Needs the role admin and the scope admin. */
  deleteTrust: {
    input: {
      id: string
    }
    data: {
      id: string
      keysRevoked: number
    }
  }
  /** Gives a key for an hour, with the role editor and the scopes ingest and read, for the signed token of a workflow that an admin of the organization trusts. Each token is taken once. GitHub signs none for pull requests from forks. Anyone may ask. */
  exchangeToken: {
    input: {
      /** The JSON Web Token. Ask for it with the audience <address of this server>/organizations/<organization>. */
      token: string
      /** Slug of the organization. A former slug of it works, too. */
      organization: string
      /** Needed if the organization trusts the repository for several projects. */
      project?: string | undefined
    }
    data: {
      key: string
      expiresAt: string
      /** Its slug now. */
      organization: string
      project: string | null
    }
  }
  /** Who is told when something happens, newest first. Needs the role admin and the scope admin. */
  listWebhooks: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams'
      /** Its host and its last characters: whoever has the whole may write there. */
      address: string
      events: ('base.broke' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the one project it is told of; null: all. */
      project: string | null
      createdAt: string
      /** Since when no delivery succeeded; null where the last one did. */
      failingSince: string | null
      /** Set where nothing is sent any more. */
      disabledAt: string | null
      disabledBecause: string | null
    }[]
  }
  /** Tells an address when something happens; an organization has at most 20. The secret that signs what is sent is in this answer only. Needs the role admin and the scope admin. */
  createWebhook: {
    input: {
      name: string
      /** Where messages are sent by POST. It takes https and an address of the internet, unless the server is set to take others (`SVC_WEBHOOKS_PRIVATE`). */
      url: string
      /** What receives them: a program of your own, an incoming webhook of Slack, or a workflow of Teams. */
      kind?: 'json' | 'slack' | 'teams' | undefined
      /** Absent: base.broke and test.became-flaky. */
      events?: ('base.broke' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[] | undefined
      /** Slug of the one project to tell of; absent: all. */
      project?: string | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams'
      /** Its host and its last characters: whoever has the whole may write there. */
      address: string
      events: ('base.broke' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the one project it is told of; null: all. */
      project: string | null
      createdAt: string
      /** Since when no delivery succeeded; null where the last one did. */
      failingSince: string | null
      /** Set where nothing is sent any more. */
      disabledAt: string | null
      disabledBecause: string | null
      /** Signs what is sent: `Svc-Signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`. Null for Slack and Teams, which look at none. */
      secret: string | null
    }
  }
  /** Changes what a webhook is called and told of, or turns it off and on; what is absent stays. Needs the role admin and the scope admin. */
  updateWebhook: {
    input: {
      id: string
      name?: string | undefined
      /** `base.broke`: the first run of the default branch that failed after one that passed. `test.became-flaky` and `test.recovered`: what monitors found, one message for all tests of an execution. `execution.settled`: every execution. */
      events?: ('base.broke' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[] | undefined
      /** true also takes up one that was disabled for failing. */
      enabled?: boolean | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams'
      /** Its host and its last characters: whoever has the whole may write there. */
      address: string
      events: ('base.broke' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the one project it is told of; null: all. */
      project: string | null
      createdAt: string
      /** Since when no delivery succeeded; null where the last one did. */
      failingSince: string | null
      /** Set where nothing is sent any more. */
      disabledAt: string | null
      disabledBecause: string | null
    }
  }
  /** Removes a webhook with what is on its way to it. Needs the role admin and the scope admin. */
  deleteWebhook: {
    input: {
      id: string
    }
    data: {
      id: string
      deletedAt: string
    }
  }
  /** Sends a message that says it is a test, once, waits up to 10 s, and tells how that went. Needs the role admin and the scope admin. */
  testWebhook: {
    input: {
      id: string
    }
    data: {
      /** The header `Svc-Delivery`, the same at every attempt. */
      id: string
      event: string
      state: 'waiting' | 'delivered' | 'failed'
      attempts: number
      createdAt: string
      /** Null where there will be none. */
      nextAttemptAt: string | null
      endedAt: string | null
      /** HTTP status of the last answer; null where there was none. */
      status: number | null
      /** Why the last attempt failed. */
      problem: string | null
    }
  }
  /** What a webhook was sent and is to be sent, newest first. Kept for 7 days after it ended. Needs the role admin and the scope admin. */
  listDeliveries: {
    input: {
      id: string
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** The header `Svc-Delivery`, the same at every attempt. */
      id: string
      event: string
      state: 'waiting' | 'delivered' | 'failed'
      attempts: number
      createdAt: string
      /** Null where there will be none. */
      nextAttemptAt: string | null
      endedAt: string | null
      /** HTTP status of the last answer; null where there was none. */
      status: number | null
      /** Why the last attempt failed. */
      problem: string | null
    }[]
  }
  /** The address of the badge that says whether a project passes. Needs the role viewer and the scope read. */
  getBadge: {
    input: {
      slug: string
    }
    data: {
      /** An SVG that anyone who has the address may look at; `?branch` (else the default one) and `?suite` (else all) say of what. Null where there is none. */
      url: string | null
      /** What to put into a README; it leads to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** Makes an address for the badge that nobody can guess; the one before stops working. Needs the role editor and the scope ingest. */
  makeBadge: {
    input: {
      slug: string
    }
    data: {
      /** An SVG that anyone who has the address may look at; `?branch` (else the default one) and `?suite` (else all) say of what. Null where there is none. */
      url: string | null
      /** What to put into a README; it leads to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** Ends the address of the badge. Needs the role editor and the scope ingest. */
  deleteBadge: {
    input: {
      slug: string
    }
    data: {
      /** An SVG that anyone who has the address may look at; `?branch` (else the default one) and `?suite` (else all) say of what. Null where there is none. */
      url: string | null
      /** What to put into a README; it leads to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** For how long this organization keeps what. Needs the role admin and the scope admin. */
  getRetention: {
    input: Record<never, never>
    data: {
      /** What holds, in days from when an execution settled. */
      effective: {
        /** Results become compressed columns, which are read and answered as before. Null: never. */
        archiveAfterDays: number | null
        /** Results and attempts of executions in which nothing failed or flaked; then only their counts stay. Null: for ever. */
        passingDetailDays: number | null
        /** Results and attempts of all other executions. Null: for ever. */
        failingDetailDays: number | null
        /** Artifacts of executions in which nothing failed or flaked. Null: for ever. */
        passingArtifactDays: number | null
        /** Artifacts of all other executions. Null: for ever. */
        failingArtifactDays: number | null
        /** Executions as a whole. The counts of their days, the tests and their names stay. Null: for ever. */
        executionDays: number | null
        /** Rows of the audit trail. Null: for ever. */
        auditDays: number | null
      }
      /** What the server keeps where the organization has set nothing. */
      defaults: {
        /** Results become compressed columns, which are read and answered as before. Null: never. */
        archiveAfterDays: number | null
        /** Results and attempts of executions in which nothing failed or flaked; then only their counts stay. Null: for ever. */
        passingDetailDays: number | null
        /** Results and attempts of all other executions. Null: for ever. */
        failingDetailDays: number | null
        /** Artifacts of executions in which nothing failed or flaked. Null: for ever. */
        passingArtifactDays: number | null
        /** Artifacts of all other executions. Null: for ever. */
        failingArtifactDays: number | null
        /** Executions as a whole. The counts of their days, the tests and their names stay. Null: for ever. */
        executionDays: number | null
        /** Rows of the audit trail. Null: for ever. */
        auditDays: number | null
      }
    }
  }
  /** Sets for how long this organization keeps what; what is not named stays as it is. What is too old by then goes within the hour and cannot be brought back but from a backup. Needs the role admin and the scope admin. */
  setRetention: {
    input: {
      archiveAfterDays?: number | 'forever' | 'default' | undefined
      passingDetailDays?: number | 'forever' | 'default' | undefined
      failingDetailDays?: number | 'forever' | 'default' | undefined
      passingArtifactDays?: number | 'forever' | 'default' | undefined
      failingArtifactDays?: number | 'forever' | 'default' | undefined
      executionDays?: number | 'forever' | 'default' | undefined
      auditDays?: number | 'forever' | 'default' | undefined
    }
    data: {
      /** What holds, in days from when an execution settled. */
      effective: {
        /** Results become compressed columns, which are read and answered as before. Null: never. */
        archiveAfterDays: number | null
        /** Results and attempts of executions in which nothing failed or flaked; then only their counts stay. Null: for ever. */
        passingDetailDays: number | null
        /** Results and attempts of all other executions. Null: for ever. */
        failingDetailDays: number | null
        /** Artifacts of executions in which nothing failed or flaked. Null: for ever. */
        passingArtifactDays: number | null
        /** Artifacts of all other executions. Null: for ever. */
        failingArtifactDays: number | null
        /** Executions as a whole. The counts of their days, the tests and their names stay. Null: for ever. */
        executionDays: number | null
        /** Rows of the audit trail. Null: for ever. */
        auditDays: number | null
      }
      /** What the server keeps where the organization has set nothing. */
      defaults: {
        /** Results become compressed columns, which are read and answered as before. Null: never. */
        archiveAfterDays: number | null
        /** Results and attempts of executions in which nothing failed or flaked; then only their counts stay. Null: for ever. */
        passingDetailDays: number | null
        /** Results and attempts of all other executions. Null: for ever. */
        failingDetailDays: number | null
        /** Artifacts of executions in which nothing failed or flaked. Null: for ever. */
        passingArtifactDays: number | null
        /** Artifacts of all other executions. Null: for ever. */
        failingArtifactDays: number | null
        /** Executions as a whole. The counts of their days, the tests and their names stay. Null: for ever. */
        executionDays: number | null
        /** Rows of the audit trail. Null: for ever. */
        auditDays: number | null
      }
    }
  }
  /** Deletes an execution with all it has. It is gone from every answer at once; its rows follow within minutes. Cannot be undone. Needs the role admin and the scope admin. */
  deleteExecution: {
    input: {
      id: string
    }
    data: {
      id: string
      deletedAt: string
    }
  }
  /** One execution whole: its parts, every result with every attempt, errors outside tests and artifacts. Never cut short unless limit is given; a large one is streamed. Needs the role viewer and the scope read. */
  getExecution: {
    input: {
      id: string
      /** Only results of these statuses, separated by commas: failed,flaky. */
      status?: string | undefined
      /** Results at most; all of them where absent. */
      limit?: number | undefined
      /** page.nextCursor of the page before; only with limit. */
      cursor?: string | undefined
    }
    data: ExecutionDetail
  }
  /** Deletes a project with all its executions, tests and history, and revokes the keys held to it. It is gone from every answer at once; its rows follow. Cannot be undone. Needs the role admin and the scope admin. */
  deleteProject: {
    input: {
      slug: string
    }
    data: {
      slug: string
      deletedAt: string
    }
  }
  /** A reporter's journal, or a piece of it. Sending twice stores once; a gap is refused with CONFLICT, and the header svc-accepted says where to go on. Only what begins an execution counts as a write. What a newer reporter tells beyond what this server knows is left out, so that no run loses its upload. Needs the role editor and the scope ingest. */
  ingest: {
    input: {
      body: NonNullable<RequestInit['body']>
    }
    data: IngestReceipt
  }
  /** A whole execution in one JSON document: ours, or a CTRF report as it is. What the query says holds over what the document says. With a build it waits for further parts; without one it settles at once. Needs the role editor and the scope ingest. */
  uploadTestResults: {
    input: {
      /** Slug of the project. */
      project?: string | undefined
      suite?: string | undefined
      build?: string | undefined
      branch?: string | undefined
      commit?: string | undefined
      leg?: string | undefined
      variant?: string | undefined
      body: ExecutionDocument | CtrfReport
    }
    data: IngestReceipt
  }
  /** The bytes of an artifact. Range and If-None-Match are honoured. Images, videos and plain text may be shown in place; everything else is a download, in a sandbox. Bounded by how many go on at a time, not by the minute. Needs the role viewer and the scope read. */
  getArtifact: {
    input: {
      id: string
    }
    data: Response
  }
  /** How far the upload of an artifact has come; the header upload-offset says it as well. Needs the role editor and the scope ingest. */
  getArtifactUpload: {
    input: {
      id: string
    }
    data: {
      id: string
      /** Bytes that the server holds. */
      received: number
      sizeBytes: number
      state: 'awaited' | 'stored'
    }
  }
  /** A piece of an artifact that was declared. With the last one the sha256 is checked; where it differs all of it is removed, with INVALID_REQUEST. A piece that begins elsewhere than where the one before ended is a CONFLICT, whose header upload-offset says where to go on. Needs the role editor and the scope ingest. */
  putArtifactUpload: {
    input: {
      id: string
      body: NonNullable<RequestInit['body']>
    }
    data: {
      id: string
      /** Bytes that the server holds. */
      received: number
      sizeBytes: number
      state: 'awaited' | 'stored'
    }
  }
  /** A picture of how a branch stands by the newest run of each suite, or of one: passing, failing, or unknown where there is none. Counts CI runs of a clean tree that passed or failed, not those of pull requests; of the last 50 of the branch. Anyone may ask. */
  getBadgePicture: {
    input: {
      /** The token of the badge, and .svg. */
      file: string
      /** The default branch where absent. */
      branch?: string | undefined
      /** All suites where absent. */
      suite?: string | undefined
    }
    data: Response
  }
  /** Says that the process lives. Anyone may ask. */
  getHealth: {
    input: Record<never, never>
    data: {
      status: 'ok'
    }
  }
  /** Says that the server can answer: its database can be reached and it is not shutting down. Anyone may ask. */
  getReadiness: {
    input: Record<never, never>
    data: {
      status: 'ready'
    }
  }
}

/** How each operation is asked: method, path, what of the input stands in the query, how body and answer go. */
export const OPERATIONS = {
  listExecutions: {
    method: 'GET',
    path: '/api/executions',
    query: [
      'project',
      'branch',
      'status',
      'framework',
      'suite',
      'build',
      'commit',
      'pr',
      'from',
      'to',
      'q',
      'limit',
      'cursor',
    ],
    body: 'none',
    answer: 'list',
  },
  settleExecution: {
    method: 'POST',
    path: '/api/executions/{id}/settle',
    query: [],
    body: 'none',
    answer: 'data',
  },
  addFacts: { method: 'POST', path: '/api/executions/{id}/facts', query: [], body: 'fields', answer: 'data' },
  getReport: {
    method: 'GET',
    path: '/api/executions/{id}/report',
    query: ['base', 'maxBytes'],
    body: 'none',
    answer: 'data',
  },
  declareArtifacts: { method: 'POST', path: '/api/artifacts', query: [], body: 'fields', answer: 'data' },
  listArtifacts: {
    method: 'GET',
    path: '/api/executions/{id}/artifacts',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  getMetrics: {
    method: 'GET',
    path: '/api/metrics',
    query: ['project', 'branch', 'suite', 'from', 'to'],
    body: 'none',
    answer: 'data',
  },
  getTrends: {
    method: 'GET',
    path: '/api/trends',
    query: ['project', 'branch', 'suite', 'from', 'to', 'granularity'],
    body: 'none',
    answer: 'data',
  },
  listFlakyTests: {
    method: 'GET',
    path: '/api/flaky-tests',
    query: ['project', 'branch', 'days', 'minRuns', 'state', 'limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  listTests: {
    method: 'GET',
    path: '/api/tests',
    query: ['project', 'q', 'monitor', 'limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  getTest: {
    method: 'GET',
    path: '/api/tests/{id}',
    query: ['project', 'branch', 'days', 'limit', 'cursor'],
    body: 'none',
    answer: 'data',
  },
  getMonitorSettings: {
    method: 'GET',
    path: '/api/projects/{slug}/monitor',
    query: [],
    body: 'none',
    answer: 'data',
  },
  setMonitorSettings: {
    method: 'POST',
    path: '/api/projects/{slug}/monitor',
    query: [],
    body: 'fields',
    answer: 'data',
  },
  listProjects: {
    method: 'GET',
    path: '/api/projects',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  compareExecutions: {
    method: 'GET',
    path: '/api/compare',
    query: ['base', 'head', 'group', 'limit', 'cursor'],
    body: 'none',
    answer: 'data',
  },
  listRenames: {
    method: 'GET',
    path: '/api/renames',
    query: ['project', 'test', 'state', 'limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  confirmRenames: { method: 'POST', path: '/api/renames', query: [], body: 'fields', answer: 'data' },
  undoRename: { method: 'DELETE', path: '/api/renames/{id}', query: [], body: 'none', answer: 'data' },
  listFailures: {
    method: 'GET',
    path: '/api/failures',
    query: ['execution', 'project', 'branch', 'from', 'to', 'q', 'limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  getFailure: {
    method: 'GET',
    path: '/api/failures/{fingerprint}',
    query: ['project', 'branch', 'from', 'to', 'limit', 'cursor'],
    body: 'none',
    answer: 'data',
  },
  getPullRequest: {
    method: 'GET',
    path: '/api/pull-requests/{number}',
    query: ['repo', 'maxBytes'],
    body: 'none',
    answer: 'data',
  },
  signIn: { method: 'POST', path: '/auth/sign-in', query: [], body: 'fields', answer: 'data' },
  setPassword: { method: 'POST', path: '/auth/password', query: [], body: 'fields', answer: 'data' },
  readInvitation: { method: 'POST', path: '/auth/invitation', query: [], body: 'fields', answer: 'data' },
  joinWithInvitation: { method: 'POST', path: '/auth/join', query: [], body: 'fields', answer: 'data' },
  whoAmI: { method: 'GET', path: '/api/whoami', query: [], body: 'none', answer: 'data' },
  signOut: { method: 'POST', path: '/api/sign-out', query: [], body: 'none', answer: 'data' },
  listSessions: { method: 'GET', path: '/api/sessions', query: [], body: 'none', answer: 'data' },
  revokeOtherSessions: { method: 'DELETE', path: '/api/sessions', query: [], body: 'none', answer: 'data' },
  revokeSession: { method: 'DELETE', path: '/api/sessions/{id}', query: [], body: 'none', answer: 'data' },
  renewToken: { method: 'POST', path: '/api/sessions/renew', query: [], body: 'none', answer: 'data' },
  changePassword: { method: 'POST', path: '/api/password', query: [], body: 'fields', answer: 'data' },
  updatePerson: { method: 'POST', path: '/api/person', query: [], body: 'fields', answer: 'data' },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/accept',
    query: [],
    body: 'fields',
    answer: 'data',
  },
  listOrganizations: { method: 'GET', path: '/api/organizations', query: [], body: 'none', answer: 'data' },
  createOrganization: {
    method: 'POST',
    path: '/api/organizations',
    query: [],
    body: 'fields',
    answer: 'data',
  },
  updateOrganization: {
    method: 'POST',
    path: '/api/organization',
    query: [],
    body: 'fields',
    answer: 'data',
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/api/organization',
    query: ['confirm'],
    body: 'none',
    answer: 'data',
  },
  listMembers: {
    method: 'GET',
    path: '/api/members',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  changeRole: { method: 'POST', path: '/api/members/{id}', query: [], body: 'fields', answer: 'data' },
  removeMember: {
    method: 'DELETE',
    path: '/api/members/{id}',
    query: ['credentials'],
    body: 'none',
    answer: 'data',
  },
  listMemberCredentials: {
    method: 'GET',
    path: '/api/members/{id}/credentials',
    query: [],
    body: 'none',
    answer: 'data',
  },
  listInvitations: {
    method: 'GET',
    path: '/api/invitations',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  createInvitation: { method: 'POST', path: '/api/invitations', query: [], body: 'fields', answer: 'data' },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/api/invitations/{id}',
    query: [],
    body: 'none',
    answer: 'data',
  },
  listAudit: {
    method: 'GET',
    path: '/api/audit',
    query: ['action', 'from', 'to', 'limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  listKeys: { method: 'GET', path: '/api/keys', query: ['limit', 'cursor'], body: 'none', answer: 'list' },
  createKey: { method: 'POST', path: '/api/keys', query: [], body: 'fields', answer: 'data' },
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    query: ['credentials'],
    body: 'none',
    answer: 'data',
  },
  listTrusts: {
    method: 'GET',
    path: '/api/oidc-trusts',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  createTrust: { method: 'POST', path: '/api/oidc-trusts', query: [], body: 'fields', answer: 'data' },
  deleteTrust: { method: 'DELETE', path: '/api/oidc-trusts/{id}', query: [], body: 'none', answer: 'data' },
  exchangeToken: { method: 'POST', path: '/auth/oidc', query: [], body: 'fields', answer: 'data' },
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  createWebhook: { method: 'POST', path: '/api/webhooks', query: [], body: 'fields', answer: 'data' },
  updateWebhook: { method: 'POST', path: '/api/webhooks/{id}', query: [], body: 'fields', answer: 'data' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{id}', query: [], body: 'none', answer: 'data' },
  testWebhook: { method: 'POST', path: '/api/webhooks/{id}/test', query: [], body: 'none', answer: 'data' },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    query: ['limit', 'cursor'],
    body: 'none',
    answer: 'list',
  },
  getBadge: { method: 'GET', path: '/api/projects/{slug}/badge', query: [], body: 'none', answer: 'data' },
  makeBadge: { method: 'POST', path: '/api/projects/{slug}/badge', query: [], body: 'none', answer: 'data' },
  deleteBadge: {
    method: 'DELETE',
    path: '/api/projects/{slug}/badge',
    query: [],
    body: 'none',
    answer: 'data',
  },
  getRetention: { method: 'GET', path: '/api/retention', query: [], body: 'none', answer: 'data' },
  setRetention: { method: 'POST', path: '/api/retention', query: [], body: 'fields', answer: 'data' },
  deleteExecution: {
    method: 'DELETE',
    path: '/api/executions/{id}',
    query: [],
    body: 'none',
    answer: 'data',
  },
  getExecution: {
    method: 'GET',
    path: '/api/executions/{id}',
    query: ['status', 'limit', 'cursor'],
    body: 'none',
    answer: 'data',
  },
  deleteProject: { method: 'DELETE', path: '/api/projects/{slug}', query: [], body: 'none', answer: 'data' },
  ingest: {
    method: 'POST',
    path: '/api/ingest',
    query: [],
    body: 'whole',
    type: 'application/x-ndjson',
    answer: 'data',
  },
  uploadTestResults: {
    method: 'POST',
    path: '/api/test-results',
    query: ['project', 'suite', 'build', 'branch', 'commit', 'leg', 'variant'],
    body: 'whole',
    type: 'application/json',
    answer: 'data',
  },
  getArtifact: { method: 'GET', path: '/api/artifacts/{id}', query: [], body: 'none', answer: 'bytes' },
  getArtifactUpload: {
    method: 'GET',
    path: '/api/artifacts/{id}/upload',
    query: [],
    body: 'none',
    answer: 'data',
  },
  putArtifactUpload: {
    method: 'PUT',
    path: '/api/artifacts/{id}/upload',
    query: [],
    body: 'whole',
    type: 'application/octet-stream',
    answer: 'data',
  },
  getBadgePicture: {
    method: 'GET',
    path: '/badge/{file}',
    query: ['branch', 'suite'],
    body: 'none',
    answer: 'bytes',
  },
  getHealth: { method: 'GET', path: '/healthz', query: [], body: 'none', answer: 'data' },
  getReadiness: { method: 'GET', path: '/readyz', query: [], body: 'none', answer: 'data' },
} as const satisfies Record<keyof Operations, OperationCall>

export interface OperationCall {
  method: string
  /** With `{name}` for what the path takes. */
  path: string
  query: readonly string[]
  /** `fields`: the rest of the input as a JSON object. `whole`: its `body`, as it is or as JSON. */
  body: 'none' | 'fields' | 'whole'
  /** Media type of a body that is sent whole. */
  type?: string
  /** `bytes`: the answer itself, not JSON. */
  answer: 'data' | 'list' | 'bytes'
}
