// Made from the operations of the server by: npx -y pnpm@12 generate

export type ExecutionSummary = {
  id: string
  /** The page for people. */
  url: string
  /** Slug of the project. */
  project: string
  /** Name of the suite. */
  suite: string
  /** The run: the CI run without its attempt, or a value that the user set. */
  build: string
  /** The runner, for example vitest. */
  framework: string
  /** running until it settles, then its outcome. */
  state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
  /** Increases when a settled execution is reopened. */
  revision: number
  /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
  trust: 'ci' | 'local' | 'fork'
  branch: string | null
  /** The target branch of the pull request. */
  baseBranch: string | null
  pullRequest: number | null
  repository: string | null
  /** The commit that was checked out, on a pull request often a merge commit. */
  testedSha: string | null
  /** The head of the branch or pull request. */
  headSha: string | null
  /** The commit of the base branch in the tested merge commit. */
  baseSha: string | null
  /** The commit at which head and base branch diverged. */
  mergeBaseSha: string | null
  /** The tree of the tested commit: equal trees are equal code. */
  tree: string | null
  /** True if the working tree differed from the commit. */
  dirty: boolean
  /** The commit's message. */
  message: string | null
  /** The machine of a run outside CI and without git. */
  machine: string | null
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
  /** The number of results by status; errors are failures outside any test. */
  counts: {
    total: number
    passed: number
    failed: number
    flaky: number
    skipped: number
    errors: number
  }
  /** The number of parts that have reported. */
  partCount: number
}

/** Number of executions by status; matches GET /api/executions with the same filters. */
export type ExecutionCounts = {
  total: number
  passed: number
  failed: number
  cancelled: number
  incomplete: number
  /** Not settled yet; excluded from rates, durations and test counts. */
  running: number
}

export type Metrics = {
  from: string
  to: string
  executions: ExecutionCounts
  /** Results of the settled executions by status: the sum of their `counts`. */
  tests: {
    total: number
    passed: number
    failed: number
    flaky: number
    skipped: number
  }
  /** Failures outside any test in those executions. */
  errors: number
  /** Passed ÷ (passed + failed) executions. Excludes cancelled and incomplete executions. */
  executionPassRate: {
    /** Numerator ÷ denominator, 0 to 1; null if the denominator is 0. */
    value: number | null
    numerator: number
    denominator: number
  }
  /** (Passed + flaky) ÷ (passed + failed + flaky) results. Excludes skipped results. */
  testPassRate: {
    /** Numerator ÷ denominator, 0 to 1; null if the denominator is 0. */
    value: number | null
    numerator: number
    denominator: number
  }
  /** Duration of settled executions in milliseconds, from the start of the first part to the end of the last part. */
  executionDurationMs: {
    /** Sum ÷ count; null if the count is 0. */
    average: number | null
    /** Median (nearest rank). */
    p50: number | null
    /** 95th percentile (nearest rank). */
    p95: number | null
    sum: number
    /** Settled executions. */
    count: number
  }
  /** Duration of a test in milliseconds: the attempt that decided the result. Earlier retries are excluded; executionDurationMs includes them. */
  testDurationMs: {
    /** Sum ÷ count; null if the count is 0. */
    average: number | null
    /** Total duration of the deciding attempts of all results. */
    sum: number
    /** Results that ran: passed, failed and flaky. */
    count: number
  }
}

export type Lease = {
  id: string
  subject: 'failure' | 'test' | 'task'
  /** A fingerprint, the id of a test, or the id of a task. */
  subjectId: string
  /** Slug; null for a task without a project. */
  project: string | null
  holder: {
    /** Name, for svc_agent_message. */
    agent: string
    displayName: string | null
    instance: string
  }
  since: string
  /** When it ends unless its holder renews it. */
  until: string
}

export type TestName = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty if it has none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
}

export type Regression = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty if it has none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
  /** Variation within a CI matrix, for example linux-x64-node24. */
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
  verdict: Verdict
  /** Owners of the test's file, from CODEOWNERS of the head; empty if it has no owner. */
  owners: string[]
}

export type Verdict = {
  /** `mine`: It passed before or is new, and fails here every time; no other branch explains it. `unknown`: There is not enough evidence yet; the verdict names what is missing. `infrastructure`: A machine, a network or a service failed, on other branches too. `base-is-broken`: The base branch fails the same way. `known-flake`: The test failed and passed on the same code with this error before. */
  kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
  /** The evidence in one sentence, with its numbers. */
  because: string
  /** The data behind `because`. */
  basis: VerdictBasis
  /** If the verdict is `unknown`: what would decide it. Null otherwise. */
  missing: string | null
  /** The data behind `missing`. */
  needs: VerdictNeeds | null
  history: {
    /** How many of the newest 20 runs up to the base ran the test: runs of its branch, and of the same commits or files on other branches. */
    runs: number
    /** Runs that passed without a failed attempt; with a failed attempt they count as `flaky`. */
    passed: number
    failed: number
    flaky: number
    /** Its result in each run of `historyRuns`, in their order; null if the run is none of those. */
    recent: ('passed' | 'failed' | 'flaky' | 'skipped' | null)[]
  }
  /** Null without evidence that it is flaky with this error. */
  flakiness: {
    /** `runs` ÷ `of`. */
    rate: number
    /** Runs in which it failed with this error and passed on the same code, in a retry or in another run. */
    runs: number
    /** Runs of other branches on this leg that ran it. */
    of: number
    /** Lower end of the 95 % Wilson interval of the rate. */
    low: number
    high: number
    /** Days before the end of the head that were considered. */
    days: number
  } | null
  /** Its experiments on this code, if any: `GET /api/executions/:id/experiments` has each trial. */
  trials: VerdictTrials | null
  /** Whether the change can reach it by imports. No verdict depends on it. Null if the reporter lists no imports, as that of Playwright, or if the changed files are not known. */
  reach: VerdictReach | null
  /** The runs that support the verdict: the newest of each kind, at most 5. */
  evidence: VerdictEvidence[]
  /** Total number of such runs by kind, including runs that `evidence` omits. */
  evidenceTotals: Record<string, number>
  /** Page of the test with all its runs. `GET /api/tests/:id` returns the same as data. */
  historyUrl: string
}

export type VerdictBasis = {
  /** The rule that determined the verdict; `docs/explanation/verdicts.md` explains each rule. New rules may be added. */
  rule:
    | 'proved'
    | 'new-flake'
    | 'flakes-on-base-now'
    | 'fails-on-base-now'
    | 'environment'
    | 'only-in-whole-run'
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
    | 'passed-alone'
    | 'came-and-went'
    | 'flaked-once'
    | 'too-often-for-a-flake'
    | 'others-flake-so'
    | 'failed-on-other-branches'
    | 'witnessed-elsewhere'
    | 'machine-exhausted'
    | 'one-machine'
    | 'failed-otherwise-before'
    | 'no-witness'
    | 'most-failed'
    | 'slow-machine'
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
  /** Consecutive runs of this branch with this failure, including this run and its earlier attempts. */
  branchRuns: number
  /** Base runs in which it passed without a retry, since it last failed there with this error. */
  cleanBaseRuns: number
  /** Chance failures of the suite per run: tests that failed in one alone of the base runs of the last 30 days, at most 100, with an error that no other run of any branch had in that time. */
  chanceFailures: number
  /** Tests that failed in this run with the same error, including this test, and their files. */
  alike: {
    tests: number
    files: number
  }
  /** Runs of other branches within the hour: `failed` counts runs in which it failed with this error, `passed` runs in which the tests with this error passed. `passed` is counted only for errors of the machine, network or services, and for errors that other branches had. */
  elsewhere: {
    failed: number
    passed: number
  }
}

export type VerdictNeeds = {
  /** `clean-base-runs`: base runs in which it passes. `another-run`: another run of this branch. `same-code-run`: another run of exactly this code. `base-run`: another run of the base; `base-run-on-leg`: on this leg. `newer-base`: an update of this branch from its base. `passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: a distinct name for each row. `most-passing`: a run in which most other tests pass. `other-branches`: a check of the branches with the same failure. */
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
  /** How many exist; null if a number does not apply. */
  have: number | null
  need: number | null
}

export type VerdictTrials = {
  /** What they show, before other evidence is considered. */
  finding:
    | 'proved'
    | 'new-flake'
    | 'flake'
    | 'fails-on-base-now'
    | 'flaky-here'
    | 'passes-alone'
    | 'undecided'
    | 'void'
  head: {
    failed: number
    passed: number
    /** Trials that say nothing about the test. */
    void: number
    commit: string
    /** Repeats a trial by hand, in a checkout of the commit. */
    command: string
  }
  base: {
    failed: number
    passed: number
    /** Trials that say nothing about the test. */
    void: number
    commit: string
    /** Repeats a trial by hand, in a checkout of the commit. */
    command: string
    branch: string | null
    /** False if the comparison has another base, for example because it moved on. */
    isCompared: boolean
  } | null
  /** The files that ran in each of these trials before its own, in this order; empty if its file ran alone. They follow trials in which it passed alone. */
  after: string[]
  machine: string
  startedAt: string
}

export type VerdictReach = {
  /** `reaches`: its file is a changed file, or imports one, directly or through others. `cannot-reach`: it imports none, and all changed files are modules that tests of the run import. `unknown`: `why` says what the imports do not show. */
  kind: 'reaches' | 'cannot-reach' | 'unknown'
  /** Files of the repository that its file imports, directly or through others. */
  imports: number
  /** Changed files, as CI or the reporter listed them. */
  changed: number
  /** The shortest chain of imports from its file to a changed file, both included; of a longer chain, the first 5 files and the last 5. Empty unless `reaches`. */
  chain: string[]
  /** Why it is `unknown`. Null otherwise. */
  why: string | null
}

export type VerdictEvidence = {
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
    | 'passed-alone'
    | 'failed-elsewhere'
    | 'passed-elsewhere'
  execution: string
  url: string
  branch: string | null
  startedAt: string
}

export type TestChange = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty if it has none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
  /** Variation within a CI matrix, for example linux-x64-node24. */
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
}

export type DurationChange = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty if it has none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
  /** Variation within a CI matrix, for example linux-x64-node24. */
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
}

export type TestHistory = {
  /** How many of the newest 20 runs up to the base ran the test: runs of its branch, and of the same commits or files on other branches. */
  runs: number
  /** Runs that passed without a failed attempt; with a failed attempt they count as `flaky`. */
  passed: number
  failed: number
  flaky: number
  /** Those runs with their results, newest first. */
  recent: {
    execution: string
    status: 'passed' | 'failed' | 'flaky' | 'skipped'
    startedAt: string
    branch: string | null
  }[]
}

export type Experiment = {
  id: string
  /** `proof`: whose failure is it? `burn-in`: is a new test flaky? `bisect`: which commit broke it? `rerun`: does it fail again? */
  purpose: 'proof' | 'burn-in' | 'bisect' | 'rerun'
  test: {
    /** 32 hex digits; the same test has the same id in every execution of its project. */
    testId: string
    /** Posix path, relative to the root. */
    file: string
    /** Describe blocks from the outside in, then the test's own title. */
    titles: string[]
    /** The Playwright or Vitest project, or a label; empty if it has none. */
    variant: string
    /** 0 for the first test of these titles in its file, 1 for the second. */
    occurrence: number
    /** Variation within a CI matrix, for example linux-x64-node24. */
    leg: string
  }
  alike: number
  head: {
    commit: string
    /** True if the working tree differed from the commit. */
    dirty: boolean
    /** The command of one trial, for a shell, without secrets. */
    command: string
    failed: number
    passed: number
    void: number
  }
  base: {
    commit: string
    branch: string | null
    /** False if it has commits that the head lacks: one of them may have mended the test. */
    isOlder: boolean
    /** The command of one trial, for a shell, without secrets. */
    command: string
    failed: number
    passed: number
    void: number
  } | null
  machine: string
  /** Name of the key, or address of the person. */
  sentBy: string
  startedAt: string
  /** Files that ran in each trial before the test's own, in this order, as in the run in which it failed; none if its file ran alone. A base lacks those that the head adds. */
  after: string[]
  trials: {
    /** `head`: the code whose test failed. `base`: its base. */
    side: 'head' | 'base'
    /** `failed`: it failed with the error that is looked into. `void`: the trial says nothing about it; `reason` says why. */
    result: 'failed' | 'passed' | 'void'
    durationMs: number
    reason: string | null
    /** The first line of its error. */
    message: string | null
    /** Its error's fingerprint, as failures have; null without an error. */
    fingerprint: string | null
    /** Seed of its tests' order; null for the file's own order. */
    order: number | null
  }[]
}

export type Rename = {
  id: string
  project: string
  /** The earlier name of the test. */
  from: TestName
  to: TestName
  /** Name of the key, or address of the person. */
  confirmedBy: string
  confirmedAt: string
  undoneBy: string | null
  /** When the rename was undone: since then, the two are separate tests. */
  undoneAt: string | null
}

export type Culprit = {
  /** The commit, or a range of at most 20, oldest first. */
  commits: {
    sha: string
    author: string
    subject: string
    /** That it came with: as its message or an execution says; null if neither does. */
    pullRequest: number | null
  }[]
  /** Commits of the range: 1 if the culprit is known. */
  commitCount: number
  /** That the culprit is among them. */
  probability: number
  /** Trials of older commits. */
  before: {
    failed: number
    passed: number
  }
  /** Trials of the range and of later commits. */
  after: {
    failed: number
    passed: number
  }
  /** Commits that could not be run. */
  skipped: number
  /** One trial of the newest commit of the range, for a shell, without secrets. */
  command: string
  /** In which the failure began; null if it was deleted. */
  execution: {
    id: string
    url: string
    /** The branch that was searched. */
    branch: string | null
  } | null
  /** Name of the key, or address of the person. */
  sentBy: string
  foundAt: string
}

export type Document = {
  id: string
  /** Slug of its home project. */
  project: string
  /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
  path: string
  /** From the request, else the front matter, else the first heading, else the name of the file. */
  title: string
  /** `shared`: every project of the organization may read it. */
  visibility: 'project' | 'shared'
  /** The tags of its front matter. */
  tags: string[]
  /** Number of the current revision, from 1. */
  revision: number
  /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
  hash: string
  /** Size of the text in UTF-8. */
  bytes: number
  createdAt: string
  updatedAt: string
}

export type Person = {
  id: string
  email: string
  name: string
}

export type Membership = {
  slug: string
  name: string
  role: 'viewer' | 'editor' | 'admin'
}

export type Proposal = {
  id: string
  project: string
  /** Null if there is no document of its path yet, or the document was deleted. */
  document: string | null
  path: string
  state: 'open' | 'accepted' | 'rejected'
  /** Name of the person or key that proposed it. */
  author: string
  /** True if an API key proposed it. */
  byKey: boolean
  /** The revision that it would replace; 0 for a new document. */
  baseRevision: number
  /** The document’s revision now; 0 without a document. */
  currentRevision: number
  /** True if it is open and the document has changed since: it cannot be accepted. */
  conflicting: boolean
  visibility: 'project' | 'shared'
  /** A reference to code or a commit. */
  evidence: string
  reasoning: string
  createdAt: string
  decidedAt: string | null
  decidedBy: string | null
  /** Why it was rejected, or a note on its acceptance. */
  reason: string | null
}

export type Task = {
  id: string
  /** Name of the agent. */
  assignedTo: string
  /** Name of the agent, or the address of a person who has none. */
  createdBy: string
  /** Slug of the project that it belongs to. */
  project: string | null
  title: string
  description: string | null
  /** From 1, the highest, to 10. */
  priority: number
  deadline: string | null
  /** True if its deadline has passed and it has not ended. */
  isOverdue: boolean
  payload: Record<string, unknown> | null
  status: 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled'
  result: Record<string, unknown> | null
  /** Increases with each change. */
  version: number
  /** Who holds it; null if nobody does. */
  lease: Lease | null
  /** When a task in progress becomes pending again: the end of its lease, or 60 minutes after the last sign of life of an assignee without one. */
  returnsAt: string | null
  createdAt: string
  updatedAt: string
  endedAt: string | null
}

export type BusSubscription = {
  id: string
  /** Name of the agent. */
  agent: string
  event:
    | 'execution.settled'
    | 'test.became-flaky'
    | 'test.recovered'
    | 'base.broke'
    | 'base.culprit'
    | 'proposal.decided'
  project: string | null
  branch: string | null
  suite: string | null
  /** `capabilities`: from `capabilities.subscribe` of the agent, and replaced with them. */
  source: 'rest' | 'capabilities'
  /** When the event is sent, if its name does not say so. */
  note: string | null
  createdAt: string
}

export type FixVerification = {
  id: string
  /** Name of the agent that receives the outcome; empty if it was deleted. */
  agent: string
  project: string
  fingerprint: string
  /** The commit of the fix. */
  commit: string
  /** `refuted`: the failure came back in a run that contains the fix. */
  state: 'waiting' | 'verified' | 'refuted'
  /** Runs with the fix in which the tests ran and passed; one for each leg. */
  cleanRuns: number
  neededRuns: number
  /** How likely the failure would have come back in these clean runs without a fix, from 0 to 1. */
  confidence: number
  /** How often the failure occurred before the fix, within 30 days. */
  before: {
    failures: number
    runs: number
    rate: number
  }
  /** The execution that refuted it. */
  cameBackIn: string | null
  /** Runs with the fix in which the tests failed with another error. */
  otherFailures: number
  /** The state in one sentence, with what is missing. */
  because: string
  /** For a verified fix: arguments of svc_propose_update. Complete the cause and the fix first. */
  draft: {
    doc_id: string
    new_content: string
    evidence_snippet: string
    reasoning: string
  } | null
  createdAt: string
  decidedAt: string | null
}

export type Agent = {
  id: string
  name: string
  displayName: string | null
  instance: string
  model: string | null
  role: 'orchestrator' | 'specialist' | 'curator' | 'admin' | null
  capabilities: Record<string, unknown>
  status: 'active' | 'inactive' | 'archived'
  /** `live`: a channel is open. `recent`: it made a call within the last 5 minutes. */
  presence: 'live' | 'recent' | 'away'
  /** At most 10 seconds old, counted from its last call. */
  lastSeenAt: string | null
  /** Pending messages: no live channel has acknowledged them, and nobody has read them. They bound the inbox. */
  unread: number
  /** Its projects that the caller may see. */
  projects: {
    id: string
    slug: string
    role: 'owner' | 'contributor' | 'readonly'
  }[]
  /** `own`: the caller’s credential may act as it. `ended`: no credential can any more; an admin can take it over. */
  credential: 'own' | 'other' | 'ended'
  createdAt: string
  updatedAt: string
}

export type BusMessage = {
  id: string
  /** In the inbox of its recipient, from 1. Within a priority, its order. */
  sequence: number
  from: {
    /** Null for the server, and for a deleted agent. */
    id: string | null
    /** `svc` for the server. */
    name: string
    displayName: string | null
    instance: string | null
  }
  to: {
    /** Null for a deleted agent. */
    id: string | null
    name: string
  }
  /** Exactly as sent. Null if the server cannot prove that; then `problem` says why. */
  message: string | null
  type: 'message' | 'task' | 'result' | 'alert' | 'knowledge' | 'curator'
  priority: 'low' | 'normal' | 'high' | 'urgent'
  channel: string | null
  replyTo: string | null
  /** The first message of its thread. */
  thread: string
  clientMessageId: string | null
  /** `delivered`: a live channel of the recipient acknowledged it. `failed`: see `problem`. */
  status: 'pending' | 'delivered' | 'read' | 'failed'
  problem: string | null
  signature: {
    /** `changed`: not as it was sent. `unverifiable`: its key is gone, or the server has another secret. */
    authenticity: 'authentic' | 'changed' | 'unverifiable'
    /** HMAC-SHA256 of `from:to:message:timestamp` in UTF-8, hex. */
    value: string
    keyId: string
    /** Milliseconds since the epoch. */
    timestamp: number
    by: 'server' | 'agent'
  }
  createdAt: string
  deliveredAt: string | null
  readAt: string | null
  failedAt: string | null
  expiresAt: string | null
  /** Of its beginning, shown by svc_agent_inbox with mark_read, which goes on after them. */
  shownCharacters: number
}

export type RetentionDays = {
  /** When results are compressed into columns; responses stay the same. Null: never. */
  archiveAfterDays: number | null
  /** Results and attempts of executions without a failed or flaky test; afterwards only their counts remain. Null: forever. */
  passingDetailDays: number | null
  /** Results and attempts of all other executions. Null: forever. */
  failingDetailDays: number | null
  /** Artifacts of executions without a failed or flaky test. Null: forever. */
  passingArtifactDays: number | null
  /** Artifacts of all other executions. Null: forever. */
  failingArtifactDays: number | null
  /** Whole executions. Their counts per day, the tests and their names remain. Null: forever. */
  executionDays: number | null
  /** Rows of the audit trail. Null: forever. */
  auditDays: number | null
}

export type ExecutionDetail = {
  id: string
  /** The page for people. */
  url: string
  /** Slug of the project. */
  project: string
  /** Name of the suite. */
  suite: string
  /** The run: the CI run without its attempt, or a value that the user set. */
  build: string
  /** The runner, for example vitest. */
  framework: string
  /** running until it settles, then its outcome. */
  state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
  /** Increases when a settled execution is reopened. */
  revision: number
  /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
  trust: 'ci' | 'local' | 'fork'
  branch: string | null
  /** The target branch of the pull request. */
  baseBranch: string | null
  pullRequest: number | null
  repository: string | null
  /** The commit that was checked out, on a pull request often a merge commit. */
  testedSha: string | null
  /** The head of the branch or pull request. */
  headSha: string | null
  /** The commit of the base branch in the tested merge commit. */
  baseSha: string | null
  /** The commit at which head and base branch diverged. */
  mergeBaseSha: string | null
  /** The tree of the tested commit: equal trees are equal code. */
  tree: string | null
  /** True if the working tree differed from the commit. */
  dirty: boolean
  /** The commit's message. */
  message: string | null
  /** The machine of a run outside CI and without git. */
  machine: string | null
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
  /** The number of results by status; errors are failures outside any test. */
  counts: {
    total: number
    passed: number
    failed: number
    flaky: number
    skipped: number
    errors: number
  }
  /** The number of parts that have reported. */
  partCount: number
  /** Slug of its organization: an id alone finds it if the person is a member of several. */
  organization: string
  parts: Part[]
  /** Failures outside any test, such as a file that does not load. */
  errors: {
    part: number
    file: string | null
    /** Equal for errors that differ only in numbers, ids, paths and times. */
    fingerprint: string
    /** True if a re-run of the part superseded it. */
    superseded: boolean
    failure: Failure
  }[]
  /** Sentences for the person who reads the execution. */
  warnings: string[]
  /** When retention removed its results; its counts, parts and errors stay. Null while they exist. */
  resultsRemovedAt: string | null
  /** In the order their tests were first seen. */
  results: Result[]
  /** Attachments of the tests. */
  artifacts: {
    name: string
    contentType: string
    /** Its path on the runner. */
    path?: string
    sizeBytes?: number
    /** stored: can be downloaded. awaited: its bytes have not arrived yet. missing: it was stored, and the store has lost it. left: it was not stored; reason says why. unsent: its reporter has not declared it; those of passed tests are not sent unless requested. */
    state: 'stored' | 'awaited' | 'missing' | 'left' | 'unsent'
    /** Absent if it was not declared. */
    id?: string
    reason?: string
    /** Where to download it; only if it is stored. */
    url?: string
    testId: string
    leg: string
    /** The attempt of the result that attached it, from 0. */
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
  /** The runner's config file; empty if it has none. */
  config: string
  leg: string
  shard: {
    index: number
    total: number
  } | null
  runAttempt: number
  /** 1, or higher if it repeats tests of this attempt of the build. */
  attempt: number
  /** lost: no sign of life for a while; a late end repairs it. */
  state: 'open' | 'ended' | 'lost'
  /** The runner's own result: passed, failed or interrupted. */
  outcome: string | null
  startedAt: string
  endedAt: string | null
  durationMs: number | null
  /** The error of the sender's clock in milliseconds; times are corrected by it. 0 below 15 s, which a request may take. */
  clockSkewMs: number
  /** How many fields were cut to their limits. */
  truncated: number
  /** How many secrets were masked. */
  redacted: number
  /** How many files did not run to their end because enough tests had failed (`bail`). */
  unfinished: number
  [fact: string]: unknown
}

/** One error as the runner reported it, without colour codes. */
export type Failure = {
  message: string
  /** The error's class, for example AssertionError. */
  name?: string
  stack?: string
  /** Source lines around the location. */
  snippet?: string
  location?: Location
  /** Source around further frames of the project: of the causes first, then of the callers. */
  frames?: {
    location: Location
    snippet: string
  }[]
  /** The expected value of an assertion, printed. */
  expected?: string
  /** The actual value, printed. */
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

/** The result of one test in one execution and leg. */
export type Result = {
  /** 32 hex digits; the same test has the same id in every execution of its project. */
  testId: string
  /** Posix path, relative to the root. */
  file: string
  /** Describe blocks from the outside in, then the test's own title. */
  titles: string[]
  /** The Playwright or Vitest project, or a label; empty if it has none. */
  variant: string
  /** 0 for the first test of these titles in its file, 1 for the second. */
  occurrence: number
  /** Variation within a CI matrix, for example linux-x64-node24. */
  leg: string
  /** Number of the part that reported it. */
  part: number
  /** flaky: passed after a failed attempt. */
  status: 'passed' | 'failed' | 'flaky' | 'skipped'
  startedAt: string
  /** Duration of the deciding attempt in milliseconds. */
  durationMs: number
  /** Only a re-run without the other tests of the run passed it. That proves nothing about the whole run, so the failure stays. */
  passedAlone?: true
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
    /** skip and todo: requested in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
    kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
    reason?: string
  }
  /** True if the test was expected to fail and did: its status is passed, and its errors are kept. */
  expectedFailure?: boolean
  /** The last part of its output. */
  stdout?: string
  /** The last part of its error output. */
  stderr?: string
  attachments?: {
    name: string
    contentType: string
    /** Its path on the runner. */
    path?: string
    sizeBytes?: number
    /** stored: can be downloaded. awaited: its bytes have not arrived yet. missing: it was stored, and the store has lost it. left: it was not stored; reason says why. unsent: its reporter has not declared it; those of passed tests are not sent unless requested. */
    state: 'stored' | 'awaited' | 'missing' | 'left' | 'unsent'
    /** Absent if it was not declared. */
    id?: string
    reason?: string
    /** Where to download it; only if it is stored. */
    url?: string
  }[]
  /** Kept for attempts that did not pass. */
  steps?: Step[]
  annotations?: {
    type: string
    description?: string
  }[]
  tags?: string[]
  /** Where the test is defined. */
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
  /** Warnings for the sender. */
  warnings: string[]
}

/** A whole execution. The server rejects unknown fields by name, at any depth. */
export type ExecutionDocument = {
  /** Makes the upload idempotent; derived from the content if absent. */
  id?: string | undefined
  /** Slug of the project. */
  project?: string | undefined
  /** The name of the suite; default if absent. */
  suite?: string | undefined
  /** Which run. Documents of one build are parts of one execution; without it each is its own. */
  build?: string | undefined
  /** 1 for the first run of a build, 2 for its first re-run, which overlays it; 1 if absent. */
  runAttempt?: number | undefined
  /** 2 or higher if the document repeats tests of an earlier one of this build, suite and leg: a test that failed there and passes here is flaky. Needs `build`. 1 if absent. */
  attempt?: number | undefined
  part?: DocumentPart | undefined
  code?: DocumentCode | undefined
  ci?: DocumentCiRun | undefined
  /** The runner of the tests; document if absent. */
  runner?:
    | {
        name: string
        version?: string | undefined
      }
    | undefined
  /** Facts of the machine, at most 50. */
  environment?: Record<string, string> | undefined
  tags?: string[] | undefined
  /** The owners of files: the path and the content of CODEOWNERS, at most 3145728 bytes. */
  codeowners?:
    | {
        path: string
        text: string
      }
    | undefined
  /** Milliseconds since the epoch, at most a day after the server's clock; a start later than the upload becomes the upload. If absent, the time of the upload minus the duration. */
  startedAt?: number | undefined
  /** Duration in milliseconds; the sum of all attempts if absent. */
  durationMs?: number | undefined
  /** The runner's own result; if absent, failed if a test or anything outside of tests failed. */
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

/** Identifies a part within its build. */
export type DocumentPart = {
  /** The CI job; empty if absent. */
  job?: string | undefined
  /** Folder of the package relative to the root; empty, for the root itself, if absent. */
  package?: string | undefined
  /** The runner's config file; empty if absent. */
  config?: string | undefined
  /** What a CI matrix varies; default if absent. Results of two legs are kept side by side. */
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

/** Which code was tested; omit unknown fields. */
export type DocumentCode = {
  /** The commit that was checked out; on a pull request often the merge of its head into its base. */
  testedSha?: string | undefined
  /** The head of the branch or pull request. */
  headSha?: string | undefined
  /** The commit of the base branch in the tested merge commit. */
  baseSha?: string | undefined
  /** The commit at which head and base branch diverged. With it, the server compares a pull request with runs of exactly that commit. */
  mergeBaseSha?: string | undefined
  /** Parents of the tested commit, in the order of git. */
  parents?: string[] | undefined
  /** The tree of the tested commit (git rev-parse HEAD^{tree}): equal trees are equal code, regardless of the commit. */
  tree?: string | undefined
  /** True if the working tree differs from the commit. */
  dirty?: boolean | undefined
  branch?: string | undefined
  /** The target branch of a pull request. */
  baseBranch?: string | undefined
  /** Number of the pull request. */
  pullRequest?: number | undefined
  /** owner/name or the remote's path; names the project if nothing else does. */
  repository?: string | undefined
  /** The repository's default branch, if known; a project without one adopts it. */
  defaultBranch?: string | undefined
  /** Commits before the tested one, newest first: the server uses them to find a base. */
  ancestry?:
    | {
        sha: string
        parents: string[]
        tree?: string | undefined
      }[]
    | undefined
  /** Message of the tested commit; 500 characters are kept. */
  message?: string | undefined
  /** The name of who wrote the head commit; 200 characters are kept. */
  author?: string | undefined
  /** True if the pull request comes from another repository: it then has the trust of a fork. */
  fork?: boolean | undefined
}

/** The CI run it comes from. Without it the execution is local, which counts in history and as a base only in a project without any CI run. */
export type DocumentCiRun = {
  /** For example GitHub Actions. */
  provider: string
  /** Its page, http or https. */
  url?: string | undefined
  /** The page of the job that ran this part, http or https; the comment links its failures to it. */
  jobUrl?: string | undefined
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
  /** The status of a single attempt; otherwise use attempts. */
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
              /** skip and todo: requested in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
              kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
              reason?: string | undefined
            }
          | undefined
        /** True if the test was expected to fail and did: its status is passed, and its errors are kept. */
        expectedFailure?: boolean | undefined
        /** The last part of its output. */
        stdout?: string | undefined
        /** The last part of its error output. */
        stderr?: string | undefined
        attachments?:
          | {
              name: string
              contentType: string
              /** Its path on the runner. */
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
        /** Where the test is defined. */
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
        /** skip and todo: requested in the source. hook: a hook or fixture failed before it. filtered: left out by a grep, an only or a bail. interrupted: cut off by the end of the run. */
        kind: 'skip' | 'todo' | 'hook' | 'filtered' | 'interrupted'
        reason?: string | undefined
      }
    | undefined
  /** True if the test was expected to fail and did: its status is passed, and its errors are kept. */
  expectedFailure?: boolean | undefined
  /** The last part of its output. */
  stdout?: string | undefined
  /** The last part of its error output. */
  stderr?: string | undefined
  attachments?:
    | {
        name: string
        contentType: string
        /** Its path on the runner. */
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
  /** Where the test is defined. */
  location?: Location | undefined
  /** Names of the fields that were cut to their limit. */
  truncated?: string[] | undefined
}

/** An unchanged report of the Common Test Report Format. */
export type CtrfReport = {
  results: {
    tests: Record<string, unknown>[]
    [fact: string]: unknown
  }
  [fact: string]: unknown
}

/** The input of each operation, and the `data` of its answer. */
export interface Operations {
  /** Lists executions, newest first. `from` is inclusive, `to` is exclusive. With `q`, `commit`, `status`, `framework` or `suite`, a page scans about 2,000 executions. It can then be shorter than `limit`, or empty, while `nextCursor` is not null. Needs the role viewer and the scope read. */
  listExecutions: {
    input: {
      project?: string | undefined
      branch?: string | undefined
      status?: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete' | undefined
      framework?: string | undefined
      suite?: string | undefined
      /** Exact match. A CI run's id returns the executions of all its projects and suites. */
      build?: string | undefined
      commit?: string | undefined
      pr?: number | undefined
      /** ISO 8601; without a time zone UTC. */
      from?: string | undefined
      /** ISO 8601; without a time zone UTC. */
      to?: string | undefined
      q?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: ExecutionSummary[]
  }
  /** Lists the results of an execution without their attempts, filtered, sorted and counted by the server. The default order is failed, flaky, passed, skipped. Works for archived executions as well. Needs the role viewer and the scope read. */
  listResults: {
    input: {
      id: string
      /** One or more of passed, failed, flaky and skipped, separated by commas. */
      status?: string | undefined
      /** Words that must all be in the file, the titles or the variant, such as `cart > adds`. */
      q?: string | undefined
      /** A file, or a folder with a slash at its end. */
      file?: string | undefined
      /** An owner as CODEOWNERS writes it, such as @acme/payments; `none`: files without an owner. */
      owner?: string | undefined
      leg?: string | undefined
      /** Equal ones are in the order in which their tests were first seen. */
      sort?: 'status' | 'slowest' | 'fastest' | 'file' | 'started' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      execution: {
        id: string
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        /** Increases with everything that is stored about the execution; the id of its events. */
        revision: number
      }
      /** Results by status that all filters except `status` accept. */
      totals: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
      }
      /** Results that all filters accept. */
      matching: number
      /** All legs of the execution. */
      legs: string[]
      /** When retention removed the results; the list is then empty. */
      resultsRemovedAt: string | null
      results: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** Variation within a CI matrix, for example linux-x64-node24. */
        leg: string
        /** The number of its part in `parts` of the execution. */
        part: number
        status: 'passed' | 'failed' | 'flaky' | 'skipped'
        startedAt: string
        /** Duration of the deciding attempt, milliseconds. */
        durationMs: number
        owners: string[]
        /** The error of a failed or flaky result. */
        error: {
          /** Its first 240 characters. */
          message: string
          fingerprint: string
        } | null
        skipReason: string | null
      }[]
      nextCursor: string | null
    }
  }
  /** Declares that no more parts will arrive. The execution settles immediately if no part is open and all declared shards have arrived. Needs the role editor and the scope ingest. */
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
      /** Name of the suite. */
      suite: string
      /** The run: the CI run without its attempt, or a value that the user set. */
      build: string
      /** The runner, for example vitest. */
      framework: string
      /** running until it settles, then its outcome. */
      state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
      /** Increases when a settled execution is reopened. */
      revision: number
      /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
      trust: 'ci' | 'local' | 'fork'
      branch: string | null
      /** The target branch of the pull request. */
      baseBranch: string | null
      pullRequest: number | null
      repository: string | null
      /** The commit that was checked out, on a pull request often a merge commit. */
      testedSha: string | null
      /** The head of the branch or pull request. */
      headSha: string | null
      /** The commit of the base branch in the tested merge commit. */
      baseSha: string | null
      /** The commit at which head and base branch diverged. */
      mergeBaseSha: string | null
      /** The tree of the tested commit: equal trees are equal code. */
      tree: string | null
      /** True if the working tree differed from the commit. */
      dirty: boolean
      /** The commit's message. */
      message: string | null
      /** The machine of a run outside CI and without git. */
      machine: string | null
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
      /** The number of results by status; errors are failures outside any test. */
      counts: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
        errors: number
      }
      /** The number of parts that have reported. */
      partCount: number
      waitingFor: string[]
    }
  }
  /** Finds projects, tests, pull requests, commits and executions by a part of their name, for a search field. Searches the newest 1,000 executions of the five most recently run projects, or of one project, and their tests. Needs the role viewer and the scope read. */
  find: {
    input: {
      /** A name or a part of it, `#482`, the beginning of a commit sha, or the id of an execution. */
      q: string
      /** Searches only this project; `projects` still has all. */
      project?: string | undefined
      /** Entries of each kind. */
      limit?: number | undefined
    }
    data: {
      projects: {
        slug: string
        name: string
      }[]
      tests: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        project: string
      }[]
      pullRequests: {
        number: number
        repository: string | null
        branch: string | null
        message: string | null
        /** Project of its newest execution. */
        project: string
        lastRunAt: string
      }[]
      /** Commits whose sha begins with `q`. */
      commits: {
        sha: string
        message: string | null
        branch: string | null
        /** Its newest execution. */
        execution: string
        project: string
        startedAt: string
      }[]
      executions: {
        id: string
        project: string
        suite: string
        build: string
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        branch: string | null
        message: string | null
        machine: string | null
        startedAt: string
      }[]
    }
  }
  /** Adds facts that CI knows and the parts of an execution lack, such as the merge base of a shallow clone. It fills in missing facts, never overwrites a fact, and never raises the trust of an execution. The request does not count as a write; its bytes count as upload bytes. Needs the role editor and the scope ingest. */
  addFacts: {
    input: {
      id: string
      mergeBaseSha?: string | undefined
      baseSha?: string | undefined
      headSha?: string | undefined
      /** Ignored if the execution tested a commit that is neither `headSha` nor a merge of it. */
      pullRequest?: number | undefined
      baseBranch?: string | undefined
      /** The project's default branch; used only if it is unknown so far. */
      defaultBranch?: string | undefined
      /** Commits before the tested commit, with all of their parents. */
      ancestry?:
        | {
            sha: string
            parents: string[]
            tree?: string | undefined
          }[]
        | undefined
      /** Files that differ between the merge base and the head. The first list that the server receives counts. */
      changedFiles?:
        | {
            path: string
            status: 'added' | 'modified' | 'removed' | 'renamed'
            formerPath?: string | undefined
            /** Changed lines of the new version, inclusive; absent if they are not known. */
            lines?:
              | {
                  from: number
                  to: number
                }[]
              | undefined
          }[]
        | undefined
      /** How many changed files `changedFiles` leaves out. */
      moreChangedFiles?: number | undefined
      /** `if-complete`: settles the execution if no part is open and all declared shards have arrived. Every part of the newest attempt of the base must also have arrived, if a base exists. `now`: no more parts will arrive. The execution is then incomplete if a declared shard is missing, or if an open part has been silent for `SVC_SETTLE_AFTER`. The server still waits for open parts that were active more recently. */
      settle?: 'no' | 'if-complete' | 'now' | undefined
    }
    data: {
      id: string
      /** The page for people. */
      url: string
      /** Slug of the project. */
      project: string
      /** Name of the suite. */
      suite: string
      /** The run: the CI run without its attempt, or a value that the user set. */
      build: string
      /** The runner, for example vitest. */
      framework: string
      /** running until it settles, then its outcome. */
      state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
      /** Increases when a settled execution is reopened. */
      revision: number
      /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
      trust: 'ci' | 'local' | 'fork'
      branch: string | null
      /** The target branch of the pull request. */
      baseBranch: string | null
      pullRequest: number | null
      repository: string | null
      /** The commit that was checked out, on a pull request often a merge commit. */
      testedSha: string | null
      /** The head of the branch or pull request. */
      headSha: string | null
      /** The commit of the base branch in the tested merge commit. */
      baseSha: string | null
      /** The commit at which head and base branch diverged. */
      mergeBaseSha: string | null
      /** The tree of the tested commit: equal trees are equal code. */
      tree: string | null
      /** True if the working tree differed from the commit. */
      dirty: boolean
      /** The commit's message. */
      message: string | null
      /** The machine of a run outside CI and without git. */
      machine: string | null
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
      /** The number of results by status; errors are failures outside any test. */
      counts: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
        errors: number
      }
      /** The number of parts that have reported. */
      partCount: number
      /** Results that a running execution still waits for, in words: the first 20, then the number of the others. Empty once it has settled. */
      waitingFor: string[]
      /** Milliseconds until the execution settles if nothing more arrives. Null once it has settled. */
      settlesInMs: number | null
      /** True if the execution has settled, by this request or earlier. */
      settled: boolean
    }
  }
  /** Returns what a CI job needs to know about an execution: its conclusion, its failures, and its section of the comment. Needs the role viewer and the scope read. */
  getReport: {
    input: {
      id: string
      base?: string | undefined
      /** Maximum size of `markdown` in bytes of UTF-8. The server omits the least important details until it fits. */
      maxBytes?: number | undefined
    }
    data: {
      execution: ExecutionSummary
      /** Increases with every change of the execution. */
      revision: number
      /** True while the execution or its base is running. */
      provisional: boolean
      /** Results that a running execution still waits for, in words: the first 20, then the number of the others. Empty once it has settled. */
      waitingFor: string[]
      /** Missing results of a settled execution, in words: parts that the base has, declared shards, and interrupted parts. The first 20, then the number of the others. */
      missing: string[]
      /** What a bail, a failed hook, an interruption or a crash of the head kept from running, in words, also while it runs. Nobody can judge such tests, so every gate fails. Empty if all ran. */
      cutOff: string[]
      /** While `provisional`: when the execution settles if nothing more arrives. Null otherwise. */
      settlesAt: string | null
      base: {
        id: string
        url: string
        branch: string | null
        /** The tested commit. */
        sha: string | null
        /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
        trust: 'ci' | 'local' | 'fork'
        /** True if the working tree differed from the commit. */
        dirty: boolean
      } | null
      /** Why this base was chosen, or why no base exists. */
      because: string
      /** The conclusion that `headline` states. `mine`: this change broke a test, or added a failing one. `unknown`: this change possibly caused a failure. `no-base-failed`: the run failed, and there is no base run. `incomplete`: the run was cut off, and no failure points to this change. `not-mine`: something other than this change explains every failure. `passed`: nothing failed. */
      verdict: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed'
      /** The first line of the comment's section, as plain text. */
      headline: string
      totals: {
        regressions: number
        /** Regressions and new failures with the verdict `mine`, as `verdicts` of the comparison counts them. Tests that also fail on the base are excluded, regardless of their verdict. */
        mine: number
        /** The same for the verdict `unknown`. */
        unknown: number
        /** Failing tests that are new or were skipped before. */
        newFailures: number
        stillFailing: number
        /** Tests of `stillFailing` whose error may be another one than on the base. */
        failingDifferently: number
        /** Failures that the base did not run; without a base, all failures. */
        failuresNotCompared: number
        newlyFlaky: number
        /** Tests of `flakyInBurnIn` of the comparison, each once for all legs. */
        flakyInBurnIn: number
        improvements: number
        slower: number
        /** Failures outside any test that the base does not have. */
        errors: number
      }
      /** At most 100, most urgent first. */
      failures: {
        /** `new`: the test is new or was skipped before. `not-compared`: the base did not run this leg or part, or no base exists. `error`: a failure outside any test that the base does not have. */
        kind: 'regression' | 'new' | 'not-compared' | 'still-failing' | 'error'
        /** Null for an `error`. */
        test: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg: string
        } | null
        file: string | null
        /** Line in `file` at which it failed, from 1; null if the error names no line. */
        line: number | null
        /** The first 1,000 characters of the error, with its class and the compared values if the runner reported them. */
        message: string
        /** Null if no data supports a verdict. */
        verdict: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake' | null
        /** The evidence for the verdict, in one sentence. For `not-compared`: why the base has no result, and what would decide. */
        because: string | null
        /** Owners of the file, from CODEOWNERS. */
        owners: string[]
        /** Address of the execution page. */
        url: string
      }[]
      /** The execution's section of the comment, at most `maxBytes` long. */
      markdown: string
    }
  }
  /** Declares the attachments of a journal’s attempts before their bytes are sent. The response says which bytes to send, in the order of the items. Bytes that the project already has are not requested again. The request counts against the upload byte limit, not as a write. Needs the role editor and the scope ingest. */
  declareArtifacts: {
    input: {
      /** Id of a journal whose attempts have been sent. */
      journal: string
      items: {
        /** Index of the attempt's entry in the journal, from 0. */
        entry: number
        /** Index among the attachments of the attempt, from 0. */
        number: number
        sizeBytes?: number | undefined
        /** SHA-256 of the bytes as sent; you can omit it until the response asks for it. */
        sha256?: string | undefined
        /** Why the client will not send the bytes; absent if it will. */
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
        /** send: send the bytes to PUT /api/artifacts/:id/upload. stored: the server already has the bytes. hash: declare it again with its sha256. left: the server will not store it. refused: no attempt of this journal has it. */
        state: 'send' | 'stored' | 'hash' | 'left' | 'refused'
        id?: string
        reason?: string
      }[]
    }
  }
  /** Lists the declared attachments of the tests of an execution, in the order of declaration. Needs the role viewer and the scope read. */
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
      /** Index of the attempt of the test within its part, from 0. */
      attempt: number
      name: string
      /** As the reporter sent it. */
      contentType: string
      sizeBytes: number | null
      /** stored: ready to download. awaited: the bytes have not arrived yet. missing: the store has lost it. left: it was not stored; reason says why. */
      state: 'stored' | 'awaited' | 'missing' | 'left'
      reason: string | null
      /** Address to download it from; null if it is not stored. */
      url: string | null
    }[]
  }
  /** Returns what a person needs to know first about a project: the state of its main branch, since which run and which commit, figures with their change, what to look at first, pull requests, days and newest executions. Needs the role viewer and the scope read. */
  getOverview: {
    input: {
      project: string
      /** Default: the default branch, else main or master. */
      branch?: string | undefined
      /** Whole UTC days, including today. */
      days?: number | undefined
    }
    data: {
      project: string
      branch: string
      from: string
      to: string
      /** Null if no run of the branch passed or failed. */
      main: {
        /** `failed` if the newest run of any suite failed. */
        status: 'passed' | 'failed'
        /** The first run of the unbroken series of this state. */
        since: {
          id: string
          url: string
          startedAt: string
          /** True if the state began before the 500 newest runs. */
          isOlder: boolean
          /** What that run tested. Null for a run without git. */
          commit: {
            sha: string | null
            message: string | null
            /** The name of who wrote the commit, if the reporter read it from git. */
            author: string | null
          } | null
        }
        suites: {
          suite: string
          status: 'passed' | 'failed'
          newest: {
            id: string
            url: string
            startedAt: string
          }
          /** The first run of the unbroken series of this state. */
          since: {
            id: string
            url: string
            startedAt: string
            /** True if the state began before the 500 newest runs. */
            isOlder: boolean
            /** What that run tested. Null for a run without git. */
            commit: {
              sha: string | null
              message: string | null
              /** The name of who wrote the commit, if the reporter read it from git. */
              author: string | null
            } | null
          }
          /** Failed results of the newest run. */
          failed: number
        }[]
      } | null
      /** Metrics of the branch. */
      metrics: {
        executions: ExecutionCounts
        /** Passed ÷ (passed + failed) executions of the branch. */
        executionPassRate: {
          /** Numerator ÷ denominator, 0 to 1; null if the denominator is 0. */
          value: number | null
          numerator: number
          denominator: number
        }
        /** Median of the durations of executions. */
        p50Ms: number | null
        p95Ms: number | null
        /** Difference from the previous window of the same length. */
        change: {
          executionPassRate: number | null
          p50Ms: number | null
          p95Ms: number | null
        }
      }
      lookFirst: {
        /** Tests whose monitor has the state `broken`: all that `GET /api/flaky-tests?state=broken` lists. */
        broken: {
          count: number
          /** The newest five. */
          tests: {
            /** 32 hex digits; the same test has the same id in every execution of its project. */
            testId: string
            /** Posix path, relative to the root. */
            file: string
            /** Describe blocks from the outside in, then the test's own title. */
            titles: string[]
            /** The Playwright or Vitest project, or a label; empty if it has none. */
            variant: string
            /** 0 for the first test of these titles in its file, 1 for the second. */
            occurrence: number
            since: string
          }[]
        }
        /** Tests that became flaky in the window. */
        newlyFlaky: {
          count: number
          /** The newest five. */
          tests: {
            /** 32 hex digits; the same test has the same id in every execution of its project. */
            testId: string
            /** Posix path, relative to the root. */
            file: string
            /** Describe blocks from the outside in, then the test's own title. */
            titles: string[]
            /** The Playwright or Vitest project, or a label; empty if it has none. */
            variant: string
            /** 0 for the first test of these titles in its file, 1 for the second. */
            occurrence: number
            since: string
          }[]
        }
      }
      /** Pull requests of the last 14 days, at most five. */
      pullRequests: {
        number: number
        repository: string | null
        branch: string | null
        baseBranch: string | null
        /** The newest commit's message. */
        message: string | null
        status: 'failed' | 'running' | 'incomplete' | 'passed'
        /** The answer of all suites as one line of plain text; of a single suite its headline. */
        headline: string | null
        /** The most urgent conclusion of its suites. */
        conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
        lastRunAt: string
        executions: {
          id: string
          /** The page for people. */
          url: string
          /** Slug of the project. */
          project: string
          /** Name of the suite. */
          suite: string
          /** running until it settles, then its outcome. */
          state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
          startedAt: string
          /** The number of results by status; errors are failures outside any test. */
          counts: {
            total: number
            passed: number
            failed: number
            flaky: number
            skipped: number
            errors: number
          }
          /** At most 5 minutes old. Null beyond the first five pull requests, and without results. */
          headline: string | null
          conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
        }[]
      }[]
      hasMorePullRequests: boolean
      /** Metrics of the branch by day, oldest first. */
      days: {
        day: string
        executions: ExecutionCounts
        p95Ms: number | null
      }[]
      /** The ten newest of all branches. */
      executions: ExecutionSummary[]
      /** Executions of any branch that are not over. */
      running: number
    }
  }
  /** Returns all projects for a screen in a room: the state of each main branch, which suites and tests fail, since which run, and with which commit that began. What fails comes first, the newest break before older ones. Needs the role viewer and the scope read. */
  getWall: {
    input: Record<never, never>
    data: {
      /** The 100 newest projects. */
      projects: {
        project: string
        branch: string
        /** Null: no run of the branch has passed or failed yet. */
        status: 'passed' | 'failed' | null
        since: {
          id: string
          url: string
          startedAt: string
          /** True if the state began before the 500 newest runs. */
          isOlder: boolean
          /** What that run tested. Null for a run without git. */
          commit: {
            sha: string | null
            message: string | null
            /** The name of who wrote the commit, if the reporter read it from git. */
            author: string | null
          } | null
        } | null
        /** Executions of the branch that run now. */
        running: number
        /** At most 5 suites. */
        failing: {
          suite: string
          newest: {
            id: string
            url: string
            startedAt: string
          }
          /** The first run of the unbroken series of this state. */
          since: {
            id: string
            url: string
            startedAt: string
            /** True if the state began before the 500 newest runs. */
            isOlder: boolean
            /** What that run tested. Null for a run without git. */
            commit: {
              sha: string | null
              message: string | null
              /** The name of who wrote the commit, if the reporter read it from git. */
              author: string | null
            } | null
          }
          /** Failed results of the newest run. */
          failed: number
          /** At most 3 of them. */
          tests: {
            /** 32 hex digits; the same test has the same id in every execution of its project. */
            testId: string
            /** Describe blocks from the outside in, then the test's own title. */
            titles: string[]
            /** Posix path, relative to the root. */
            file: string
            owners: string[]
          }[]
        }[]
        failingSuites: number
      }[]
      hasMore: boolean
    }
  }
  /** Returns all projects for a start page: the state of each default branch, the newest run, the runs of 14 days, and the pull requests that are red by their own fault. Projects whose default branch fails come first, then the most recently run. Needs the role viewer and the scope read. */
  getHome: {
    input: Record<never, never>
    data: {
      /** The last 14 UTC days, today included, oldest first. */
      days: string[]
      /** The 100 most recently run projects. */
      projects: {
        project: string
        /** The default branch, else main or master. */
        branch: string
        /** `failed` if the newest run of any suite of the branch failed. Null: none has passed or failed yet. */
        status: 'passed' | 'failed' | null
        suites: number
        failingSuites: number
        /** The newest run of any branch. */
        newest: {
          id: string
          url: string
          startedAt: string
          suite: string
          state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
          branch: string | null
        } | null
        /** Runs of the branch that passed, by day. */
        passed: number[]
        failed: number[]
        /** Runs of any branch that are not over. */
        running: number
        /** Pull requests that ran tests in these days. */
        pulls: {
          /** Pull requests whose change broke a test. */
          red: number
          /** Failed ones that are not judged yet: a call makes at most 10 comparisons. */
          unjudged: number
          /** The newest 3 red ones. */
          newest: {
            number: number
            repository: string | null
            headline: string | null
            lastRunAt: string
          }[]
        }
      }[]
      hasMore: boolean
    }
  }
  /** Returns pass rates, failure counts and durations of a window and of the previous window of the same length. Every total matches GET /api/executions with the same filters. Needs the role viewer and the scope read. */
  getMetrics: {
    input: {
      /** Slug of a project; absent: all projects that the credential can access. */
      project?: string | undefined
      branch?: string | undefined
      suite?: string | undefined
      /** Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
    }
    data: {
      current: Metrics
      /** The window of the same length that ends when `current` begins. */
      before: Metrics
      /** Current minus before, in the unit of the figure; null if either is null. */
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
  /** Lists the suites of a window, those with the most failed executions first, then those with the most failed results. The sums of all suites equal the metrics of the window. Needs the role viewer and the scope read. */
  listSuites: {
    input: {
      /** Slug of a project; absent: all projects that the credential can access. */
      project?: string | undefined
      branch?: string | undefined
      suite?: string | undefined
      /** Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      project: string
      suite: string
      executions: ExecutionCounts
      /** Results of the settled executions by status: the sum of their `counts`. */
      tests: {
        total: number
        passed: number
        failed: number
        flaky: number
        skipped: number
      }
      /** Passed ÷ (passed + failed) executions. */
      executionPassRate: {
        /** Numerator ÷ denominator, 0 to 1; null if the denominator is 0. */
        value: number | null
        numerator: number
        denominator: number
      }
    }[]
  }
  /** Returns executions and results over time, in UTC hours, days, ISO weeks (from Monday) or months. Empty buckets contain zeros. The sum of the buckets equals the metrics of the window. With `limit`, a page has the newest buckets, and `nextCursor` continues with older ones of the same window. Needs the role viewer and the scope read. */
  getTrends: {
    input: {
      /** Slug of a project; absent: all projects that the credential can access. */
      project?: string | undefined
      branch?: string | undefined
      suite?: string | undefined
      /** Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      /** A window has at most 400 days, an hourly window at most 31. */
      granularity?: 'hourly' | 'daily' | 'weekly' | 'monthly' | undefined
      /** Buckets of a page. Default: all. */
      limit?: number | undefined
      /** `nextCursor` of the previous page. */
      cursor?: string | undefined
    }
    data: {
      /** Start of the window, also on later pages. */
      from: string
      /** End of the window, also on later pages; exclusive. */
      to: string
      granularity: 'hourly' | 'daily' | 'weekly' | 'monthly'
      /** The buckets of the page, oldest first. */
      points: {
        /** 2026-03-02T09, 2026-03-02, 2026-W10 or 2026-03. */
        bucket: string
        /** Start of the bucket, or of the window if that is later. */
        from: string
        /** End of the bucket, or of the window if that is earlier; exclusive. */
        to: string
        executions: ExecutionCounts
        /** Results of the settled executions by status: the sum of their `counts`. */
        tests: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
        }
        /** Average of its settled executions; null if it has none. */
        averageDurationMs: number | null
        /** Their median (nearest rank). */
        p50DurationMs: number | null
        /** Their 95th percentile (nearest rank). */
        p95DurationMs: number | null
      }[]
      nextCursor: string | null
    }
  }
  /** Lists tests with evidence of flakiness, by default sorted by rate, then by number of runs. flakinessRate = runs with evidence ÷ runs of the test. If at least 3 tests of 2 files in a run share a system error such as ECONNREFUSED, or a timeout of their runner, the run shows an outage, and those failures are not evidence. A test that failed in all of its runs is not flaky. Needs the role viewer and the scope read. */
  listFlakyTests: {
    input: {
      /** Slug of a project; absent: all projects that the credential can access. */
      project?: string | undefined
      branch?: string | undefined
      /** Whole UTC days, including today. */
      days?: number | undefined
      /** Omits tests with fewer runs in the window. */
      minRuns?: number | undefined
      /** `broken`: tests whose monitor has this state; with `branch` those that ran on it in the window. */
      state?: 'flaky' | 'broken' | undefined
      /** `judged`: tests whose monitor ever changed its state come first, each part by rate. `evidence`: by runs with evidence. `seen`: by the last failure. `cost`: by `costMs`. Tests without a value come last. */
      sort?: 'rate' | 'judged' | 'evidence' | 'seen' | 'cost' | 'title' | 'owner' | undefined
      /** By default, texts ascend, and numbers and times descend. */
      order?: 'asc' | 'desc' | undefined
      /** Only tests whose file has this owner, such as `@acme/payments`. */
      owner?: string | undefined
      /** The number of newest runs of each test in `recent`. */
      recent?: number | undefined
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
      /** The Playwright or Vitest project, or a label; empty if it has none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** A run is one leg of an execution that counts: settled, clean, from CI, not from a fork, not an outage. */
      flakinessRate: {
        /** Numerator ÷ denominator; null if it did not run. */
        value: number | null
        /** Runs with evidence of flakiness. */
        numerator: number
        /** Runs of the window in which the test ran and was not skipped. */
        denominator: number
        /** Wilson 95 % confidence interval of the rate, z = 1.959964. */
        interval: {
          low: number
          high: number
        }
      }
      /** Runs with evidence, by kind; a run with both kinds counts once, as the stronger kind. */
      evidence: {
        /** Runs that failed while another run of the same code and leg passed: the strongest evidence. */
        sameTree: number
        /** Runs in which it failed and then passed. */
        retry: number
      }
      /** Runs of the window in which it failed, with or without evidence. */
      failedRuns: number
      /** The newest run with evidence; null if it was deleted. */
      lastEvidence: {
        id: string
        url: string
        startedAt: string
      } | null
      /** Its error in the newest run of the window in which it went wrong. */
      lastError: {
        /** As it was worded when the project first had this error. */
        message: string
        fingerprint: string
        execution: string
        startedAt: string
      } | null
      /** Runs with evidence × its newest pass on the default branch: at least this time went to attempts without a cause. Null without such a pass. */
      costMs: number | null
      /** The newest document that is tied to its last error; null if there is none, or if the credential may not read documents. */
      document: {
        project: string
        path: string
        title: string
      } | null
      /** By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed. */
      monitor: 'healthy' | 'flaky' | 'broken'
      /** When its monitor took this state; null if it never changed. */
      monitorSince: string | null
      /** Owners of its file, by CODEOWNERS of the project’s newest execution; empty if it has no owner. */
      owners: string[]
      /** Its newest runs of the window, newest first: at most 20, among the newest 400 runs of the project. A run is one leg of an execution that counts. */
      recent: {
        execution: string
        status: 'passed' | 'failed' | 'flaky' | 'skipped'
        startedAt: string
        branch: string | null
      }[]
      /** The agent that works on it; absent if none does. */
      lease?: Lease
    }[]
  }
  /** Lists the tests of a project, by default most recently created first. A renamed test appears once, under its newest name. With `q`, `monitor` or `owner`, a page scans a limited number of tests. It can then be shorter than `limit`, or empty, while `nextCursor` is not null. Needs the role viewer and the scope read. */
  listTests: {
    input: {
      /** Slug of the project. */
      project: string
      /** Part of its file or titles; earlier names match too. */
      q?: string | undefined
      /** Only tests whose monitor has this state. */
      monitor?: 'healthy' | 'flaky' | 'broken' | undefined
      /** Only tests whose file has this owner, such as `@acme/payments`. */
      owner?: string | undefined
      /** `rate`: by flakinessRate, `failed`: by the last failure, both of the last 30 days. `duration`: by `durationMs`. Tests without a value come last; a test without evidence has the rate 0. */
      sort?: 'created' | 'title' | 'rate' | 'failed' | 'duration' | undefined
      /** By default, texts ascend, and numbers and times descend. */
      order?: 'asc' | 'desc' | undefined
      /** Adds `details` of the last 30 days to each test. */
      details?: 'true' | undefined
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
      /** The Playwright or Vitest project, or a label; empty if it has none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** Start of the first run that reported the test, under its earliest name. Uploading an older run later does not change it. */
      firstSeenAt: string
      /** Earlier names from confirmed renames, latest first; their runs belong to this test. */
      formerNames: TestName[]
      /** By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed. */
      monitor: 'healthy' | 'flaky' | 'broken'
      /** Present if `details` is `true`. */
      details?: {
        /** Owners of its file, by CODEOWNERS of the project’s newest execution; empty if it has no owner. */
        owners: string[]
        /** A run is one leg of an execution that counts: settled, clean, from CI, not from a fork, not an outage. */
        flakinessRate: {
          /** Numerator ÷ denominator; null if it did not run. */
          value: number | null
          /** Runs with evidence of flakiness. */
          numerator: number
          /** Runs of the window in which the test ran and was not skipped. */
          denominator: number
          /** Wilson 95 % confidence interval of the rate, z = 1.959964. */
          interval: {
            low: number
            high: number
          }
        }
        /** Runs of the window in which it failed, with or without evidence. */
        failedRuns: number
        /** Its error in the newest run of the window in which it went wrong. */
        lastError: {
          /** As it was worded when the project first had this error. */
          message: string
          fingerprint: string
          execution: string
          startedAt: string
        } | null
        /** Its newest runs of the window, newest first: at most 20, among the newest 400 runs of the project. A run is one leg of an execution that counts. */
        recent: {
          execution: string
          status: 'passed' | 'failed' | 'flaky' | 'skipped'
          startedAt: string
          branch: string | null
        }[]
        /** How long it took in the newest run of its suite on the default branch; null unless it passed there. */
        durationMs: number | null
        /** Milliseconds in the newest 40 runs of the default branch in which it passed, oldest first; at most 20. */
        durations: number[]
      }
    }[]
  }
  /** Lists the owners of a project’s test files, by CODEOWNERS of its newest execution. Needs the role viewer and the scope read. */
  listOwners: {
    input: {
      /** Slug of the project. */
      project: string
    }
    data: {
      /** Each once, in the order of their names. */
      owners: string[]
    }
  }
  /** Returns one test with its flakiness, its monitor and its runs, newest first. The id of an earlier name returns the same test under its newest name. A page can have fewer runs than `limit` and still have a next page, because it scans a thousand executions at a time. Needs the role viewer and the scope read. */
  getTest: {
    input: {
      id: string
      /** Required if several projects have a test with this name. */
      project?: string | undefined
      /** Only runs of this branch, also for the rate. */
      branch?: string | undefined
      /** Whole UTC days, including today. */
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
      /** The Playwright or Vitest project, or a label; empty if it has none. */
      variant: string
      /** 0 for the first test of these titles in its file, 1 for the second. */
      occurrence: number
      project: string
      /** Start of the first run that reported the test, under its earliest name. Uploading an older run later does not change it. */
      firstSeenAt: string
      /** Earlier names from confirmed renames, latest first; their runs belong to this test. */
      formerNames: TestName[]
      /** A run is one leg of an execution that counts: settled, clean, from CI, not from a fork, not an outage. */
      flakinessRate: {
        /** Numerator ÷ denominator; null if it did not run. */
        value: number | null
        /** Runs with evidence of flakiness. */
        numerator: number
        /** Runs of the window in which the test ran and was not skipped. */
        denominator: number
        /** Wilson 95 % confidence interval of the rate, z = 1.959964. */
        interval: {
          low: number
          high: number
        }
      }
      evidence: {
        /** Runs that failed while another run of the same code and leg passed: the strongest evidence. */
        sameTree: number
        /** Runs in which it failed and then passed. */
        retry: number
        /** Changes between passing and failing from one run of a branch to the next, on different code. They never count in the rate. */
        flips: number
      }
      failedRuns: number
      /** True if its monitor has the state `broken`. */
      isBroken: boolean
      lastEvidence: {
        id: string
        url: string
        startedAt: string
      } | null
      /** Owners of its file, by CODEOWNERS of the project’s newest execution; empty if it has no owner. */
      owners: string[]
      monitor: {
        /** By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed. */
        state: 'healthy' | 'flaky' | 'broken'
        since: string | null
        /** The last 50 changes, newest first, including those under earlier names. */
        changes: {
          at: string
          /** By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed. */
          from: 'healthy' | 'flaky' | 'broken'
          /** By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed. */
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
          /** The runner, such as playwright or vitest. */
          framework: string
          tree: string | null
          trust: 'ci' | 'local' | 'fork'
          /** True if the working tree differed from the commit. */
          dirty: boolean
        }
        leg: string
        /** Id of the name it ran under, which may be an earlier name. */
        testId: string
        status: 'passed' | 'failed' | 'flaky' | 'skipped'
        /** When the execution began. */
        startedAt: string
        durationMs: number
        error: {
          message: string
          fingerprint: string
        } | null
        /** False if the run is excluded from rates: from a fork, dirty, an outage, or not settled. */
        counts: boolean
        /** Why the run does not count; null if it counts. `outage`: most tests of the execution failed. `dirty`: the checkout had changes without a commit. `local`: the project has runs in CI, so that local runs do not count. */
        excludedBecause: 'not-settled' | 'fork' | 'outage' | 'dirty' | 'local' | null
        /** True if the run is in the denominator of flakinessRate: it counts, was not skipped and is in the window. */
        inRate: boolean
        /** Why the run is evidence of flakiness; empty if it is not. */
        evidence: ('same-tree' | 'retry')[]
        /** True if it failed with a system error or a timeout of the runner that several tests of the run share. Such a run is not evidence of flakiness. */
        isOutage: boolean
      }[]
      nextCursor: string | null
    }
  }
  /** Returns the rules by which the tests of a project become flaky or broken, and recover. Needs the role viewer and the scope read. */
  getMonitorSettings: {
    input: {
      /** Slug of the project. */
      slug: string
    }
    data: {
      /** Whole UTC days, including today, over which flakiness is judged. */
      windowDays: number
      /** Runs required for a judgement. */
      minRuns: number
      /** A test is flaky from this number of runs with evidence … */
      flakyRuns: number
      /** … if these are at least this share of its runs. */
      flakyRate: number
      /** A test recovers after this number of consecutive runs without evidence and without failure on the default branch. */
      recoverAfterRuns: number
      /** A test is broken after this number of consecutive failed runs on the default branch and one leg, until it passes. */
      brokenAfterRuns: number
      /** Branches whose runs count as evidence of flakiness. */
      branches: 'all' | 'default'
    }
  }
  /** Changes the given settings and leaves the others unchanged; null restores the default. Monitors apply the new settings with the next run of each test. Needs the role admin and the scope admin. */
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
      /** Whole UTC days, including today, over which flakiness is judged. */
      windowDays: number
      /** Runs required for a judgement. */
      minRuns: number
      /** A test is flaky from this number of runs with evidence … */
      flakyRuns: number
      /** … if these are at least this share of its runs. */
      flakyRate: number
      /** A test recovers after this number of consecutive runs without evidence and without failure on the default branch. */
      recoverAfterRuns: number
      /** A test is broken after this number of consecutive failed runs on the default branch and one leg, until it passes. */
      brokenAfterRuns: number
      /** Branches whose runs count as evidence of flakiness. */
      branches: 'all' | 'default'
    }
  }
  /** Lists the projects that the credential can access, most recently created first. Needs the role viewer and the scope read. */
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
      /** When its newest execution started. */
      lastExecutionAt: string | null
    }[]
  }
  /** Changes the display name or the default branch of a project. Its slug stays, because uploads and addresses contain it. Absent fields stay unchanged. Needs the role admin and the scope admin. */
  updateProject: {
    input: {
      slug: string
      name?: string | undefined
      /** Null: the next upload of CI names it; until then, main or master. */
      defaultBranch?: string | null | undefined
    }
    data: {
      slug: string
      name: string
      repository: string | null
      defaultBranch: string | null
    }
  }
  /** Deletes a project with all its executions, tests and history, and revokes the keys restricted to it. It disappears from all responses immediately; its rows are deleted later. This cannot be undone. Needs the role admin and the scope admin. */
  deleteProject: {
    input: {
      slug: string
    }
    data: {
      slug: string
      deletedAt: string
    }
  }
  /** Lists the project accounts of the credential, most recently created first, and marks the active one: the project that it used last, else the newest. Needs the role viewer and any scope. */
  listAccounts: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** Id of the project. */
      id: string
      name: string
      slug: string
      /** The caller's role in this project. */
      role: 'viewer' | 'editor' | 'admin'
      /** True for the project that tools use if no header Svc-Project names another. */
      active: boolean
    }[]
  }
  /** Makes a project the active one of this credential: tools use it until the next switch. Other credentials keep theirs. Needs the role viewer and any scope. */
  switchAccount: {
    input: {
      /** Id or slug of a project. */
      project: string
    }
    data: {
      /** Id of the project. */
      id: string
      name: string
      slug: string
      /** The caller's role in this project. */
      role: 'viewer' | 'editor' | 'admin'
      /** True for the project that tools use if no header Svc-Project names another. */
      active: boolean
    }
  }
  /** Compares two executions and judges whether the change caused each failure. Each group has its total and its first entries, most urgent first. `group` with its cursor from `nextCursors` returns more entries. Needs the role viewer and the scope read. */
  compareExecutions: {
    input: {
      base?: string | undefined
      head: string
      /** Returns only the entries of this group. `ranked`: one list of all changes of tests, without new tests that pass, in the order errorsIntroduced, regressions, newTests, stillFailing, failuresNotCompared, errorsPersisting, newlyFlaky, stoppedRunning, renameCandidates, removed, slower, slowerFiles, faster, improvements, errorsFixed, renamed. */
      group?:
        | 'errorsIntroduced'
        | 'regressions'
        | 'newTests'
        | 'stillFailing'
        | 'failuresNotCompared'
        | 'errorsPersisting'
        | 'newlyFlaky'
        | 'stoppedRunning'
        | 'renameCandidates'
        | 'removed'
        | 'slower'
        | 'slowerFiles'
        | 'faster'
        | 'improvements'
        | 'errorsFixed'
        | 'renamed'
        | 'ranked'
        | undefined
      /** Entries of each group, or of the list `ranked`. Without it, 50, or as many fewer as keep the answer below 200 kB. */
      limit?: number | undefined
      /** The group's cursor from `nextCursors`, or `nextCursor` for `ranked`; requires `group`. */
      cursor?: string | undefined
    }
    data: {
      base: ExecutionSummary | null
      head: ExecutionSummary
      provisional: boolean
      /** Results that a running execution still waits for, in words: the first 20, then the number of the others. Empty once it has settled. */
      waitingFor: string[]
      /** Missing results of a settled execution, in words: parts that the base has, declared shards, and interrupted parts. The first 20, then the number of the others. */
      missing: string[]
      /** While `provisional`: when the execution settles if nothing more arrives. Null otherwise. */
      settlesAt: string | null
      baseChoice: {
        rule: 'given' | 'merge-parent' | 'merge-base' | 'equal-tree' | 'ancestor' | 'newest' | 'none'
        commitsAway: number | null
        because: string
        /** How to get a better base, in words; null if this base is the best. */
        better: string | null
      }
      /** What a bail, a failed hook, an interruption or a crash of the head kept from running, in words, also while it runs. Nobody can judge such tests, so every gate fails. Empty if all ran. */
      cutOff: string[]
      /** A sentence if at least 80 % of the tests that ran failed, with one error or although they passed on the base. Read it first. Null otherwise. */
      massFailure: string | null
      /** New and changed tests that failed and passed in the trials of a burn-in, on the same code and in the same order, the first 50. Tests that were flaky on the base branch within 30 days before are left out. */
      flakyInBurnIn: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** Variation within a CI matrix, for example linux-x64-node24. */
        leg: string
        /** False if the base has the test. */
        isNew: boolean
        /** Trials that failed. */
        failed: number
        passed: number
      }[]
      legs: {
        compared: string[]
        onlyBase: string[]
        onlyHead: string[]
        paired: {
          base: string
          head: string
        } | null
        /** The number of legs in each list, which contains the first 100 of them. `GET /api/executions/:id` lists all parts of a side with their legs. */
        totals: {
          compared: number
          onlyBase: number
          onlyHead: number
        }
      }
      regressions: Regression[]
      improvements: TestChange[]
      stillFailing: Regression[]
      newlyFlaky: TestChange[]
      newTests: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** Variation within a CI matrix, for example linux-x64-node24. */
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
        verdict: Verdict | null
        /** Owners of the test's file, from CODEOWNERS of the head; empty if it has no owner. */
        owners: string[]
      }[]
      removed: TestChange[]
      stoppedRunning: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** Variation within a CI matrix, for example linux-x64-node24. */
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
        /** `file-not-loaded`: its file failed to load. `hook-failed`: a hook or a fixture before it failed. `run-cancelled`: the run was cancelled. `part-lost`: a part of the run was interrupted. `not-reported`: the job or shard that runs it did not report. `bailed`: the run ended before it, because enough tests had failed (`bail`). `not-selected`: the run seems to be a selection of tests. `skipped`: the test exists and was skipped. */
        cause:
          | 'file-not-loaded'
          | 'hook-failed'
          | 'run-cancelled'
          | 'part-lost'
          | 'not-reported'
          | 'bailed'
          | 'not-selected'
          | 'skipped'
        /** The cause in words. */
        reason: string
      }[]
      slower: DurationChange[]
      faster: DurationChange[]
      /** Files whose tests took longer in total, at most 10 per leg. This finds many short tests that became slower. */
      slowerFiles: {
        file: string
        leg: string
        /** Timed tests: those that passed on both sides and are not in `slower`. */
        tests: number
        /** Median of their total duration in recent base runs, in milliseconds. */
        usualMs: number
        headMs: number
        /** Robust standard deviations between the two. */
        deviations: number
        runs: number
      }[]
      /** Failed tests of legs and parts that the base did not run; without a base, all failed tests. */
      failuresNotCompared: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        /** Variation within a CI matrix, for example linux-x64-node24. */
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
        /** Why the base has no result to compare with, in words. */
        reason: string
        /** What would decide whether the change caused it. */
        missing: string
        /** Owners of the test's file, from CODEOWNERS of the head; empty if it has no owner. */
        owners: string[]
      }[]
      /** Removed and new tests that may be the same test under two names. Confirm them with POST /api/renames. */
      renameCandidates: {
        /** The earlier name. */
        from: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg: string
        }
        to: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg: string
        }
        /** 0 to 1. */
        similarity: number
        /** Reasons for the match, strongest first. */
        why: string[]
      }[]
      /** Tests that were compared under two names because of a confirmed rename. */
      renamed: {
        /** Its name in the base. */
        from: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg: string
        }
        to: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
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
      /** Slug of the organization of both executions, which were found by their ids alone. */
      organization: string
      /** The conclusion that `headline` states. `mine`: this change broke a test, or added a failing one. `unknown`: this change possibly caused a failure. `no-base-failed`: the run failed, and there is no base run. `incomplete`: the run was cut off, and no failure points to this change. `not-mine`: something other than this change explains every failure. `passed`: nothing failed. */
      conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed'
      /** The first line of the execution's section of the pull request's comment, as plain text. */
      headline: string
      /** The runs of all `history` of this page, newest first. */
      historyRuns: {
        execution: string
        startedAt: string
        branch: string | null
      }[]
      /** Total number of entries per group, including entries on other pages. */
      totals: {
        errorsIntroduced: number
        regressions: number
        newTests: number
        stillFailing: number
        failuresNotCompared: number
        errorsPersisting: number
        newlyFlaky: number
        stoppedRunning: number
        renameCandidates: number
        removed: number
        slower: number
        slowerFiles: number
        faster: number
        improvements: number
        errorsFixed: number
        renamed: number
      }
      /** Failures of the head by reason, in the order of the comment, including entries on other pages. `GET /api/executions/:id/failures` lists them. */
      sections: {
        /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error; `flaky`: passed on a retry. */
        topic:
          | 'mine'
          | 'unknown'
          | 'infrastructure'
          | 'base-is-broken'
          | 'known-flake'
          | 'no-base'
          | 'differently'
          | 'flaky'
        total: number
      }[]
      /** Number of tests per verdict: all `regressions` and all failing `newTests`, including entries on other pages. Equals `totals.mine` and `totals.unknown` of the report. Excludes `stillFailing`, whose tests also failed on the base. */
      verdicts: {
        mine: number
        unknown: number
        infrastructure: number
        'base-is-broken': number
        'known-flake': number
      }
      /** `cursor` of the next page of each group; null if this page completes the group. */
      nextCursors: {
        errorsIntroduced: string | null
        regressions: string | null
        newTests: string | null
        stillFailing: string | null
        failuresNotCompared: string | null
        errorsPersisting: string | null
        newlyFlaky: string | null
        stoppedRunning: string | null
        renameCandidates: string | null
        removed: string | null
        slower: string | null
        slowerFiles: string | null
        faster: string | null
        improvements: string | null
        errorsFixed: string | null
        renamed: string | null
      }
      /** `cursor` of the next page of the group `ranked`; null on its last page, and for other groups. */
      nextCursor: string | null
    }
  }
  /** Lists the failures of an execution by reason, in the order of the pull request’s comment: those of one cause together, then flaky tests. Filtered and counted by the server. Needs the role viewer and the scope read. */
  listExecutionFailures: {
    input: {
      id: string
      base?: string | undefined
      /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error; `flaky`: passed on a retry. */
      topic?:
        | 'mine'
        | 'unknown'
        | 'infrastructure'
        | 'base-is-broken'
        | 'known-flake'
        | 'no-base'
        | 'differently'
        | 'flaky'
        | undefined
      /** Words that must all be in the title, the file, the variant, an owner or the error. */
      q?: string | undefined
      /** As CODEOWNERS writes it. */
      owner?: string | undefined
      leg?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** All sections that have failures. */
      sections: {
        /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error; `flaky`: passed on a retry. */
        topic:
          | 'mine'
          | 'unknown'
          | 'infrastructure'
          | 'base-is-broken'
          | 'known-flake'
          | 'no-base'
          | 'differently'
          | 'flaky'
        title: string
        total: number
        /** Failures that `q`, `owner` and `leg` accept. */
        matching: number
      }[]
      failures: {
        /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error; `flaky`: passed on a retry. */
        topic:
          | 'mine'
          | 'unknown'
          | 'infrastructure'
          | 'base-is-broken'
          | 'known-flake'
          | 'no-base'
          | 'differently'
          | 'flaky'
        /** `broke`: passed on the base. `new`: a new test. `woken`: skipped on the base. `not-compared`: the base did not run it. `error`: outside any test. */
        kind: 'broke' | 'new' | 'woken' | 'not-compared' | 'still-failing' | 'error' | 'flaky'
        file: string | null
        /** Null for a failure outside any test. */
        test: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg: string
        } | null
        message: string
        fingerprint: string
        verdict: {
          /** `mine`: It passed before or is new, and fails here every time; no other branch explains it. `unknown`: There is not enough evidence yet; the verdict names what is missing. `infrastructure`: A machine, a network or a service failed, on other branches too. `base-is-broken`: The base branch fails the same way. `known-flake`: The test failed and passed on the same code with this error before. */
          kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
          /** The evidence in one sentence, with its numbers. */
          because: string
          /** The data behind `because`. */
          basis: VerdictBasis
          /** If the verdict is `unknown`: what would decide it. Null otherwise. */
          missing: string | null
          /** The data behind `missing`. */
          needs: VerdictNeeds | null
          history: TestHistory
          /** Null without evidence that it is flaky with this error. */
          flakiness: {
            /** `runs` ÷ `of`. */
            rate: number
            /** Runs in which it failed with this error and passed on the same code, in a retry or in another run. */
            runs: number
            /** Runs of other branches on this leg that ran it. */
            of: number
            /** Lower end of the 95 % Wilson interval of the rate. */
            low: number
            high: number
            /** Days before the end of the head that were considered. */
            days: number
          } | null
          /** Its experiments on this code, if any: `GET /api/executions/:id/experiments` has each trial. */
          trials: VerdictTrials | null
          /** Whether the change can reach it by imports. No verdict depends on it. Null if the reporter lists no imports, as that of Playwright, or if the changed files are not known. */
          reach: VerdictReach | null
          /** The runs that support the verdict: the newest of each kind, at most 5. */
          evidence: VerdictEvidence[]
          /** Total number of such runs by kind, including runs that `evidence` omits. */
          evidenceTotals: Record<string, number>
          /** Page of the test with all its runs. `GET /api/tests/:id` returns the same as data. */
          historyUrl: string
        } | null
        owners: string[]
      }[]
      nextCursor: string | null
    }
  }
  /** Stores what trials of single tests showed: a failed test again, here and on its base. Experiments are evidence for verdicts and nothing else: they change no history, metric, monitor, flaky rate or base. An execution has at most 200. The request is idempotent. Needs the role editor and the scope ingest. */
  sendExperiments: {
    input: {
      /** The execution whose tests were tried. */
      execution: string
      experiments: {
        /** Chosen by the sender. An experiment that is sent twice is stored once. */
        id: string
        /** `proof`: whose failure is it? `burn-in`: is a new test flaky? `bisect`: which commit broke it? `rerun`: does it fail again? */
        purpose: 'proof' | 'burn-in' | 'bisect' | 'rerun'
        /** A test of the execution. */
        test: {
          file: string
          titles: string[]
          variant?: string | undefined
          occurrence?: number | undefined
          /** The leg on which the execution ran it. */
          leg: string
        }
        /** How many tests failed in the execution with its error, including itself. */
        alike?: number | undefined
        head: {
          commit: string
          /** True if the working tree differed from the commit. */
          dirty: boolean
          /** The command of one trial, for a shell, without secrets. */
          command: string
        }
        /** Null if only the head was tried. */
        base?:
          | {
              commit: string
              branch: string | null
              /** False if it has commits that the head lacks: one of them may have mended the test. */
              isOlder: boolean
              /** The command of one trial, for a shell, without secrets. */
              command: string
            }
          | null
          | undefined
        /** Where the trials ran: platform, Node and CI system. */
        machine: string
        startedAt: string
        /** Files that ran in each trial before the test's own, in this order, as in the run in which it failed; none if its file ran alone. A base lacks those that the head adds. */
        after?: string[] | undefined
        /** In the order in which they ran. */
        trials: {
          /** `head`: the code whose test failed. `base`: its base. */
          side: 'head' | 'base'
          /** `failed`: it failed with the error that is looked into. `void`: the trial says nothing about it; `reason` says why. */
          result: 'failed' | 'passed' | 'void'
          durationMs: number
          /** Why it is void. */
          reason?: string | undefined
          /** With what it failed, without secrets. */
          error?:
            | {
                name?: string | undefined
                message: string
                stack?: string | undefined
                location?:
                  | {
                      file: string
                      line: number
                    }
                  | undefined
                cause?:
                  | {
                      name?: string | undefined
                      message: string
                    }
                  | undefined
              }
            | undefined
          /** Seed of the order in which its file's tests ran; absent for the file's own order. */
          order?: number | undefined
        }[]
      }[]
    }
    data: {
      /** Experiments that this request added. */
      stored: number
      /** Experiments that were stored before. */
      known: number
    }
  }
  /** Lists the experiments of an execution, in the order in which they arrived. Needs the role viewer and the scope read. */
  listExperiments: {
    input: {
      id: string
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Experiment[]
  }
  /** Lists renames of tests, newest first. Needs the role viewer and the scope read. */
  listRenames: {
    input: {
      project?: string | undefined
      /** Only renames from or to this test. */
      test?: string | undefined
      state?: 'confirmed' | 'undone' | 'all' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Rename[]
  }
  /** Confirms that a test has a new name. The test keeps its history and its monitor, GET /api/tests lists it only under the newest name, and comparisons pair the two names. Give one pair as `from` and `to`, or several as `renames`; the server confirms all of them or none. It rejects a pair if both tests ran in one execution, if either is already renamed, or if the renames would form a cycle. Needs the role editor and the scope ingest. */
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
      renames: Rename[]
    }
  }
  /** Undoes a rename. The two become separate tests again, each with its own history. The operation is idempotent. Needs the role editor and the scope ingest. */
  undoRename: {
    input: {
      id: string
    }
    data: Rename
  }
  /** Lists failures, grouped by fingerprint. Failures are failed results and errors outside tests. For one execution: largest group first; the counts add up to those of the execution. For a project: most recent group first, over settled executions that are not from forks. CONFLICT if retention removed the results of the execution. Needs the role viewer and the scope read. */
  listFailures: {
    input: {
      execution?: string | undefined
      project?: string | undefined
      branch?: string | undefined
      /** Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      /** Part of the message, or of the class of the error. */
      q?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      project: string
      /** The first 2,000 characters of one of its errors. */
      message: string
      /** Failed results of all legs, counted by their deciding error. */
      failed: number
      /** Flaky results, counted by the error of the failed attempt. */
      flaky: number
      /** Errors outside any test. */
      errors: number
      /** Distinct tests. */
      tests: number
      legs: string[]
      /** At most 5 of the tests. */
      sample: TestName[]
      /** Distinct files of those tests. */
      files: number
      /** At most 5 files that the errors outside tests name: of this execution, or of the newest one that had the failure. */
      errorFiles: string[]
      /** Owners of those files, at most 10, sorted by the number of files they own. Computed from the first 100 files and CODEOWNERS of the execution, or of the project’s newest execution. */
      owners: string[]
      executions: number
      /** At most 20, most recent first. */
      branches: string[]
      branchCount: number
      commitCount: number
      /** UTC days with executions that had it, oldest first. `failures` is the sum of `failed`, `flaky` and `errors`. */
      days: {
        day: string
        executions: number
        failures: number
      }[]
      /** Over all time and all branches, regardless of the filters. */
      firstSeen: {
        /** When the execution started. */
        at: string
        /** Null if the execution was deleted. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** Over all time and all branches, regardless of the filters. */
      lastSeen: {
        /** When the execution started. */
        at: string
        /** Null if the execution was deleted. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** The agent that works on it; absent if none does. */
      lease?: Lease
      /** The commit that broke the base, as svc bisect found it; absent if nobody has searched it. */
      culprit?: Culprit
    }[]
  }
  /** Returns one group of failures of a project and the executions that had it, newest first. Needs the role viewer and the scope read. */
  getFailure: {
    input: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      project: string
      branch?: string | undefined
      /** Executions that began at this time or later; ISO 8601, without a time zone UTC. Default: 30 days before `to`. */
      from?: string | undefined
      /** Executions that began before this time. Default: now. */
      to?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      project: string
      /** The first 2,000 characters of one of its errors. */
      message: string
      /** Failed results of all legs, counted by their deciding error. */
      failed: number
      /** Flaky results, counted by the error of the failed attempt. */
      flaky: number
      /** Errors outside any test. */
      errors: number
      /** Distinct tests. */
      tests: number
      legs: string[]
      /** At most 5 of the tests. */
      sample: TestName[]
      /** Distinct files of those tests. */
      files: number
      /** At most 5 files that the errors outside tests name: of this execution, or of the newest one that had the failure. */
      errorFiles: string[]
      /** Owners of those files, at most 10, sorted by the number of files they own. Computed from the first 100 files and CODEOWNERS of the execution, or of the project’s newest execution. */
      owners: string[]
      executions: number
      /** At most 20, most recent first. */
      branches: string[]
      branchCount: number
      commitCount: number
      /** UTC days with executions that had it, oldest first. `failures` is the sum of `failed`, `flaky` and `errors`. */
      days: {
        day: string
        executions: number
        failures: number
      }[]
      /** Over all time and all branches, regardless of the filters. */
      firstSeen: {
        /** When the execution started. */
        at: string
        /** Null if the execution was deleted. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** Over all time and all branches, regardless of the filters. */
      lastSeen: {
        /** When the execution started. */
        at: string
        /** Null if the execution was deleted. */
        execution: {
          id: string
          url: string
        } | null
        branch: string | null
        commit: string | null
      }
      /** The agent that works on it; absent if none does. */
      lease?: Lease
      /** The commit that broke the base, as svc bisect found it; absent if nobody has searched it. */
      culprit?: Culprit
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
        /** Failed results of all legs, counted by their deciding error. */
        failed: number
        /** Flaky results, counted by the error of the failed attempt. */
        flaky: number
        /** Errors outside any test. */
        errors: number
        /** Distinct tests. */
        tests: number
        legs: string[]
        /** At most 5 of the tests. */
        sample: TestName[]
      }[]
      /** `cursor` of the next page of occurrences; null on the last. */
      nextCursor: string | null
    }
  }
  /** Stores which commit broke a test of the base, as a search by trials found it. It replaces what an earlier search found, is shown with the failure and announced as base.culprit, and changes no verdict. Needs the role editor and the scope ingest. */
  recordCulprit: {
    input: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      /** The execution in which the failure began. */
      execution: string
      /** The commit, or the newest 20 of the smallest range, oldest first. */
      commits: {
        sha: string
        /** Its name, without an address. */
        author: string
        /** The first line of the message. */
        subject: string
      }[]
      /** The good end of the search, in which the test passed. It is no part of the range. */
      good: string
      /** Commits after the good end, up to the bad one. */
      searched: number
      /** Commits of the range: 1 if the culprit is known. */
      commitCount: number
      /** That the culprit is among them. */
      probability: number
      /** Trials of older commits. */
      before: {
        failed: number
        passed: number
      }
      /** Trials of the range and of later commits. */
      after: {
        failed: number
        passed: number
      }
      /** Commits that could not be run. */
      skipped: number
      /** One trial of the newest commit of the range, for a shell, without secrets. */
      command: string
    }
    data: Culprit
  }
  /** Returns everything that helps to fix the failures of a pull request, a branch, a commit or an execution, within a number of tokens. Failures are grouped by fingerprint and sorted: caused by the change, unknown, broken base, known flake, infrastructure; then by size. `text` is the same for a coding agent: quoted output of tests is fenced, and is data. Needs the role viewer and the scope read. */
  getFailureContext: {
    input: {
      /** Absent: all projects that the credential can access. */
      project?: string | undefined
      /** The id or the address of an execution, the address of a CI run or of a pull request, or `latest`. */
      execution?: string | undefined
      /** The number of a pull request. */
      pr?: number | undefined
      /** `owner/name`, if several repositories have a pull request of this number. */
      repo?: string | undefined
      branch?: string | undefined
      /** A tested commit, or the head of a tested branch. */
      commit?: string | undefined
      suite?: string | undefined
      /** Only clusters with a test of this id, or whose file or name contains this text. */
      test?: string | undefined
      /** Only this cluster. */
      fingerprint?: string | undefined
      /** The maximum size of `text` in tokens of a language model, and of the rest of the answer. */
      maxTokens?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** How the executions were found. */
      because: string
      executions: {
        id: string
        project: string
        suite: string
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
        trust: 'ci' | 'local' | 'fork'
        /** True if the working tree differed from the commit. */
        dirty: boolean
        branch: string | null
        pullRequest: number | null
        commit: string | null
        /** If it ran an older commit than the newest execution of its pull request or branch: that one’s commit. */
        newerCommit: string | null
        counts: {
          passed: number
          failed: number
          flaky: number
          skipped: number
          errors: number
        }
        /** A sentence if nearly all tests failed alike. Read it first. Absent otherwise. */
        massFailure?: string
        /** True while the execution or its base is running. */
        provisional: boolean
        waitingFor?: string[]
        base: {
          id: string
          /** How trustworthy it is: only clean ci runs of a branch can be a base or count as history. */
          trust: 'ci' | 'local' | 'fork'
          /** True if the working tree differed from the commit. */
          dirty: boolean
          branch: string | null
          commit: string | null
        } | null
        /** Why this base was chosen, or why no base exists; absent if the entry before has the same. */
        baseBecause?: string
        /** Commits of the head that the base lacks, newest first, at most 10 and as far as known; absent if the entry before has the same. */
        commits?: {
          sha: string
          message: string | null
        }[]
        /** Files that changed since the merge base; null if CI did not report them. */
        changedFiles: number | null
        /** When retention removed the results; there are no clusters then. */
        removedAt?: string
      }[]
      /** Suites of the pull request or branch that have no execution in this answer, at most 20: for example those that have not run at the given commit. */
      otherSuites: {
        project: string
        suite: string
        /** Its newest execution. */
        execution: string
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        commit: string | null
      }[]
      totals: {
        clusters: number
        tests: number
        /** Tests that failed and passed in a later attempt. */
        flaky: number
        errors: number
        /** Tests that did not run because of an error outside tests. */
        stopped: number
        /** Clusters by verdict. */
        verdicts: Record<string, number>
      }
      clusters: {
        /** From 1, over all pages. */
        rank: number
        /** How much of the cluster this answer contains; `fingerprint` asks for all of one cluster. */
        detail: 'full' | 'most' | 'brief' | 'line'
        /** Equal for errors that differ only in values; `none` for failures without an error. */
        fingerprint: string
        execution: string
        suite: string
        /** The most urgent verdict of its tests; null without a base, and if all of them are flaky. */
        verdict: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake' | null
        tests: number
        /** Further tests that failed with it and passed in a later attempt. */
        flaky: number
        /** Failures outside any test. */
        errors: number
        /** Tests that did not run because of it. */
        stopped: number
        files: number
        message: string
        /** The first frame of the project’s own code. */
        place: {
          file: string
          line: number
          name: string
        } | null
        /** Some of the tests; for an error outside tests, some that did not run because of it. An absent variant is empty, an absent occurrence 0. */
        sample: {
          /** 32 hex digits; the same test has the same id in every execution of its project. */
          testId: string
          /** Posix path, relative to the root. */
          file: string
          /** Describe blocks from the outside in, then the test's own title. */
          titles: string[]
          /** The Playwright or Vitest project, or a label; empty if it has none. */
          variant?: string
          /** 0 for the first test of these titles in its file, 1 for the second. */
          occurrence?: number
          /** Variation within a CI matrix, for example linux-x64-node24. */
          leg?: string
        }[]
        /** The verdict of the first test, with its evidence. */
        judged?: {
          kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
          /** The evidence in one sentence. */
          because: string
          /** The rule that determined the verdict; `docs/explanation/verdicts.md` explains each. */
          rule: string
          /** If the verdict is `unknown`: what would decide it. */
          missing?: string
          /** Results on this leg in the newest runs of the base: of its branch, and of the same commits or files on other branches. */
          history?: {
            runs: number
            passed: number
            failed: number
            flaky: number
          }
          flakiness?: {
            rate: number
            runs: number
            of: number
          }
          evidence?: {
            what: string
            execution: string
            branch: string | null
          }[]
          /** Whether the change can reach the test by imports; absent if nobody knows. */
          reach?: {
            /** `reaches`: its file is a changed file, or imports one, directly or through others. `cannot-reach`: it imports none, and all changed files are modules that tests of the run import. `unknown`: `why` says what the imports do not show. */
            kind: 'reaches' | 'cannot-reach' | 'unknown'
            /** Files of the repository that its file imports, directly or through others. */
            imports: number
            /** Changed files, as CI or the reporter listed them. */
            changed: number
            /** The shortest chain of imports from its file to a changed file, both included; of a longer chain, the first 5 files and the last 5. Empty unless `reaches`. */
            chain?: string[]
            /** Why it is `unknown`. Null otherwise. */
            why?: string | null
          }
          /** Commands that repeat a trial of an experiment by hand, here and on the base. */
          repeat?: {
            head: string
            base?: string
          }
        } | null
        /** Tests by verdict. */
        verdicts?: Record<string, number>
        /** The source around the place. */
        snippet?: string
        /** Source around further frames: of the causes first, then of the callers. */
        frames?: {
          file: string
          line: number
          snippet: string
        }[]
        expected?: string
        actual?: string
        /** Other first lines of the same error. */
        wordings?: string[]
        /** Frames of the project’s own code. */
        stack?: string[]
        /** The messages of the causes of the error. */
        causes?: string[]
        /** Further errors of the same attempt: what a test waited for when its time was over. */
        others?: string[]
        /** The attempts of the first test. */
        attempts?: {
          status: 'passed' | 'failed' | 'timedOut' | 'interrupted' | 'skipped'
          durationMs: number
          /** The first line of its error. */
          error?: string
        }[]
        /** The failed step of the last attempt. */
        step?: string
        /** The end of the output of the last failed attempt. */
        output?: string
        legs?: string[]
        owners?: string[]
        firstSeen?: {
          at: string
          branch: string | null
          commit: string | null
        }
        lastSeen?: {
          at: string
          branch: string | null
          commit: string | null
        }
        /** Changed files near the failure, the nearest first; absent if CI did not report changed files. */
        changed?: {
          file: string
          status: 'added' | 'modified' | 'removed' | 'renamed'
          /** Changed lines of the new version nearest to the failure, at most 5. */
          lines: {
            from: number
            to: number
          }[]
          /** The closest relation between the change and the failure. */
          near: 'at-the-failure' | 'in-its-file' | 'in-its-stack' | 'in-its-test' | 'in-its-folder'
        }[]
        documents?: {
          id: string
          path: string
          title: string
          revision: number
          /** `tie`: a person or an agent tied it to this failure. `search`: it shares telling words with the failure, and may have nothing to do with it. */
          source: 'tie' | 'search'
          cause: string | null
          fix: string | null
          /** The commit that fixed the failure. */
          commit: string | null
          /** Whether the commit of the execution contains `commit`; null without one, or if the reported commits do not tell. */
          containsFix: boolean | null
          /** True if the failure came back after the fix. */
          isStale: boolean
          /** Why it is stale. */
          because: string | null
          /** The part of the document that the search found. */
          excerpt: string | null
          /** What a found document shares with the failure, at most 5. */
          sharedWords: string[]
        }[]
        /** The agent that works on it; absent if none does. */
        lease?: Lease
        /** The commit that broke the base, as svc bisect found it. */
        culprit?: {
          commit: string
          author: string
          subject: string
          pullRequest: number | null
          /** Above 1: the commit is the newest of so many. */
          commitCount: number
          /** The branch that it broke; null if its execution was deleted. */
          branch: string | null
          probability: number
        }
        /** The commit whose effect the server watches; absent without one. */
        fix?: {
          commit: string
          /** The branch of the newest execution of that commit. */
          branch: string | null
          state: 'verified' | 'waiting' | 'refuted'
          cleanRuns: number
          neededRuns: number
          /** The execution that refuted it. */
          cameBackIn: string | null
          /** Whether the execution contains the commit; null if the reported commits do not tell. */
          containsFix: boolean | null
        }
        artifacts?: {
          id: string
          name: string
          contentType: string
          sizeBytes: number | null
          /** Of images and videos, which have no text. */
          url?: string
          /** The page snapshot in it; only what differs from an earlier cluster’s. */
          text?: string
          /** The artifact of that earlier cluster. */
          like?: string
        }[]
      }[]
      /** Clusters that `clusters` has no room for; of the first page only, and as many as fit. */
      named: {
        rank: number
        /** Absent, as are the values and the error, if there is no room for those of all clusters. */
        fingerprint?: string
        /** The title of its first test, or the file of an error outside tests. */
        test: string
        /** With `expected`: the compared values, cut around their difference. */
        received?: string
        expected?: string
        /** If no values are known: the line of the error that says the most. */
        error?: string
      }[]
      /** Clusters behind these that neither `clusters` nor `named` contains; absent if there are none, and below 260 tokens. `nextCursor` leads to them. */
      unnamed?: number
      /** True if anything was left out. */
      truncated: boolean
      nextCursor: string | null
      next: {
        /** Name of the MCP tool. */
        tool: string
        arguments: Record<string, unknown>
        why: string
      }[]
      text: string
    }
  }
  /** Finds the executions that a person means: of a pull request, a branch, a commit, an address, or the newest. Returns the newest execution of each project and suite, at most 20. NOT_FOUND lists near matches. Needs the role viewer and the scope read. */
  findExecutions: {
    input: {
      /** Absent: all projects that the credential can access. */
      project?: string | undefined
      /** The id or the address of an execution, the address of a CI run or of a pull request, or `latest`. */
      execution?: string | undefined
      /** The number of a pull request. */
      pr?: number | undefined
      /** `owner/name`, if several repositories have a pull request of this number. */
      repo?: string | undefined
      branch?: string | undefined
      /** A tested commit, or the head of a tested branch. */
      commit?: string | undefined
      suite?: string | undefined
    }
    data: {
      /** How they were found. */
      because: string
      executions: ExecutionSummary[]
      /** Executions that were left out. */
      more: number
    }
  }
  /** Finds tests by their id, or by a part or a misspelling of their name or file; the most similar first. Several exact matches are returned together. Needs the role viewer and the scope read. */
  findTests: {
    input: {
      /** An id, a name, a file, or `file > name`. */
      test: string
      project?: string | undefined
      limit?: number | undefined
    }
    data: {
      tests: {
        /** 32 hex digits; the same test has the same id in every execution of its project. */
        testId: string
        /** Posix path, relative to the root. */
        file: string
        /** Describe blocks from the outside in, then the test's own title. */
        titles: string[]
        /** The Playwright or Vitest project, or a label; empty if it has none. */
        variant: string
        /** 0 for the first test of these titles in its file, 1 for the second. */
        occurrence: number
        project: string
        /** 0 to 1; 1 if the name, the file or the id matches exactly. */
        similarity: number
      }[]
    }
  }
  /** Returns an artifact as text, in slices: text files as they are, and the texts in a trace or another zip archive by `file`. Images, videos and other binary files are described with their address. Text is data of the tested project. Needs the role viewer and the scope read. */
  getArtifactText: {
    input: {
      id: string
      /** A file of the archive, as `files` names it; absent: the file that explains the failure. */
      file?: string | undefined
      /** Characters of the text to skip. */
      offset?: number | undefined
      /** Only lines that contain this text, in any case, each with its number. */
      grep?: string | undefined
      /** The maximum size of `text` in tokens of a language model, and of the rest of the answer. */
      maxTokens?: number | undefined
    }
    data: {
      id: string
      name: string
      contentType: string
      sizeBytes: number
      url: string
      /** By the bytes themselves; the reporter’s content type is only shown. */
      kind: 'text' | 'archive' | 'image' | 'video' | 'binary'
      /** The file of an archive that `text` is from. */
      file: string | null
      /** Text files of an archive, at most 50, the most useful first. */
      files: {
        name: string
        sizeBytes: number
      }[]
      /** Text files of the archive that are not listed. `file` opens them too. */
      filesLeft: number
      /** Why there is no text, or the omitted parts. */
      note: string | null
      text: string
      offset: number
      /** `offset` of the next slice; null at the end. */
      nextOffset: number | null
      /** Number of characters of the readable part; see `note`. */
      totalCharacters: number
      /** With `grep`: lines that contain the text. */
      matches: number | null
      truncated: boolean
    }
  }
  /** Lists the documents that are tied to a failure, with its cause, its fix and whether the failure came back after the fix. Includes shared documents of other projects. For a test with the failure, also documents that the search finds. Needs the role viewer and the scope knowledge. */
  listFailureDocuments: {
    input: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      /** Slug of the project. */
      project: string
      /** The id of a test with it: if no valid document is tied, `related` has those that may be about both. */
      test?: string | undefined
    }
    data: {
      documents: {
        /** Equal for errors that differ only in values; `none` for failures without an error. */
        fingerprint: string
        /** The project of the document. */
        project: string
        document: {
          id: string
          path: string
          title: string
          revision: number
          visibility: 'project' | 'shared'
        }
        cause: string | null
        fix: string | null
        commit: string | null
        author: string
        tiedAt: string
        /** True if the failure came back after the fix. */
        isStale: boolean
        /** Why it is stale, or why the fix holds so far; null if the tie names no fix. */
        because: string | null
      }[]
      related: {
        id: string
        path: string
        title: string
        revision: number
        /** What a found document shares with the failure, at most 5. */
        sharedWords: string[]
      }[]
    }
  }
  /** Ties a document to a failure: the document explains its cause, its fix and the commit that fixed it. The failure shows the document whenever it comes back. A second request for the same document replaces the facts. Needs the role editor and the scope knowledge. */
  tieDocument: {
    input: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      /** Slug of the project. */
      project: string
      /** The id of a document, or its path in the project. */
      document: string
      cause?: string | null | undefined
      fix?: string | null | undefined
      /** The commit that fixed the failure. */
      commit?: string | null | undefined
    }
    data: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      /** The project of the document. */
      project: string
      document: {
        id: string
        path: string
        title: string
        revision: number
        visibility: 'project' | 'shared'
      }
      cause: string | null
      fix: string | null
      commit: string | null
      author: string
      tiedAt: string
      /** True if the failure came back after the fix. */
      isStale: boolean
      /** Why it is stale, or why the fix holds so far; null if the tie names no fix. */
      because: string | null
    }
  }
  /** Removes the tie between a document and a failure; both remain. `untied` is false if they were not tied. Needs the role editor and the scope knowledge. */
  untieDocument: {
    input: {
      /** Equal for errors that differ only in values; `none` for failures without an error. */
      fingerprint: string
      /** Slug of the project. */
      project: string
      /** The id of a document, or its path in the project. */
      document: string
    }
    data: {
      untied: boolean
    }
  }
  /** Finds the document that explains each of up to 20 failures of a list: the newest valid one that is tied, else, for a failure with a test, one that the search finds. Needs the role viewer and the scope knowledge. */
  findFailureDocuments: {
    input: {
      /** 1 to 20 fingerprints, separated by commas. */
      fingerprints: string
      /** Slug of the project. */
      project: string
      /** Ids of a test with each failure, in the same order, separated by commas; without them nothing is searched. */
      tests?: string | undefined
    }
    data: {
      /** Only failures with a document, in the order of the request. */
      failures: {
        fingerprint: string
        document: {
          id: string
          path: string
          title: string
          revision: number
        }
        source: 'tie' | 'search'
      }[]
    }
  }
  /** Lists the failures that a document is tied to, with their current state. Needs the role viewer and the scope knowledge. */
  listDocumentFailures: {
    input: {
      id: string
    }
    data: {
      failures: {
        /** Equal for errors that differ only in values; `none` for failures without an error. */
        fingerprint: string
        /** The project of the document. */
        project: string
        document: {
          id: string
          path: string
          title: string
          revision: number
          visibility: 'project' | 'shared'
        }
        cause: string | null
        fix: string | null
        commit: string | null
        author: string
        tiedAt: string
        /** True if the failure came back after the fix. */
        isStale: boolean
        /** Why it is stale, or why the fix holds so far; null if the tie names no fix. */
        because: string | null
        failure: {
          /** The beginning of its message; null if the project has never had this failure. */
          message: string | null
          firstSeen: {
            at: string
            branch: string | null
            commit: string | null
          } | null
          lastSeen: {
            at: string
            branch: string | null
            commit: string | null
          } | null
          /** Executions of the last 30 days that had it. */
          executions: number
        }
      }[]
    }
  }
  /** Returns the newest executions of a pull request, each compared with its base, as one comment in Markdown. If retention removed the results of an execution, it appears with its counts and the day of removal, without a comparison. Needs the role viewer and the scope read. */
  getPullRequest: {
    input: {
      number: number
      repo?: string | undefined
      /** Maximum size of `markdown` in bytes of UTF-8. The server omits the least important details until it fits. */
      maxBytes?: number | undefined
    }
    data: {
      number: number
      repository: string | null
      branch: string | null
      baseBranch: string | null
      /** The newest commit's message. */
      message: string | null
      /** The answer of all suites as one line of plain text; of a single suite its headline. */
      headline: string | null
      /** The most urgent conclusion of its suites. */
      conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
      revision: number
      provisional: boolean
      /** Begins with the marker that identifies the comment: `<!-- svc:pull-request -->`, or `<!-- svc:pull-request <slug> -->` for a key of one project. */
      markdown: string
      /** Failures of all suites in the order of the comment; one error is one cause in all suites. */
      groups: {
        /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error. */
        topic:
          | 'mine'
          | 'unknown'
          | 'infrastructure'
          | 'base-is-broken'
          | 'known-flake'
          | 'no-base'
          | 'differently'
        /** The title of the section in the comment. */
        title: string
        /** Tests, each counted once for all legs of a suite. */
        tests: number
        /** Failures outside any test. */
        errors: number
        causeCount: number
        /** The largest first, at most 5. */
        causes: {
          fingerprint: string
          /** The line of the error; of a matcher: the locator, and the expected and received values. */
          message: string
          tests: number
          errors: number
          /** Tests that did not run because of it. */
          stopped: number
          /** At most 3, of different suites first. */
          failures: {
            /** `broke`: passed on the base. `new`: a new test. `woken`: skipped on the base. `not-compared`: the base did not run it. `error`: outside any test. */
            kind: 'broke' | 'new' | 'woken' | 'not-compared' | 'still-failing' | 'error'
            file: string | null
            test: {
              /** 32 hex digits; the same test has the same id in every execution of its project. */
              testId: string
              /** Posix path, relative to the root. */
              file: string
              /** Describe blocks from the outside in, then the test's own title. */
              titles: string[]
              /** The Playwright or Vitest project, or a label; empty if it has none. */
              variant: string
              /** 0 for the first test of these titles in its file, 1 for the second. */
              occurrence: number
              /** Variation within a CI matrix, for example linux-x64-node24. */
              leg: string
            } | null
            verdict: {
              kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
              because: string
            } | null
            /** What would decide whether the change caused it. Null if that is decided. */
            missing: string | null
            execution: string
            /** The artifact of its last failed attempt. */
            screenshot: string | null
          }[]
          /** Suites in which it fails. */
          suites: number
          /** All its failures: a test has one for each leg. */
          failureCount: number
        }[]
      }[]
      /** What would decide the failures that nothing explains, the most first, at most 5. */
      decides: {
        /** Null if the base has no result to compare with. */
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
          | null
        missing: string
        /** Failures that it would decide. */
        tests: number
      }[]
      /** The ten newest pushes that ran tests, newest first. */
      pushes: {
        /** From 1, by the first run of each commit. */
        number: number
        /** Null if CI reported no commit. */
        sha: string | null
        startedAt: string
        /** The worst state of the newest run of each suite. */
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        /** Tests that failed in it, without those that fail or flake in the base. Of all tests if retention removed the results of a run, or more than 1,000 failed. */
        failing: number
        /** Failures outside any test. */
        errors: number
        /** Null for the oldest push, if retention removed the results of a run of it or of the push before, and if more than 1,000 tests failed in these pushes. */
        change: {
          /** Tests that failed before and passed in it. */
          fixed: number
          /** Tests that fail since it. */
          broke: number
          /** Tests that failed before and have no result in it. */
          notRun: number
        } | null
        /** The first 60 of them, failed ones first. */
        runs: {
          id: string
          suite: string
        }[]
      }[]
      /** Of all suites, those that `executions` omits included. */
      totals: {
        suites: number
        /** Suites whose newest execution failed. */
        failed: number
        running: number
        /** The number of results by status; errors are failures outside any test. */
        counts: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
          errors: number
        }
      }
      /** The newest of each suite, the most urgent first, as many as fit into 100 kB. */
      executions: {
        id: string
        /** The page for people. */
        url: string
        /** Slug of the project. */
        project: string
        /** Name of the suite. */
        suite: string
        /** running until it settles, then its outcome. */
        state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
        startedAt: string
        /** The number of results by status; errors are failures outside any test. */
        counts: {
          total: number
          passed: number
          failed: number
          flaky: number
          skipped: number
          errors: number
        }
        /** The runner, for example vitest. */
        framework: string
        /** The first line of its section in the comment, as plain text. */
        headline: string | null
        conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
        /** A sentence if nearly all tests failed alike. Read it first. Null otherwise. */
        massFailure: string | null
        provisional: boolean
        base: {
          id: string
          url: string
          branch: string | null
          sha: string | null
        } | null
        /** Entries of each group of the comparison. */
        totals: {
          regressions: number
          stillFailing: number
          newlyFlaky: number
          improvements: number
          newTests: number
          removed: number
          stoppedRunning: number
          slower: number
          faster: number
          failuresNotCompared: number
          errors: number
        } | null
        /** Failures in the order of the comment. */
        groups: {
          /** A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error. */
          topic:
            | 'mine'
            | 'unknown'
            | 'infrastructure'
            | 'base-is-broken'
            | 'known-flake'
            | 'no-base'
            | 'differently'
          /** The title of the section in the comment. */
          title: string
          /** Tests, each counted once for all legs. */
          tests: number
          /** Failures outside any test. */
          errors: number
          causeCount: number
          /** The largest first, at most 5. */
          causes: {
            fingerprint: string
            /** The line of the error; of a matcher: the locator, and the expected and received values. */
            message: string
            tests: number
            errors: number
            /** Tests that did not run because of it. */
            stopped: number
            /** At most 3. */
            failures: {
              /** `broke`: passed on the base. `new`: a new test. `woken`: skipped on the base. `not-compared`: the base did not run it. `error`: outside any test. */
              kind: 'broke' | 'new' | 'woken' | 'not-compared' | 'still-failing' | 'error'
              file: string | null
              test: {
                /** 32 hex digits; the same test has the same id in every execution of its project. */
                testId: string
                /** Posix path, relative to the root. */
                file: string
                /** Describe blocks from the outside in, then the test's own title. */
                titles: string[]
                /** The Playwright or Vitest project, or a label; empty if it has none. */
                variant: string
                /** 0 for the first test of these titles in its file, 1 for the second. */
                occurrence: number
                /** Variation within a CI matrix, for example linux-x64-node24. */
                leg: string
              } | null
              verdict: {
                kind: 'mine' | 'unknown' | 'infrastructure' | 'base-is-broken' | 'known-flake'
                because: string
              } | null
              /** What would decide whether the change caused it. Null if that is decided. */
              missing: string | null
            }[]
          }[]
        }[]
        /** Failed tests to run again: those in doubt. If no failure of the pull request is, all that nothing else explains. */
        rerun: {
          /** At most 100. */
          tests: {
            /** Posix path, relative to the root. */
            file: string
            /** Describe blocks from the outside in, then the test's own title. */
            titles: string[]
            /** The Playwright or Vitest project, or a label; empty if it has none. */
            variant: string
          }[]
          more: number
        }
        /** When retention removed its results; the fields of the comparison are then empty. */
        resultsRemovedAt: string | null
      }[]
    }
  }
  /** Lists the pull requests with an execution in the last days, the most recently run first, each with the newest execution of each project and suite. The first five have headlines. The server does not know whether a pull request is open. Needs the role viewer and the scope read. */
  listPullRequests: {
    input: {
      project?: string | undefined
      /** The worst state of its newest executions; `incomplete` includes cancelled ones. */
      status?: 'failed' | 'running' | 'incomplete' | 'passed' | undefined
      days?: number | undefined
      limit?: number | undefined
    }
    data: {
      pullRequests: {
        number: number
        repository: string | null
        branch: string | null
        baseBranch: string | null
        /** The newest commit's message. */
        message: string | null
        status: 'failed' | 'running' | 'incomplete' | 'passed'
        /** The answer of all suites as one line of plain text; of a single suite its headline. */
        headline: string | null
        /** The most urgent conclusion of its suites. */
        conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
        lastRunAt: string
        executions: {
          id: string
          /** The page for people. */
          url: string
          /** Slug of the project. */
          project: string
          /** Name of the suite. */
          suite: string
          /** running until it settles, then its outcome. */
          state: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
          startedAt: string
          /** The number of results by status; errors are failures outside any test. */
          counts: {
            total: number
            passed: number
            failed: number
            flaky: number
            skipped: number
            errors: number
          }
          /** At most 5 minutes old. Null beyond the first five pull requests, and without results. */
          headline: string | null
          conclusion: 'mine' | 'unknown' | 'no-base-failed' | 'incomplete' | 'not-mine' | 'passed' | null
        }[]
      }[]
      hasMore: boolean
    }
  }
  /** Writes a document: creates it, or adds a revision to it. The server stores nothing if text, title and visibility are unchanged. Needs the role editor and the scope knowledge. */
  putDocument: {
    input: {
      /** Slug of its home project. */
      project: string
      /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
      path: string
      title?: string | undefined
      /** Markdown, at most 1048576 bytes and 5000 sections, with or without YAML front matter. */
      content: string
      /** Absent: that of the front matter, else the present one, else `project`. */
      visibility?: 'project' | 'shared' | undefined
      /** The revision that the text is based on; 0 for a new document. The server answers CONFLICT if another revision is current. */
      baseRevision?: number | undefined
    }
    data: {
      id: string
      /** Slug of its home project. */
      project: string
      /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
      path: string
      /** From the request, else the front matter, else the first heading, else the name of the file. */
      title: string
      /** `shared`: every project of the organization may read it. */
      visibility: 'project' | 'shared'
      /** The tags of its front matter. */
      tags: string[]
      /** Number of the current revision, from 1. */
      revision: number
      /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
      hash: string
      /** Size of the text in UTF-8. */
      bytes: number
      createdAt: string
      updatedAt: string
      /** False if the document already had this text, title and visibility. */
      isChanged: boolean
    }
  }
  /** Lists documents without their texts, most recently created first. Needs the role viewer and the scope knowledge. */
  listDocuments: {
    input: {
      project?: string | undefined
      /** Absent: `project` if a project is given, else `org`. `project` needs a project. */
      scope?: 'project' | 'shared' | 'org' | undefined
      /** Only documents below this folder. */
      folder?: string | undefined
      /** Only documents whose title or path contains this text. */
      q?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Document[]
  }
  /** Lists the folders that have documents, of one project or of all, and the documents directly in one folder. Sorted by project and path. Needs the role viewer and the scope knowledge. */
  listFolders: {
    input: {
      /** Absent: the folders of all projects, and no documents. */
      project?: string | undefined
      /** The folder whose documents are listed. Absent or empty: the top folder of the project. */
      folder?: string | undefined
    }
    data: {
      /** At most 2,000. */
      folders: {
        project: string
        /** Empty for the top of the project. */
        path: string
        /** Documents directly in it, without those of its subfolders. */
        documents: number
      }[]
      /** At most 500. */
      documents: {
        id: string
        path: string
        title: string
        visibility: 'project' | 'shared'
        revision: number
        updatedAt: string
      }[]
      /** True if there are more folders or documents. */
      truncated: boolean
    }
  }
  /** Finds a document by id, path or title, and returns its text: whole if it fits into maxTokens, else by section. `path#heading` returns one section, and the id of a chunk the document from there on. If several documents have the title, or none, the message lists candidates. Needs the role viewer and the scope knowledge. */
  readDocument: {
    input: {
      /** Id, path or title, optionally with `#` and a heading; or the id of a chunk to read on from. */
      doc: string
      project?: string | undefined
      /** Absent: `project` if a project is given, else `org`. `project` needs a project. */
      scope?: 'project' | 'org' | undefined
      maxTokens?: number | undefined
    }
    data: {
      id: string
      /** Slug of its home project. */
      project: string
      /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
      path: string
      /** From the request, else the front matter, else the first heading, else the name of the file. */
      title: string
      /** `shared`: every project of the organization may read it. */
      visibility: 'project' | 'shared'
      /** The tags of its front matter. */
      tags: string[]
      /** Number of the current revision, from 1. */
      revision: number
      /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
      hash: string
      /** Size of the text in UTF-8. */
      bytes: number
      createdAt: string
      updatedAt: string
      /** The YAML at the beginning of the text; empty if it has none. */
      frontMatter: Record<string, unknown>
      /** Null for one section, or if it does not fit into maxTokens. */
      content: string | null
      /** The headings of the section that was asked for. */
      section: string[] | null
      /** Further sections of the document with the name that was asked for; `path#anchor` returns one. */
      sameName: {
        headings: string[]
        anchor: string
      }[]
      /** Documents of other projects that the same name means, at most 5; only with the scope org. */
      otherProjects: {
        id: string
        /** Slug of its home project. */
        project: string
        /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
        path: string
      }[]
      /** Every chunk of what was asked for, in order. */
      sections: {
        /** Id of the chunk. */
        id: string
        headings: string[]
        tokens: number
        /** Null if it does not fit into maxTokens. */
        content: string | null
      }[]
      truncated: boolean
    }
  }
  /** Returns a document with its whole text. Needs the role viewer and the scope knowledge. */
  getDocument: {
    input: {
      id: string
    }
    data: {
      id: string
      /** Slug of its home project. */
      project: string
      /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
      path: string
      /** From the request, else the front matter, else the first heading, else the name of the file. */
      title: string
      /** `shared`: every project of the organization may read it. */
      visibility: 'project' | 'shared'
      /** The tags of its front matter. */
      tags: string[]
      /** Number of the current revision, from 1. */
      revision: number
      /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
      hash: string
      /** Size of the text in UTF-8. */
      bytes: number
      createdAt: string
      updatedAt: string
      /** The YAML at the beginning of the text; empty if it has none. */
      frontMatter: Record<string, unknown>
      /** The whole text, front matter included. */
      content: string
    }
  }
  /** Deletes a document with all its revisions. Open proposals for it become proposals for a new document. Needs the role editor and the scope knowledge. */
  deleteDocument: {
    input: {
      id: string
    }
    data: {
      id: string
      deletedAt: string
    }
  }
  /** Lists the revisions of a document without their texts, newest first. Needs the role viewer and the scope knowledge. */
  listRevisions: {
    input: {
      id: string
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      number: number
      title: string
      visibility: 'project' | 'shared'
      /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
      hash: string
      bytes: number
      /** Name of the key, or address of the person, that wrote it. */
      author: string
      source: 'rest' | 'push' | 'proposal'
      /** The commit that it was pushed from. */
      commit: string | null
      createdAt: string
    }[]
  }
  /** Returns one revision of a document with its whole text. Needs the role viewer and the scope knowledge. */
  getRevision: {
    input: {
      id: string
      number: number
    }
    data: {
      number: number
      title: string
      visibility: 'project' | 'shared'
      /** SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex. */
      hash: string
      bytes: number
      /** Name of the key, or address of the person, that wrote it. */
      author: string
      source: 'rest' | 'push' | 'proposal'
      /** The commit that it was pushed from. */
      commit: string | null
      createdAt: string
      /** The YAML at the beginning of the text; empty if it has none. */
      frontMatter: Record<string, unknown>
      /** The whole text, front matter included. */
      content: string
    }
  }
  /** Writes many documents of a folder, each by itself: one that is refused does not affect the others. Send hashes first, without contents, to learn which contents the server wants. A repeated push changes nothing. Needs the role editor and the scope knowledge. */
  pushDocuments: {
    input: {
      /** Slug of their home project. The first push creates it. */
      project: string
      documents?:
        | {
            path: string
            /** Hash of the text, like `hash` of a document. Required without `content`. */
            hash?: string | undefined
            content?: string | undefined
          }[]
        | undefined
      /** Paths of documents to delete. The server deletes only documents that were pushed before. */
      remove?: string[] | undefined
      /** Paths of documents whose files are gone. If the text of a new file is that of one of them, or most of it is, the document moves to the new path and keeps its id, revisions and failures. */
      movedFrom?: string[] | undefined
      /** If given, `gone` lists the pushed documents below this folder that `documents` does not name; an empty text is the whole project. */
      folder?: string | undefined
      /** For files whose front matter names none. */
      visibility?: 'project' | 'shared' | undefined
      /** The commit that the files come from. */
      commit?: string | undefined
      /** When `commit` was committed. With it, the server does not replace, move or delete what was pushed from a newer commit. The commit graph of the project decides which one is newer, and the times decide if the graph does not know. */
      committedAt?: string | undefined
      /** `commit` and commits before it, for the commit graph of the project. */
      ancestry?:
        | {
            sha: string
            parents: string[]
          }[]
        | undefined
      /** Also replaces, moves and deletes what was pushed from a newer commit. */
      allowOlder?: boolean | undefined
      /** Also replaces texts that were changed on the server since the last push. */
      overwrite?: boolean | undefined
      /** Changes nothing, and says what would happen; with contents also which ones would be refused. */
      dryRun?: boolean | undefined
    }
    data: {
      results: {
        path: string
        /** `wanted`: send its content. `newer`: the file is an older text of a document that was changed on the server. `conflict`: both were changed. `outdated`: a newer commit was pushed to this path before; see `newerCommit`. `moved`: it was at the path `from`. `refused`: see `error`. */
        outcome:
          | 'created'
          | 'revised'
          | 'unchanged'
          | 'wanted'
          | 'newer'
          | 'conflict'
          | 'outdated'
          | 'moved'
          | 'deleted'
          | 'absent'
          | 'refused'
        /** The earlier path of a document that was moved. */
        from?: string
        /** The newer commit that was pushed to this path before. */
        newerCommit?: {
          sha: string
          committedAt: string
        }
        id: string | null
        revision: number | null
        error: {
          code: string
          message: string
        } | null
      }[]
      /** Paths; empty without `folder`. */
      gone: string[]
    }
  }
  /** Returns chunks of documents by their ids, in the order of the ids. It names unknown ids beside the known chunks. Needs the role viewer and the scope knowledge. */
  readChunks: {
    input: {
      /** 1 to 20 ids, separated by commas. */
      ids: string
    }
    data: {
      chunks: {
        /** Stays the same when other parts of the document change. */
        id: string
        document: {
          id: string
          project: string
          path: string
          title: string
          visibility: 'project' | 'shared'
          revision: number
          /** The newest fix that the document names and that did not last: its failure came back. Null if there is none. */
          stale: {
            /** Of the failure. */
            fingerprint: string
            /** Why the fix no longer holds. */
            because: string
          } | null
        }
        /** Its place in the document, from 0. */
        position: number
        /** The headings above it, outermost first. */
        headings: string[]
        /** Markdown. */
        content: string
        /** Estimated tokens of the content. */
        tokens: number
      }[]
      /** Ids that no chunk has, or none that the credential may read. */
      unknown: string[]
      /** Ids that differ little from unknown ones, at most 5. */
      similar: string[]
    }
  }
  /** Searches the documents, best chunk first. It takes words, "exact phrases", -excluded words, path:part and title:part. Further hits of a document come later, unless their headings answer another part of the query. Needs the role viewer and the scope knowledge. */
  searchKnowledge: {
    input: {
      /** The first 32 different words count. */
      query: string
      /** Absent: `project` if a project is given, else `org`. `project` needs a project. */
      scope?: 'project' | 'shared' | 'org' | undefined
      project?: string | undefined
      limit?: number | undefined
      /** Estimated tokens of all hits. The best hit is always there, cut if necessary. */
      maxTokens?: number | undefined
    }
    data: {
      /** `hybrid` if vectors of an embedding model took part in this search. */
      mode: 'lexical' | 'hybrid'
      /** Null if no embedding model is configured. */
      embeddings: {
        model: string
        /** Share of the chunks in scope that have a vector of this model, from 0 to 1. */
        coverage: number
        /** Why this search used no vectors, or only some of them; null if it used all. */
        reason: string | null
      } | null
      /** Documents in scope, and how many of them the index has. */
      index: {
        documents: number
        indexed: number
      }
      hits: {
        /** For `readChunks`, which returns the whole chunk. */
        chunkId: string
        document: {
          id: string
          /** Slug of its home project. */
          project: string
          path: string
          title: string
          visibility: 'project' | 'shared'
          revision: number
          /** The newest fix that the document names and that did not last: its failure came back. Null if there is none. */
          stale: {
            /** Of the failure. */
            fingerprint: string
            /** Why the fix no longer holds. */
            because: string
          } | null
        }
        /** The headings above it, outermost first. */
        headings: string[]
        /** The part of the chunk that has most of the query. */
        snippet: string
        /** `front-matter` if the description, summary, keywords or tags of the document have more of the query than the chunk. */
        snippetFrom: 'text' | 'front-matter'
        /** Matched words in the snippet, in UTF-16 code units. */
        highlights: {
          start: number
          end: number
        }[]
        /** Estimated tokens of the whole chunk. */
        tokens: number
        /** 1 for the best hit, less for the others. Scores of different queries do not compare. */
        score: number
      }[]
      /** Words of the query that no chunk found by words has, at most 5. */
      missing: string[]
      /** Chunks that match, at most 300. */
      found: number
      /** True if `limit` or `maxTokens` left out hits. */
      truncated: boolean
    }
  }
  /** Signs a person in. The server rejects an unknown e-mail address and a wrong password in the same way. Wrong passwords rate-limit the account and the IP address, but not devices that have signed in before. Public: needs no credential. */
  signIn: {
    input: {
      email: string
      password: string
      /** True: the server sets the token as a cookie that scripts cannot read; the response does not contain it. */
      cookie?: boolean | undefined
      /** The device that an earlier sign-in of this person returned; "new" requests a new one. */
      device?: string | undefined
    }
    data: {
      /** Send it as "Authorization: Bearer <token>"; null if it was set as a cookie. */
      token: string | null
      /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
      expiresAt: string
      /** When the session ends even if it is in use: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person. The sign-in is then exempt from the rate limit that password guessing triggers. It does not authenticate. Null if it was set as a cookie or not requested. */
      device: string | null
      person: Person
      organizations: Membership[]
    }
  }
  /** Sets a password with a single-use link, which the first start and `svc-server people reset` print. All sessions of the person end, the server forgets all devices, and a new session begins. Public: needs no credential. */
  setPassword: {
    input: {
      /** The part of the link's address after #. */
      token: string
      /** 10 to 200 characters, any of them. */
      password: string
      /** True: the server sets the token as a cookie that scripts cannot read; the response does not contain it. */
      cookie?: boolean | undefined
      /** The device that an earlier sign-in of this person returned; "new" requests a new one. */
      device?: string | undefined
    }
    data: {
      /** Send it as "Authorization: Bearer <token>"; null if it was set as a cookie. */
      token: string | null
      /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
      expiresAt: string
      /** When the session ends even if it is in use: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person. The sign-in is then exempt from the rate limit that password guessing triggers. It does not authenticate. Null if it was set as a cookie or not requested. */
      device: string | null
      person: Person
      organizations: Membership[]
    }
  }
  /** Returns the organization and role of an invitation without accepting it. Public: needs no credential. */
  readInvitation: {
    input: {
      /** The part of the link's address after #. */
      token: string
    }
    data: {
      organization: {
        slug: string
        name: string
      }
      role: 'viewer' | 'editor' | 'admin'
      /** The only address that can accept it; null: anyone with the link. */
      email: string | null
      expiresAt: string
    }
  }
  /** Accepts an invitation and signs in. A new e-mail address creates an account; a known one requires its password. The link works once. Public: needs no credential. */
  joinWithInvitation: {
    input: {
      /** The part of the link's address after #. */
      token: string
      email: string
      /** Name of a new account; absent: the part of the address before @. */
      name?: string | undefined
      /** 10 to 200 characters, any of them. */
      password: string
      /** True: the server sets the token as a cookie that scripts cannot read; the response does not contain it. */
      cookie?: boolean | undefined
      /** The device that an earlier sign-in of this person returned; "new" requests a new one. */
      device?: string | undefined
    }
    data: {
      /** Send it as "Authorization: Bearer <token>"; null if it was set as a cookie. */
      token: string | null
      /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
      expiresAt: string
      /** When the session ends even if it is in use: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person. The sign-in is then exempt from the rate limit that password guessing triggers. It does not authenticate. Null if it was set as a cookie or not requested. */
      device: string | null
      person: Person
      organizations: Membership[]
    }
  }
  /** Returns the owner and the permissions of the credential. Any valid credential can call it. Needs the role viewer and any scope. */
  whoAmI: {
    input: Record<never, never>
    data: {
      /** Null if the person is in no organization, or in several and Svc-Organization names none. */
      organization: {
        slug: string
        name: string
      } | null
      /** Null for a person's session. */
      key: {
        name: string
        role: 'viewer' | 'editor' | 'admin'
        scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
        /** Slug of the only project that the key can access; null: all. */
        project: string | null
        expiresAt: string | null
      } | null
      /** Null for an API key. */
      person: Person | null
      /** Values that Svc-Organization accepts; for a key, its own organization. */
      organizations: Membership[]
      /** The role in the organization; null without one. */
      role: 'viewer' | 'editor' | 'admin' | null
      /** Up to 100 projects of the organization, the most recently run first. Empty without the scope read. */
      projects: {
        slug: string
        name: string
        repository: string | null
        defaultBranch: string | null
        lastExecution: {
          id: string
          suite: string
          status: 'running' | 'passed' | 'failed' | 'cancelled' | 'incomplete'
          branch: string | null
          startedAt: string
        } | null
      }[]
      /** True if `GET /api/projects` lists further projects. */
      hasMoreProjects: boolean
      /** Optional features of this server. */
      features: {
        knowledge: boolean
        /** Messages between agents. */
        bus: boolean
        /** True if a model finds documents by meaning. */
        embeddings: boolean
        /** Who may create organizations: any person, an admin of any organization, or nobody. */
        organizations: 'open' | 'admins' | 'closed'
      }
      server: {
        version: string
      }
    }
  }
  /** Ends the calling session and clears its cookie. Needs a person's session in any organization; API keys are rejected. */
  signOut: {
    input: Record<never, never>
    data: {
      id: string
    }
  }
  /** Lists the person's own sessions, newest first. A person has at most 50; a further sign-in ends the least recently used session. Needs a person's session in any organization; API keys are rejected. */
  listSessions: {
    input: Record<never, never>
    data: {
      sessions: {
        id: string
        /** True for the calling session. */
        isCurrent: boolean
        createdAt: string
        /** Updated at most once per minute. */
        lastUsedAt: string
        /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
        expiresAt: string
        /** When the session ends even if it is in use: 90 days after it began. */
        endsAt: string
        userAgent: string | null
        /** IP address at sign-in; IPv6 as its /64 network. */
        address: string
      }[]
    }
  }
  /** Ends all of the person's other sessions and forgets all other devices. Needs a person's session in any organization; API keys are rejected. */
  revokeOtherSessions: {
    input: Record<never, never>
    data: {
      /** Number of ended sessions. */
      ended: number
    }
  }
  /** Ends one of the person's own sessions immediately and forgets its device. Needs a person's session in any organization; API keys are rejected. */
  revokeSession: {
    input: {
      id: string
    }
    data: {
      id: string
    }
  }
  /** Issues a new token for the session. The calling token stops working one minute after the first use of the new one. The server renews cookies automatically once per day. Needs a person's session in any organization; API keys are rejected. */
  renewToken: {
    input: Record<never, never>
    data: {
      /** Send it as "Authorization: Bearer <token>"; null if it was set as a cookie. */
      token: string | null
      /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
      expiresAt: string
      /** When the session ends even if it is in use: 90 days after it began. */
      endsAt: string
    }
  }
  /** Changes the person's own password. All other sessions end, the server forgets all devices, and the calling session continues with new tokens. Needs a person's session in any organization; API keys are rejected. */
  changePassword: {
    input: {
      current: string
      /** 10 to 200 characters, any of them. */
      password: string
      /** The device that an earlier sign-in of this person returned; "new" requests a new one. */
      device?: string | undefined
    }
    data: {
      /** Send it as "Authorization: Bearer <token>"; null if it was set as a cookie. */
      token: string | null
      /** When the session expires without further use: 14 days after the last use, at the latest at endsAt. */
      expiresAt: string
      /** When the session ends even if it is in use: 90 days after it began. */
      endsAt: string
      /** Send it with the next sign-in of this person. The sign-in is then exempt from the rate limit that password guessing triggers. It does not authenticate. Null if it was set as a cookie or not requested. */
      device: string | null
    }
  }
  /** Changes the person's own name or e-mail address. A new address also requires the password. Needs a person's session in any organization; API keys are rejected. */
  updatePerson: {
    input: {
      name?: string | undefined
      email?: string | undefined
      /** Required with email. */
      password?: string | undefined
    }
    data: Person
  }
  /** Adds the signed-in person to the organization of an invitation. The link works once. Needs a person's session in any organization; API keys are rejected. */
  acceptInvitation: {
    input: {
      /** The part of the link's address after #. */
      token: string
    }
    data: Membership
  }
  /** Lists the person's organizations, sorted by slug; for an API key, its own organization. Needs the role viewer and any scope. */
  listOrganizations: {
    input: Record<never, never>
    data: {
      organizations: Membership[]
    }
  }
  /** Creates an organization with the caller as its admin. The server setting SVC_ORGANIZATIONS says who can do this: by default, an admin of any organization. A person can be a member of up to 50 organizations. Needs a person's session in any organization; API keys are rejected. */
  createOrganization: {
    input: {
      name: string
      slug: string
    }
    data: Membership
  }
  /** Renames the organization or changes its slug. The organization keeps up to 10 former slugs. Workflows can still use them, and other organizations cannot take them. Needs the role admin and the scope admin. */
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
  /** Deletes the organization with all its projects, keys, memberships and audit rows. Its keys stop working immediately; its rows are deleted later. User accounts remain. This cannot be undone. Needs the role admin and the scope admin. */
  deleteOrganization: {
    input: {
      /** The organization's slug, as a safeguard against accidental deletion. */
      confirm: string
    }
    data: {
      slug: string
      deletedAt: string
    }
  }
  /** Lists the members of the organization, newest first. Every member can call it; an API key needs the scope admin. Needs the role viewer and any scope. */
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
  /** Changes a member's role. The last admin must stay an admin. CONFLICT if the new role has fewer permissions, the member owns credentials, and `credentials` is absent. Needs the role admin and the scope admin. */
  changeRole: {
    input: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** Required if credentials remain: revoke revokes them, keep makes the caller their owner. Invitations and keys with the scope admin are revoked in both cases. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      email: string
      name: string
      role: 'viewer' | 'editor' | 'admin'
      joinedAt: string
      /** Credentials that the caller now owns. */
      kept: number
      /** Revoked credentials, including invitations. */
      ended: number
    }
  }
  /** Removes a member from the organization, immediately for all sessions. Members can remove themselves, except the last admin. CONFLICT if the member owns credentials and `credentials` is absent. Needs the role viewer and any scope. */
  removeMember: {
    input: {
      id: string
      /** Required if credentials remain: revoke revokes them, keep makes the caller their owner. Invitations and keys with the scope admin are revoked in both cases. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      /** Credentials that the caller now owns. */
      kept: number
      /** Revoked credentials, including invitations. */
      ended: number
    }
  }
  /** Lists a member's active credentials: keys, trusts, webhooks, badges and invitations, at most 500. Members can list their own. Needs the role viewer and any scope. */
  listMemberCredentials: {
    input: {
      id: string
    }
    data: {
      credentials: {
        kind: 'invitation' | 'key' | 'trust' | 'webhook' | 'badge'
        /** Its id; for a badge, its project's slug. */
        id: string
        name: string
        /** Role that it grants. */
        role: 'viewer' | 'editor' | 'admin'
        scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
        /** Host of a webhook's address; null for other kinds. */
        host: string | null
        createdAt: string
        /** False if it always ends with its creator. */
        isKeepable: boolean
      }[]
      /** Total number, including those beyond 500. */
      total: number
    }
  }
  /** Lists open invitations, newest first. The response does not contain their links. Needs the role admin and the scope admin. */
  listInvitations: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** The only address that can accept it; null: anyone with the link. */
      email: string | null
      /** Null if a key or the server created it. */
      createdBy: Person | null
      createdAt: string
      expiresAt: string
    }[]
  }
  /** Creates a link that lets one person join. Only this response contains the link. Needs the role admin and the scope admin. */
  createInvitation: {
    input: {
      role?: 'viewer' | 'editor' | 'admin' | undefined
      /** The only address that can accept; absent: anyone with the link. */
      email?: string | undefined
      /** Days until it expires. */
      days?: number | undefined
    }
    data: {
      id: string
      role: 'viewer' | 'editor' | 'admin'
      /** The only address that can accept it; null: anyone with the link. */
      email: string | null
      /** Null if a key or the server created it. */
      createdBy: Person | null
      createdAt: string
      expiresAt: string
      url: string
      /** The part of `url` after #. */
      token: string
    }
  }
  /** Revokes an invitation immediately. Needs the role admin and the scope admin. */
  withdrawInvitation: {
    input: {
      id: string
    }
    data: {
      id: string
    }
  }
  /** Lists the audit trail, newest first. Rows are never changed; deleting the organization deletes them. Needs the role admin and the scope admin. */
  listAudit: {
    input: {
      /** Only this action, such as key.created. */
      action?: string | undefined
      /** ISO 8601; without a time zone UTC. */
      from?: string | undefined
      /** Exclusive. */
      to?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: number
      at: string
      actor: {
        kind: 'person' | 'key' | 'machine' | 'visitor'
        /** Null for the machine (a command on the server’s host) and for a visitor (a person who is not signed in). */
        id: string | null
        /** Name at that time; for a visitor, the address. */
        name: string
      }
      /** Name of the action, such as member.role-changed. */
      action: string
      target: {
        kind: string
        id: string
        /** Name at that time. */
        name: string
      }
      /** Details of the change, such as the roles before and after. */
      detail: Record<string, unknown>
    }[]
  }
  /** Lists the organization's API keys, newest first: active and expired keys, but not revoked ones. Needs the role admin and the scope admin. */
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
      /** The person who created it; null if a key or the server did. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      /** The person responsible for it: the key never has more permissions than its owner. Null if the server created it. */
      owner: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string | null
      /** By the server's clock; the server rejects expired keys. */
      state: 'active' | 'expired'
      /** Updated at most once per minute; null: never used. */
      lastUsedAt: string | null
    }[]
  }
  /** Creates an API key. Only this response contains its value. Needs the role admin and the scope admin. */
  createKey: {
    input: {
      name: string
      /** At most the creator's own role, now and later. */
      role?: 'viewer' | 'editor' | 'admin' | undefined
      /** Limited to the scopes of the role and, if a key calls, of that key. Absent: all of these except admin. */
      scopes?: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[] | undefined
      /** Slug of the only project that the key can read and write. */
      project?: string | undefined
      /** A time in the future, ISO 8601; without a time zone UTC. Absent: never, or together with the calling key. */
      expiresAt?: string | undefined
    }
    data: {
      id: string
      name: string
      hint: string
      role: 'viewer' | 'editor' | 'admin'
      scopes: ('ingest' | 'read' | 'knowledge' | 'bus' | 'admin')[]
      project: string | null
      /** The person who created it; null if a key or the server did. */
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      /** The person responsible for it: the key never has more permissions than its owner. Null if the server created it. */
      owner: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      expiresAt: string | null
      /** By the server's clock; the server rejects expired keys. */
      state: 'active' | 'expired'
      /** Updated at most once per minute; null: never used. */
      lastUsedAt: string | null
      value: string
    }
  }
  /** Revokes an API key immediately and permanently. CONFLICT if it created credentials that still work and `credentials` is absent. Needs the role admin and the scope admin. */
  revokeKey: {
    input: {
      id: string
      /** Required if credentials remain: revoke revokes them, keep makes the caller their owner. Invitations and keys with the scope admin are revoked in both cases. */
      credentials?: 'keep' | 'revoke' | undefined
    }
    data: {
      id: string
      revokedAt: string
      /** Credentials that the caller now owns. */
      kept: number
      /** Revoked credentials, including invitations. */
      ended: number
      /** Agents that nobody can act as without the key, at most 100. An admin can take them over. */
      agents: string[]
    }
  }
  /** Lists the workflows that can upload without a stored key, newest first. Needs the role admin and the scope admin. */
  listTrusts: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      issuer: string
      /** False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then issues no keys. */
      accepted: boolean
      /** Audience that workflows request for their tokens: this server and this organization. */
      audience: string
      repositoryId: string
      /** Display name: its name when the trust was created. */
      repository: string | null
      refs: string[]
      events: string[]
      /** The only project that its keys can access; null: all of the organization. */
      project: string | null
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
    }[]
  }
  /** Lets workflows of one repository exchange a token that GitHub signs for a key that is valid for one hour. The token must match issuer, repositoryId, refs and events. Its audience names this server and this organization, as the response shows. Needs the role admin and the scope admin. */
  createTrust: {
    input: {
      /** Issuer that signs the tokens, from the list SVC_OIDC_ISSUERS of the server. Absent: the first of the list, by default https://token.actions.githubusercontent.com. */
      issuer?: string | undefined
      /** The numeric id of the repository. Unlike a name, it cannot be taken over. */
      repositoryId: string
      /** Display name, as owner/name. */
      repository?: string | undefined
      refs?: string[] | undefined
      /** Events of workflows. The default excludes pull_request_target, because it can run untrusted code. */
      events?: string[] | undefined
      /** Slug of the only project that its keys can access, created if it does not exist. Absent: all of the organization. */
      project?: string | undefined
    }
    data: {
      id: string
      issuer: string
      /** False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then issues no keys. */
      accepted: boolean
      /** Audience that workflows request for their tokens: this server and this organization. */
      audience: string
      repositoryId: string
      /** Display name: its name when the trust was created. */
      repository: string | null
      refs: string[]
      events: string[]
      /** The only project that its keys can access; null: all of the organization. */
      project: string | null
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
    }
  }
  /** Changes which workflows of a trusted repository get keys. Absent fields stay unchanged. If a reference, an event or a project is no longer allowed, every key that the trust issued is revoked. Needs the role admin and the scope admin. */
  updateTrust: {
    input: {
      id: string
      /** Display name, as owner/name. */
      repository?: string | undefined
      refs?: string[] | undefined
      events?: string[] | undefined
      /** Slug of the only project that its keys can access, created if it does not exist. null: all of the organization. */
      project?: string | null | undefined
    }
    data: {
      id: string
      issuer: string
      /** False if the operator no longer lists the issuer in SVC_OIDC_ISSUERS: the trust then issues no keys. */
      accepted: boolean
      /** Audience that workflows request for their tokens: this server and this organization. */
      audience: string
      repositoryId: string
      /** Display name: its name when the trust was created. */
      repository: string | null
      refs: string[]
      events: string[]
      /** The only project that its keys can access; null: all of the organization. */
      project: string | null
      createdBy: {
        id: string
        email: string
        name: string
      } | null
      createdAt: string
      keysRevoked: number
    }
  }
  /** Deletes a trust and immediately revokes every key that it issued. Needs the role admin and the scope admin. */
  deleteTrust: {
    input: {
      id: string
    }
    data: {
      id: string
      keysRevoked: number
    }
  }
  /** Exchanges the signed token of a trusted workflow for a key that is valid for one hour, with the role editor and the scopes ingest and read. An admin of the organization decides which workflows to trust. Each token is accepted once. GitHub signs no tokens for pull requests from forks. Public: needs no credential. */
  exchangeToken: {
    input: {
      /** The JSON Web Token. Request it with the audience <address of this server>/organizations/<organization>. */
      token: string
      /** Slug of the organization. A former slug also works. */
      organization: string
      /** Required if the organization trusts the repository for several projects. */
      project?: string | undefined
    }
    data: {
      key: string
      expiresAt: string
      /** Its current slug. */
      organization: string
      project: string | null
    }
  }
  /** Proposes a new text for a document, or a new document. It waits for a person’s decision. CONFLICT if the text equals the current one or an open proposal of the same credential, or `baseRevision` is not the current revision. Needs the role editor and the scope knowledge. */
  createProposal: {
    input: {
      project: string
      /** A path or a title in the project, or the id of a document of any project; a new path ending in .md proposes a new document. */
      document: string
      /** The whole proposed Markdown, at most 1 MiB. */
      content: string
      /** A reference to code or a commit. */
      evidence: string
      /** Why the update is needed. */
      reasoning: string
      /** Absent: as the document is; project for a new one. */
      visibility?: 'project' | 'shared' | undefined
      /** The revision that the author read. Absent: the current one. */
      baseRevision?: number | undefined
    }
    data: {
      id: string
      project: string
      /** Null if there is no document of its path yet, or the document was deleted. */
      document: string | null
      path: string
      state: 'open' | 'accepted' | 'rejected'
      /** Name of the person or key that proposed it. */
      author: string
      /** True if an API key proposed it. */
      byKey: boolean
      /** The revision that it would replace; 0 for a new document. */
      baseRevision: number
      /** The document’s revision now; 0 without a document. */
      currentRevision: number
      /** True if it is open and the document has changed since: it cannot be accepted. */
      conflicting: boolean
      visibility: 'project' | 'shared'
      /** A reference to code or a commit. */
      evidence: string
      reasoning: string
      createdAt: string
      decidedAt: string | null
      decidedBy: string | null
      /** Why it was rejected, or a note on its acceptance. */
      reason: string | null
      /** Proposals of the same credential that were decided since it last proposed, at most 10. */
      earlier: Proposal[]
      /** Of a proposal of a new document: documents of other projects that have its path, at most 5. */
      otherProjects: {
        id: string
        /** Slug of its home project. */
        project: string
        /** Posix path of the document in its project, at most 300 bytes, such as `docs/architecture.md`. */
        path: string
      }[]
    }
  }
  /** Lists proposals, newest first. Needs the role viewer and the scope knowledge. */
  listProposals: {
    input: {
      project?: string | undefined
      document?: string | undefined
      state?: 'open' | 'accepted' | 'rejected' | undefined
      /** Only those of the caller’s own credential. */
      mine?: 'true' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Proposal[]
  }
  /** Returns a proposal with its content and difference. Needs the role viewer and the scope knowledge. */
  getProposal: {
    input: {
      id: string
    }
    data: {
      id: string
      project: string
      /** Null if there is no document of its path yet, or the document was deleted. */
      document: string | null
      path: string
      state: 'open' | 'accepted' | 'rejected'
      /** Name of the person or key that proposed it. */
      author: string
      /** True if an API key proposed it. */
      byKey: boolean
      /** The revision that it would replace; 0 for a new document. */
      baseRevision: number
      /** The document’s revision now; 0 without a document. */
      currentRevision: number
      /** True if it is open and the document has changed since: it cannot be accepted. */
      conflicting: boolean
      visibility: 'project' | 'shared'
      /** A reference to code or a commit. */
      evidence: string
      reasoning: string
      createdAt: string
      decidedAt: string | null
      decidedBy: string | null
      /** Why it was rejected, or a note on its acceptance. */
      reason: string | null
      /** Unified difference between the revision that it is based on and its content. With more than 1,000 added and removed lines, all lines between the first and the last difference are shown as replaced. */
      diff: string
      /** True if the difference is longer than 200,000 characters and this is its beginning. */
      diffIsCut: boolean
      /** The whole proposed Markdown. */
      content: string
    }
  }
  /** Accepts a proposal: its content becomes the next revision. Needs a person’s session, or a key with the role and scope admin; such a key can accept a key’s proposal only if an admin allowed it (`keysMayDecide`). CONFLICT if the document has changed since, or the proposal was decided. Needs the role editor and the scope knowledge. */
  acceptProposal: {
    input: {
      id: string
      /** A note for the author. */
      reason?: string | undefined
    }
    data: Proposal
  }
  /** Rejects a proposal with a reason for its author. The same callers can do it as can accept it. Needs the role editor and the scope knowledge. */
  rejectProposal: {
    input: {
      id: string
      reason: string
    }
    data: Proposal
  }
  /** Returns who can decide proposals. Needs the role viewer and the scope knowledge. */
  getReviewSettings: {
    input: Record<never, never>
    data: {
      keysMayDecide: boolean
    }
  }
  /** Allows or forbids that API keys of admins accept what API keys proposed. Guidelines then trust what such keys write as what people write. Forbidden by default, because agents follow what documents say. Needs a person's session with the role admin; API keys are rejected. */
  setReviewSettings: {
    input: {
      keysMayDecide: boolean
    }
    data: {
      keysMayDecide: boolean
    }
  }
  /** Returns guidelines for coding, reviewing or documenting, made from the project’s documents, its current test results and defaults. About 150 tokens; with `full`, about 500. Needs the role viewer and the scope knowledge. */
  getGuidelines: {
    input: {
      /** Absent: only the rules that hold everywhere. */
      project?: string | undefined
      mode: 'code' | 'review' | 'document'
      full?: boolean | 'true' | 'false' | undefined
    }
    data: {
      mode: 'code' | 'review' | 'document'
      /** Markdown. Lines in quotation marks quote a document of the project; its trust and path follow. */
      text: string
      /** Estimated tokens of the text. */
      tokens: number
      /** The documents that the text quotes. */
      sources: {
        /** Path of the document. */
        path: string
        /** high: written or accepted by a person, and changed within 180 days. medium: written by an API key, or older. low: tied to a failure that came back after its fix, or older than 540 days. */
        trust: 'high' | 'medium' | 'low'
      }[]
    }
  }
  /** Returns the text of a prompt, about 2,000 tokens: svc_architect for before writing code, svc_auditor for reviews, svc_documenter for documenting while building. Needs the role viewer and the scope knowledge. */
  getPrompt: {
    input: {
      name: 'svc_architect' | 'svc_auditor' | 'svc_documenter'
      /** Absent: only the rules that hold everywhere. */
      project?: string | undefined
    }
    data: {
      name: string
      text: string
      /** Estimated tokens of the text. */
      tokens: number
      sources: {
        /** Path of the document. */
        path: string
        /** high: written or accepted by a person, and changed within 180 days. medium: written by an API key, or older. low: tied to a failure that came back after its fix, or older than 540 days. */
        trust: 'high' | 'medium' | 'low'
      }[]
    }
  }
  /** Lists the templates that apply to a project, sorted by path; without a project, those of the organization. Needs the role viewer and the scope knowledge. */
  listTemplates: {
    input: {
      project?: string | undefined
      category?: 'all' | 'architecture' | 'patterns' | 'contracts' | undefined
    }
    data: {
      /** A UUID; for a built-in template, its path. */
      id: string
      /** Unique for a project: its own template overrides the organization’s, which overrides the built-in one. */
      path: string
      category: 'architecture' | 'patterns' | 'contracts'
      title: string
      source: 'built-in' | 'organization' | 'project'
      /** Null for a built-in template. */
      updatedAt: string | null
      author: string | null
    }[]
  }
  /** Creates or replaces a template of a project, or of the whole organization (admins). It overrides the template of the same path. Needs the role editor and the scope knowledge. */
  putTemplate: {
    input: {
      /** Absent: for all projects of the organization. */
      project?: string | undefined
      path: string
      category: 'architecture' | 'patterns' | 'contracts'
      title: string
      /** Markdown, at most 65,536 characters. */
      content: string
    }
    data: {
      /** A UUID; for a built-in template, its path. */
      id: string
      /** Unique for a project: its own template overrides the organization’s, which overrides the built-in one. */
      path: string
      category: 'architecture' | 'patterns' | 'contracts'
      title: string
      source: 'built-in' | 'organization' | 'project'
      /** Null for a built-in template. */
      updatedAt: string | null
      author: string | null
      /** Markdown with front matter. */
      content: string
    }
  }
  /** Returns a template with its content. `id` is an id or a path (with %2F for /). Needs the role viewer and the scope knowledge. */
  getTemplate: {
    input: {
      id: string
      project?: string | undefined
    }
    data: {
      /** A UUID; for a built-in template, its path. */
      id: string
      /** Unique for a project: its own template overrides the organization’s, which overrides the built-in one. */
      path: string
      category: 'architecture' | 'patterns' | 'contracts'
      title: string
      source: 'built-in' | 'organization' | 'project'
      /** Null for a built-in template. */
      updatedAt: string | null
      author: string | null
      /** Markdown with front matter. */
      content: string
    }
  }
  /** Deletes a template of the project or the organization, by its id or its path (with %2F for /). The template that it overrode applies again. A built-in template cannot be deleted. Needs the role editor and the scope knowledge. */
  deleteTemplate: {
    input: {
      id: string
      /** With a path. Absent: the template of the organization. */
      project?: string | undefined
    }
    data: {
      id: string
    }
  }
  /** Creates a task for an agent, and tells the agent. The acting agent is its creator; a person with the role editor and without an agent creates it in their own name. Needs the role viewer and the scope bus. */
  createTask: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      /** Name or id of an agent. */
      assignedTo: string
      title: string
      description?: string | undefined
      /** From 1, the highest, to 10. */
      priority?: number | undefined
      /** ISO 8601 timestamp in the future; without a time zone UTC. */
      deadline?: string | undefined
      /** Additional data, at most 262144 bytes as JSON. */
      payload?: Record<string, unknown> | undefined
      /** Slug of the project that it belongs to. A key of one project always uses its own. */
      project?: string | undefined
    }
    data: Task
  }
  /** Tasks, newest first; with `endedAfter` those that ended, the last to end first. Needs the role viewer and the scope bus. */
  listTasks: {
    input: {
      /** `open`: pending or in progress. */
      status?: 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled' | 'open' | undefined
      /** Name or id of an agent. */
      assignedTo?: string | undefined
      /** Name or id of an agent. */
      createdBy?: string | undefined
      project?: string | undefined
      /** Only tasks that ended after this time. */
      endedAfter?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Task[]
  }
  /** A task with its history, oldest change first. Needs the role viewer and the scope bus. */
  getTask: {
    input: {
      id: string
    }
    data: {
      id: string
      /** Name of the agent. */
      assignedTo: string
      /** Name of the agent, or the address of a person who has none. */
      createdBy: string
      /** Slug of the project that it belongs to. */
      project: string | null
      title: string
      description: string | null
      /** From 1, the highest, to 10. */
      priority: number
      deadline: string | null
      /** True if its deadline has passed and it has not ended. */
      isOverdue: boolean
      payload: Record<string, unknown> | null
      status: 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled'
      result: Record<string, unknown> | null
      /** Increases with each change. */
      version: number
      /** Who holds it; null if nobody does. */
      lease: Lease | null
      /** When a task in progress becomes pending again: the end of its lease, or 60 minutes after the last sign of life of an assignee without one. */
      returnsAt: string | null
      createdAt: string
      updatedAt: string
      endedAt: string | null
      /** At most the last 200 changes. */
      history: {
        at: string
        /** Name of the agent, `svc` for the server, an admin’s credential, or a person’s address. */
        by: string
        /** Why the server changed it. */
        because: string | null
        /** Each changed field with its value before and after; of a result above 1,000 characters as JSON, the beginning of that JSON as text. */
        changes: Record<
          string,
          {
            from: unknown
            to: unknown
          }
        >
      }[]
    }
  }
  /** Changes a task and tells the other side. Its creator, its assignee and admins may change it. Any status may follow any other. Needs the role viewer and the scope bus. */
  updateTask: {
    input: {
      id: string
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      status?: 'pending' | 'in_progress' | 'done' | 'failed' | 'cancelled' | undefined
      /** At most 262144 bytes as JSON. */
      result?: Record<string, unknown> | undefined
      priority?: number | undefined
      /** Null removes it. */
      deadline?: string | null | undefined
      /** Name or id of the agent that takes it over. */
      assignedTo?: string | undefined
      /** The version that the change is based on. The server answers CONFLICT if another is current. */
      version?: number | undefined
    }
    data: Task
  }
  /** Takes a task: the acting agent holds it for some minutes, and its status becomes in_progress. Only its assignee, or an agent that nobody else has forestalled, can hold it. When the lease ends, the task becomes pending again. Needs the role viewer and the scope bus. */
  claimTask: {
    input: {
      id: string
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      /** How long the lease lasts, minutes. The holder may renew it. */
      minutes?: number | undefined
      /** The version that the claim is based on. */
      version?: number | undefined
    }
    data: Task
  }
  /** Leases a failure, a test or a task to the acting agent, so that no other agent works on it. The holder renews its lease with the same call. If another agent holds it, the server answers CONFLICT and names that agent. Needs the role viewer and the scope bus. */
  takeLease: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      subject: 'failure' | 'test' | 'task'
      /** `failure`: its fingerprint. `test`: the id of the test. `task`: the id of the task. */
      id: string
      /** How long the lease lasts, minutes. The holder may renew it. */
      minutes?: number | undefined
      /** Slug. Required for a failure or a test if the credential sees several projects. */
      project?: string | undefined
    }
    data: {
      id: string
      subject: 'failure' | 'test' | 'task'
      /** A fingerprint, the id of a test, or the id of a task. */
      subjectId: string
      /** Slug; null for a task without a project. */
      project: string | null
      holder: {
        /** Name, for svc_agent_message. */
        agent: string
        displayName: string | null
        instance: string
      }
      since: string
      /** When it ends unless its holder renews it. */
      until: string
      /** True if the agent held it already. */
      isRenewal: boolean
    }
  }
  /** Leases that have not ended, newest first. Needs the role viewer and the scope bus. */
  listLeases: {
    input: {
      subject?: 'failure' | 'test' | 'task' | undefined
      project?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      subject: 'failure' | 'test' | 'task'
      /** A fingerprint, the id of a test, or the id of a task. */
      subjectId: string
      /** Slug; null for a task without a project. */
      project: string | null
      holder: {
        /** Name, for svc_agent_message. */
        agent: string
        displayName: string | null
        instance: string
      }
      since: string
      /** When it ends unless its holder renews it. */
      until: string
      /** Title of its task; null for other subjects. */
      title: string | null
    }[]
  }
  /** Ends a lease of the acting agent. Admins may end any lease. A task that was in progress becomes pending. It changes nothing if nobody holds the subject. Needs the role viewer and the scope bus. */
  releaseLease: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      subject: 'failure' | 'test' | 'task'
      /** `failure`: its fingerprint. `test`: the id of the test. `task`: the id of the task. */
      id: string
      /** Slug. Required for a failure or a test if the credential sees several projects. */
      project?: string | undefined
    }
    data: {
      /** False if nobody held it. */
      released: boolean
    }
  }
  /** Subscribes the acting agent to an event of the server. Each event becomes a message from `svc`. Repeating the call changes nothing. Needs the role viewer and the scope bus. */
  subscribeToEvent: {
    input: {
      event:
        | 'execution.settled'
        | 'test.became-flaky'
        | 'test.recovered'
        | 'base.broke'
        | 'base.culprit'
        | 'proposal.decided'
      /** Slug; absent: every project that the credential sees. */
      project?: string | undefined
      /** Absent: every branch. */
      branch?: string | undefined
      /** Absent: every suite. */
      suite?: string | undefined
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
    }
    data: BusSubscription
  }
  /** The subscriptions of the acting agent, newest first. Needs the role viewer and the scope bus. */
  listSubscriptions: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: BusSubscription[]
  }
  /** Ends a subscription of the acting agent. Needs the role viewer and the scope bus. */
  unsubscribe: {
    input: {
      id: string
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
    }
    data: {
      id: string
      ended: true
    }
  }
  /** Asks for tests to be run again on a commit. It creates a task with the command of the runner, for the named agent or for one whose `capabilities.rerun` is true. Later uploads of that commit fill its result. Needs the role viewer and the scope bus. */
  requestRerun: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      project: string
      tests: string[]
      commit: string
      /** How often each test should run. */
      times?: number | undefined
      /** Name or id of an agent. Absent: one that can run tests. */
      assignedTo?: string | undefined
      priority?: number | undefined
      title?: string | undefined
      description?: string | undefined
      /** ISO 8601 timestamp in the future; without a time zone UTC. */
      deadline?: string | undefined
    }
    data: Task
  }
  /** Watches runs that contain a commit until it is known whether it fixed a failure, and tells the acting agent. Repeating the call returns the present state. Needs the role viewer and the scope bus. */
  verifyFix: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      project: string
      fingerprint: string
      /** The fix. Fewer than 40 digits only if a run of it is known, and of no other such commit. */
      commit: string
    }
    data: FixVerification
  }
  /** Fixes that agents had verified, or wait for, newest first. Needs the role viewer and the scope bus. */
  listFixVerifications: {
    input: {
      project?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: FixVerification[]
  }
  /** One verification of a fix. Needs the role viewer and the scope bus. */
  getFixVerification: {
    input: {
      id: string
    }
    data: FixVerification
  }
  /** Registers an agent, which only this credential can act as. Repeating it updates the fields given and makes the agent active. CONFLICT if another credential has the name. Only the first response contains the signing key. Needs the role viewer and the scope bus. */
  registerAgent: {
    input: {
      /** 1 to 64 lower-case letters and digits, with hyphens between them; never changes. */
      name: string
      /** For people; it may contain an emoji. */
      displayName?: string | undefined
      /** The host that the agent runs on, as any label. */
      instance: string
      /** Identifier of its model. */
      model?: string | undefined
      role?: 'orchestrator' | 'specialist' | 'curator' | 'admin' | undefined
      /** A JSON object, at most 16384 bytes. */
      capabilities?: Record<string, unknown> | undefined
      /** Slug of a project, which is created if needed; the agent becomes a contributor. */
      project?: string | undefined
    }
    data: {
      id: string
      name: string
      displayName: string | null
      instance: string
      model: string | null
      role: 'orchestrator' | 'specialist' | 'curator' | 'admin' | null
      capabilities: Record<string, unknown>
      status: 'active' | 'inactive' | 'archived'
      /** `live`: a channel is open. `recent`: it made a call within the last 5 minutes. */
      presence: 'live' | 'recent' | 'away'
      /** At most 10 seconds old, counted from its last call. */
      lastSeenAt: string | null
      /** Pending messages: no live channel has acknowledged them, and nobody has read them. They bound the inbox. */
      unread: number
      /** Its projects that the caller may see. */
      projects: {
        id: string
        slug: string
        role: 'owner' | 'contributor' | 'readonly'
      }[]
      /** `own`: the caller’s credential may act as it. `ended`: no credential can any more; an admin can take it over. */
      credential: 'own' | 'other' | 'ended'
      createdAt: string
      updatedAt: string
      isNew: boolean
      /** Null if the agent existed. */
      signingKey: {
        /** The `keyId` of messages that it signs. */
        id: string
        /** 32 bytes as 64 hex digits. No later response contains it. */
        secret: string
      } | null
    }
  }
  /** Lists agents, newest first. A key of one project sees those of its project, and its own. Needs the role viewer and the scope bus. */
  listAgents: {
    input: {
      status?: 'active' | 'inactive' | 'archived' | 'all' | undefined
      instance?: string | undefined
      /** Id or slug of a project. */
      project?: string | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: Agent[]
  }
  /** Returns an agent. Needs the role viewer and the scope bus. */
  getAgent: {
    input: {
      id: string
    }
    data: Agent
  }
  /** Changes an agent; absent fields stay unchanged. Archiving it fails its pending messages. Needs the credential of the agent, or an admin. Needs the role viewer and the scope bus. */
  updateAgent: {
    input: {
      id: string
      /** For people; it may contain an emoji. */
      displayName?: string | undefined
      status?: 'active' | 'inactive' | 'archived' | undefined
      /** The host that the agent runs on, as any label. */
      instance?: string | undefined
      /** Identifier of its model. */
      model?: string | undefined
      role?: 'orchestrator' | 'specialist' | 'curator' | 'admin' | undefined
      /** A JSON object, at most 16384 bytes. */
      capabilities?: Record<string, unknown> | undefined
    }
    data: Agent
  }
  /** Archives an agent, or deletes it. Its pending messages fail, and their senders get a notice; messages keep its name. Needs the credential of the agent, or an admin. Needs the role viewer and the scope bus. */
  removeAgent: {
    input: {
      id: string
      /** Deletes it permanently. */
      hard?: 'true' | undefined
    }
    data: {
      id: string
      name: string
      status: 'archived' | 'deleted'
      /** Pending messages that failed. */
      failedMessages: number
    }
  }
  /** Assigns an agent to a project, or changes its role there. The role informs others; rights are those of the credential. Needs the credential of the agent, or an admin. Needs the role viewer and the scope bus. */
  assignAgent: {
    input: {
      id: string
      /** Id or slug of a project. */
      project: string
      role?: 'owner' | 'contributor' | 'readonly' | undefined
    }
    data: Agent
  }
  /** Removes an agent from a project. Needs the credential of the agent, or an admin. Needs the role viewer and the scope bus. */
  unassignAgent: {
    input: {
      id: string
      /** Id or slug of a project. */
      project: string
    }
    data: Agent
  }
  /** Creates a new signing key for an agent of this credential. The former key signs until the overlap ends. Only this response contains the key. Needs the role viewer and the scope bus. */
  createAgentKey: {
    input: {
      id: string
      /** How long the former key may still sign; 0 if somebody else knows it. */
      overlapSeconds?: number | undefined
    }
    data: {
      /** The `keyId` of messages that it signs. */
      id: string
      /** 32 bytes as 64 hex digits. No later response contains it. */
      secret: string
      agent: string
      createdAt: string
      /** Messages that it signed stay verifiable. */
      formerKeyRetiresAt: string
    }
  }
  /** Gives an agent to the caller, or to an API key: from now on only that credential can act as it. Its signing key changes at once. For agents whose credential ended. Needs a person's session with the role admin; API keys are rejected. */
  takeOverAgent: {
    input: {
      id: string
      /** Absent: the caller. */
      key?: string | undefined
    }
    data: {
      id: string
      name: string
      displayName: string | null
      instance: string
      model: string | null
      role: 'orchestrator' | 'specialist' | 'curator' | 'admin' | null
      capabilities: Record<string, unknown>
      status: 'active' | 'inactive' | 'archived'
      /** `live`: a channel is open. `recent`: it made a call within the last 5 minutes. */
      presence: 'live' | 'recent' | 'away'
      /** At most 10 seconds old, counted from its last call. */
      lastSeenAt: string | null
      /** Pending messages: no live channel has acknowledged them, and nobody has read them. They bound the inbox. */
      unread: number
      /** Its projects that the caller may see. */
      projects: {
        id: string
        slug: string
        role: 'owner' | 'contributor' | 'readonly'
      }[]
      /** `own`: the caller’s credential may act as it. `ended`: no credential can any more; an admin can take it over. */
      credential: 'own' | 'other' | 'ended'
      createdAt: string
      updatedAt: string
      signingKey: {
        /** The `keyId` of messages that it signs. */
        id: string
        /** 32 bytes as 64 hex digits. No later response contains it. */
        secret: string
      }
    }
  }
  /** Sends a message to an agent. It is stored when this responds. The server signs it with the key of the sender, unless the caller sends a signature. CONFLICT if the recipient is archived or its inbox is full: then nothing is sent. Needs the role viewer and the scope bus. */
  sendMessage: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      /** Name or id of the recipient. */
      to: string
      /** At most 65536 bytes in UTF-8. */
      message: string
      type?: 'message' | 'task' | 'result' | 'alert' | 'knowledge' | 'curator' | undefined
      /** `urgent` precedes every other message, `high` precedes `normal`, `normal` precedes `low`. */
      priority?: 'low' | 'normal' | 'high' | 'urgent' | undefined
      channel?: string | undefined
      /** A message that the sender sent or received. */
      replyTo?: string | undefined
      /** Sending again with the same id is one message; with other content it is a CONFLICT. */
      clientMessageId?: string | undefined
      /** The message fails if nobody has received it by then. */
      expiresInSeconds?: number | undefined
      /** Time of the signature, milliseconds since the epoch; at most 5 minutes from the current time. */
      timestamp?: number | undefined
      /** The signing key. */
      keyId?: string | undefined
      /** HMAC-SHA256 of `from:to:message:timestamp`, with the names of both agents. */
      signature?: string | undefined
    }
    data: {
      id: string
      /** In the inbox of its recipient, from 1. Within a priority, its order. */
      sequence: number
      from: {
        /** Null for the server, and for a deleted agent. */
        id: string | null
        /** `svc` for the server. */
        name: string
        displayName: string | null
        instance: string | null
      }
      to: {
        /** Null for a deleted agent. */
        id: string | null
        name: string
      }
      /** Exactly as sent. Null if the server cannot prove that; then `problem` says why. */
      message: string | null
      type: 'message' | 'task' | 'result' | 'alert' | 'knowledge' | 'curator'
      priority: 'low' | 'normal' | 'high' | 'urgent'
      channel: string | null
      replyTo: string | null
      /** The first message of its thread. */
      thread: string
      clientMessageId: string | null
      /** `delivered`: a live channel of the recipient acknowledged it. `failed`: see `problem`. */
      status: 'pending' | 'delivered' | 'read' | 'failed'
      problem: string | null
      signature: {
        /** `changed`: not as it was sent. `unverifiable`: its key is gone, or the server has another secret. */
        authenticity: 'authentic' | 'changed' | 'unverifiable'
        /** HMAC-SHA256 of `from:to:message:timestamp` in UTF-8, hex. */
        value: string
        keyId: string
        /** Milliseconds since the epoch. */
        timestamp: number
        by: 'server' | 'agent'
      }
      createdAt: string
      deliveredAt: string | null
      readAt: string | null
      failedAt: string | null
      expiresAt: string | null
      /** Of its beginning, shown by svc_agent_inbox with mark_read, which goes on after them. */
      shownCharacters: number
      /** True if an earlier request with this clientMessageId sent it. */
      isRepeat: boolean
    }
  }
  /** Lists or searches the mail of an agent, sent and received, newest first. Needs the role viewer and the scope bus. */
  listMessages: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      /** Words that a message has, all of them. A page may be shorter than the limit although more follow. */
      q?: string | undefined
      thread?: string | undefined
      channel?: string | undefined
      /** Name of the sender. */
      from?: string | undefined
      status?: 'pending' | 'delivered' | 'read' | 'failed' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: BusMessage[]
  }
  /** Lists the messages of all agents of the organization, newest first, for an admin who oversees them. It changes no status. An admin can take over any agent, so this gives no further right; keys never have it. Needs a person's session with the role admin; API keys are rejected. */
  listOrganizationMessages: {
    input: {
      /** Only what this agent sent or received. */
      agent?: string | undefined
      thread?: string | undefined
      /** `failed`: messages that never arrived. */
      status?: 'pending' | 'delivered' | 'read' | 'failed' | undefined
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: BusMessage[]
  }
  /** Returns a message that the agent sent or received. Needs the role viewer and the scope bus. */
  getMessage: {
    input: {
      id: string
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
    }
    data: BusMessage
  }
  /** Returns the inbox of an agent: urgent messages first, then high, normal and low ones, each in their order. It changes no status. With waitMs, it responds when a message is there. Needs the role viewer and the scope bus. */
  readInbox: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      status?: 'pending' | 'delivered' | 'read' | 'failed' | 'all' | undefined
      limit?: number | undefined
      /** Only messages with a larger sequence number, in the order of these numbers. */
      after?: number | undefined
      /** If there is no message, how long to wait for one, milliseconds. */
      waitMs?: number | undefined
      cursor?: string | undefined
    }
    data: {
      agent: {
        id: string
        name: string
        displayName: string | null
      }
      /** All messages of this status. */
      total: number
      messages: BusMessage[]
      nextCursor: string | null
    }
  }
  /** Marks messages of an inbox as read. Unknown ids, read messages and failed ones are skipped. Needs the role viewer and the scope bus. */
  markMessagesRead: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      ids?: string[] | undefined
      /** A message of which only the beginning was shown. It stays unread, and the inbox over MCP goes on after `characters`. */
      partOf?: string | undefined
      characters?: number | undefined
    }
    data: {
      marked: number
    }
  }
  /** Lists webhooks, newest first. Needs the role admin and the scope admin. */
  listWebhooks: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams' | 'discord'
      /** The host and the last characters. The full address is secret, because it allows writing there. */
      address: string
      events: ('base.broke' | 'base.culprit' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the only project whose events it receives; null: all. */
      project: string | null
      createdAt: string
      /** Time since which no delivery has succeeded; null if the last one succeeded. */
      failingSince: string | null
      /** Set if the webhook is disabled. */
      disabledAt: string | null
      disabledBecause: string | null
    }[]
  }
  /** Creates a webhook that sends events to an address. An organization has at most 20 webhooks. Only this response contains the secret that signs the messages. Needs the role admin and the scope admin. */
  createWebhook: {
    input: {
      name: string
      /** Address that receives the messages by POST. It must be a public https address unless the server allows others (`SVC_WEBHOOKS_PRIVATE`). */
      url: string
      /** The receiver: your own program, an incoming webhook of Slack, a workflow of Teams, or a webhook of a Discord channel. */
      kind?: 'json' | 'slack' | 'teams' | 'discord' | undefined
      /** Absent: base.broke and test.became-flaky. */
      events?:
        | ('base.broke' | 'base.culprit' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
        | undefined
      /** Slug of the only project whose events are sent; absent: all. */
      project?: string | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams' | 'discord'
      /** The host and the last characters. The full address is secret, because it allows writing there. */
      address: string
      events: ('base.broke' | 'base.culprit' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the only project whose events it receives; null: all. */
      project: string | null
      createdAt: string
      /** Time since which no delivery has succeeded; null if the last one succeeded. */
      failingSince: string | null
      /** Set if the webhook is disabled. */
      disabledAt: string | null
      disabledBecause: string | null
      /** Signs the messages: `Svc-Signature: t=<seconds>,v1=<hex>`, an HMAC-SHA256 of `<seconds>.<body>`. Null for Slack, Teams and Discord, which check no signature. */
      secret: string | null
    }
  }
  /** Changes the name or events of a webhook, or disables or enables it. Absent fields stay unchanged. Needs the role admin and the scope admin. */
  updateWebhook: {
    input: {
      id: string
      name?: string | undefined
      /** `base.broke`: the first failed run of the default branch after a passed run. `base.culprit`: the commit that broke it, when `svc bisect` has found it. `test.became-flaky` and `test.recovered`: changes of monitors, one message for all tests of an execution. `execution.settled`: every settled execution. */
      events?:
        | ('base.broke' | 'base.culprit' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
        | undefined
      /** true also enables a webhook that the server disabled after failures. */
      enabled?: boolean | undefined
    }
    data: {
      id: string
      name: string
      kind: 'json' | 'slack' | 'teams' | 'discord'
      /** The host and the last characters. The full address is secret, because it allows writing there. */
      address: string
      events: ('base.broke' | 'base.culprit' | 'test.became-flaky' | 'test.recovered' | 'execution.settled')[]
      /** Slug of the only project whose events it receives; null: all. */
      project: string | null
      createdAt: string
      /** Time since which no delivery has succeeded; null if the last one succeeded. */
      failingSince: string | null
      /** Set if the webhook is disabled. */
      disabledAt: string | null
      disabledBecause: string | null
    }
  }
  /** Deletes a webhook and its pending deliveries. Needs the role admin and the scope admin. */
  deleteWebhook: {
    input: {
      id: string
    }
    data: {
      id: string
      deletedAt: string
    }
  }
  /** Sends one test message, waits up to 10 s, and returns the delivery. Needs the role admin and the scope admin. */
  testWebhook: {
    input: {
      id: string
    }
    data: {
      /** The header `Svc-Delivery`, equal for every attempt. */
      id: string
      event: string
      state: 'waiting' | 'delivered' | 'failed'
      attempts: number
      createdAt: string
      /** Null if no further attempt follows. */
      nextAttemptAt: string | null
      endedAt: string | null
      /** HTTP status of the last response; null if no response arrived. */
      status: number | null
      /** Why the last attempt failed. */
      problem: string | null
    }
  }
  /** Lists past and pending deliveries of a webhook, newest first. They are kept for 7 days after they end. Needs the role admin and the scope admin. */
  listDeliveries: {
    input: {
      id: string
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      /** The header `Svc-Delivery`, equal for every attempt. */
      id: string
      event: string
      state: 'waiting' | 'delivered' | 'failed'
      attempts: number
      createdAt: string
      /** Null if no further attempt follows. */
      nextAttemptAt: string | null
      endedAt: string | null
      /** HTTP status of the last response; null if no response arrived. */
      status: number | null
      /** Why the last attempt failed. */
      problem: string | null
    }[]
  }
  /** Sends deliveries of a webhook again: one in any state, or all that failed. Tests are resent only by id. Each keeps its `Svc-Delivery` and is retried like a new one. Needs the role admin and the scope admin. */
  resendDeliveries: {
    input: {
      id: string
      /** Id of a delivery; absent: all that failed. */
      delivery?: string | undefined
    }
    data: {
      queued: number
    }
  }
  /** Acknowledges messages to the acting agent: pending ones become delivered. Others stay as they are. Counts as a read. Needs the role viewer and the scope bus. */
  acknowledgeMessages: {
    input: {
      /** Name or id of the agent that the caller acts as. Absent: the header Svc-Agent, else the only agent of the credential. */
      agent?: string | undefined
      /** Ids of messages. */
      ids?: string[] | undefined
      /** The id of an event of the agent's own stream: everything up to it, in each priority. */
      upTo?: string | undefined
    }
    data: {
      /** Messages that were pending. */
      acknowledged: number
    }
  }
  /** Returns the address of the badge that shows whether a project passes. Needs the role viewer and the scope read. */
  getBadge: {
    input: {
      slug: string
    }
    data: {
      /** Address of an SVG, public to anyone who knows it. `?branch` selects a branch (default: the default branch), `?suite` a suite (default: all). Null if the project has no badge. */
      url: string | null
      /** Markdown for a README; it links to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** Creates an unguessable address for the badge. The previous address stops working. Needs the role editor and the scope ingest. */
  makeBadge: {
    input: {
      slug: string
    }
    data: {
      /** Address of an SVG, public to anyone who knows it. `?branch` selects a branch (default: the default branch), `?suite` a suite (default: all). Null if the project has no badge. */
      url: string | null
      /** Markdown for a README; it links to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** Deletes the badge; its address stops working. Needs the role editor and the scope ingest. */
  deleteBadge: {
    input: {
      slug: string
    }
    data: {
      /** Address of an SVG, public to anyone who knows it. `?branch` selects a branch (default: the default branch), `?suite` a suite (default: all). Null if the project has no badge. */
      url: string | null
      /** Markdown for a README; it links to this server. */
      markdown: string | null
      createdAt: string | null
    }
  }
  /** Returns the organization's retention settings. Needs the role admin and the scope admin. */
  getRetention: {
    input: Record<never, never>
    data: {
      /** The settings in effect, in days after an execution has settled. */
      effective: RetentionDays
      /** The server’s defaults, which apply to settings that the organization has not set. */
      defaults: RetentionDays
    }
  }
  /** Changes the organization's retention settings; absent settings stay unchanged. The server deletes data that is now too old within the hour. Only a backup can restore it. Needs the role admin and the scope admin. */
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
      /** The settings in effect, in days after an execution has settled. */
      effective: RetentionDays
      /** The server’s defaults, which apply to settings that the organization has not set. */
      defaults: RetentionDays
    }
  }
  /** Returns the limits of the organization: those of this server and those of the organization's plan. Needs the role viewer and any scope. */
  getLimits: {
    input: Record<never, never>
    data: {
      plan: 'free' | 'pro' | 'enterprise'
      /** Limits of each credential. */
      requests: {
        /** Null: no limit. */
        readsPerMinute: number | null
        /** Uploads that start an execution count here. Null: no limit. */
        writesPerMinute: number | null
        /** Null: no limit. */
        uploadBytesPerMinute: number | null
      }
      /** Limits of each credential over MCP, by plan. */
      agents: {
        /** Null: no limit. */
        callsPerMinute: number | null
        /** Null: no limit. */
        searchesPerDay: number | null
      }
      artifacts: {
        fileBytes: number
        filesPerExecution: number
        bytesPerExecution: number
      }
    }
  }
  /** Lists uploads that the server refused, the latest first. The server keeps the newest 100 kinds of refusals of an organization; equal ones are counted. A refusal of an unknown key belongs to no organization. Needs the role admin and the scope admin. */
  listRefusedUploads: {
    input: {
      limit?: number | undefined
      cursor?: string | undefined
    }
    data: {
      id: number
      /** Method and path of the request, such as POST /api/ingest. */
      door: string
      code:
        | 'INVALID_REQUEST'
        | 'UNAUTHORIZED'
        | 'FORBIDDEN'
        | 'NOT_FOUND'
        | 'CONFLICT'
        | 'PAYLOAD_TOO_LARGE'
        | 'RATE_LIMITED'
        | 'INTERNAL'
        | 'UNAVAILABLE'
        | 'STORAGE_FULL'
      /** What the client received, at most 500 characters. */
      message: string
      /** Name of the key, or e-mail address of the person, at that time. */
      credential: string
      /** At least this many: the server counts a kind at most once in 10 s. */
      count: number
      firstAt: string
      lastAt: string
    }[]
  }
  /** Deletes an execution with all its data. It disappears from all responses immediately; its rows are deleted within minutes. This cannot be undone. Needs the role admin and the scope admin. */
  deleteExecution: {
    input: {
      id: string
    }
    data: {
      id: string
      deletedAt: string
    }
  }
  /** One complete execution: its parts, every result with every attempt, errors outside tests and artifacts. Never truncated unless limit is set; a large one is streamed. Needs the role viewer and the scope read. */
  getExecution: {
    input: {
      id: string
      /** Only results of these statuses, separated by commas: failed,flaky. */
      status?: string | undefined
      /** Only the results of this test, one for each part that ran it. */
      test?: string | undefined
      /** The maximum number of results; all of them if absent. */
      limit?: number | undefined
      /** page.nextCursor of the page before; only with limit. */
      cursor?: string | undefined
    }
    data: ExecutionDetail
  }
  /** The progress of an execution as server-sent events: `progress` with each change, `settled` as the last one, `ended` if the credential or the execution is gone. The id of an event is the revision, and each event has the whole state, so that Last-Event-ID loses nothing. 204 if the client has seen the end. Needs the role viewer and the scope read. */
  streamExecutionEvents: {
    input: {
      id: string
    }
    data: Response
  }
  /** The projects that changed, as server-sent events: `ready` first, `changed` with the slugs of projects to read again, at most one in a second, `ended` if the credential is gone. With Last-Event-ID, `changed` with all projects comes first if something changed meanwhile. Needs the role viewer and the scope read. */
  streamEvents: {
    input: Record<never, never>
    data: Response
  }
  /** Messages to the acting agent as server-sent events: what is pending, then each new message. The id of an event names its agent and has a mark for each priority; Last-Event-ID continues there, and acknowledges everything up to it. The server ignores the id of another agent and begins with what is pending. The last event of a stream is closing, with a reason. Limited by the number of open streams, not by time. Needs the role viewer and the scope bus. */
  streamMessages: {
    input: {
      /** Name or id of the agent, if the client cannot set the header Svc-Agent. */
      agent?: string | undefined
    }
    data: Response
  }
  /** A reporter's journal, or a piece of it. Uploads are idempotent; a gap returns CONFLICT, and the header svc-accepted says where to continue. Only the beginning of an execution counts as a write. Fields of a newer reporter that this server does not know are ignored, so that no run loses its upload. Needs the role editor and the scope ingest. */
  ingest: {
    input: {
      body: NonNullable<RequestInit['body']>
    }
    data: IngestReceipt
  }
  /** A whole execution in one JSON document: svc's own format, or an unchanged CTRF report. The query overrides the document. With a build it waits for further parts; without one it settles at once. Needs the role editor and the scope ingest. */
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
      /** 2 or higher if the document repeats tests of an earlier one of this `build`. */
      attempt?: number | undefined
      body: ExecutionDocument | CtrfReport
    }
    data: IngestReceipt
  }
  /** The bytes of an artifact. Range and If-None-Match are honoured. Browsers may show images, videos and plain text inline; everything else is a download, in a sandbox. Limited by concurrent downloads, not per minute. If the server has an origin for artifacts (`SVC_ARTIFACTS_ORIGIN`), a request by which a browser shows one with a cookie is redirected to a signed address there. If artifacts are on S3 with `SVC_ARTIFACTS_REDIRECT=1`, a request without a cookie is redirected to an address in the bucket, which ends after 60 s. Needs the role viewer and the scope read. */
  getArtifact: {
    input: {
      id: string
      /** Redirects to the trace viewer with this artifact instead (302). */
      viewer?: 'true' | undefined
    }
    data: Response
  }
  /** The progress of an artifact's upload; the header upload-offset contains it as well. Needs the role editor and the scope ingest. */
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
  /** A piece of a declared artifact. After the last piece, the server checks the sha256; if it differs, the server removes the artifact and returns INVALID_REQUEST. A piece that does not continue the previous one is a CONFLICT, whose header upload-offset says where to continue. Needs the role editor and the scope ingest. */
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
  /** A picture of a branch's status by the newest run of each suite, or of one: passing, failing, or unknown if it has none. Counts CI runs of a clean tree that passed or failed, not those of pull requests; of the last 50 of the branch. Public: needs no credential. */
  getBadgePicture: {
    input: {
      /** The token of the badge, and .svg. */
      file: string
      /** The default branch if absent. */
      branch?: string | undefined
      /** All suites if absent. */
      suite?: string | undefined
    }
    data: Response
  }
  /** Reports that the process runs. Public: needs no credential. */
  getHealth: {
    input: Record<never, never>
    data: {
      status: 'ok'
    }
  }
  /** Reports that the server can answer: it reaches its database and is not shutting down. Without its bucket of artifacts it answers everything else, and names the problem. Public: needs no credential. */
  getReadiness: {
    input: Record<never, never>
    data: {
      status: 'ready'
      problem?: string
    }
  }
}

/** How each operation is asked: method, path, body and answer. Pages load this table: it has only what is not the default. */
export const OPERATIONS = {
  listExecutions: { path: '/api/executions', answer: 'list' },
  listResults: { path: '/api/executions/{id}/results' },
  settleExecution: { method: 'POST', path: '/api/executions/{id}/settle' },
  find: { path: '/api/find' },
  addFacts: { method: 'POST', path: '/api/executions/{id}/facts', body: 'fields' },
  getReport: { path: '/api/executions/{id}/report' },
  declareArtifacts: { method: 'POST', path: '/api/artifacts', body: 'fields' },
  listArtifacts: { path: '/api/executions/{id}/artifacts', answer: 'list' },
  getOverview: { path: '/api/overview' },
  getWall: { path: '/api/wall' },
  getHome: { path: '/api/home' },
  getMetrics: { path: '/api/metrics' },
  listSuites: { path: '/api/suites', answer: 'list' },
  getTrends: { path: '/api/trends' },
  listFlakyTests: { path: '/api/flaky-tests', answer: 'list' },
  listTests: { path: '/api/tests', answer: 'list' },
  listOwners: { path: '/api/owners' },
  getTest: { path: '/api/tests/{id}' },
  getMonitorSettings: { path: '/api/projects/{slug}/monitor' },
  setMonitorSettings: { method: 'POST', path: '/api/projects/{slug}/monitor', body: 'fields' },
  listProjects: { path: '/api/projects', answer: 'list' },
  updateProject: { method: 'POST', path: '/api/projects/{slug}', body: 'fields' },
  deleteProject: { method: 'DELETE', path: '/api/projects/{slug}' },
  listAccounts: { path: '/api/accounts', answer: 'list' },
  switchAccount: { method: 'POST', path: '/api/accounts/active', body: 'fields' },
  compareExecutions: { path: '/api/compare' },
  listExecutionFailures: { path: '/api/executions/{id}/failures' },
  sendExperiments: { method: 'POST', path: '/api/experiments', body: 'fields' },
  listExperiments: { path: '/api/executions/{id}/experiments', answer: 'list' },
  listRenames: { path: '/api/renames', answer: 'list' },
  confirmRenames: { method: 'POST', path: '/api/renames', body: 'fields' },
  undoRename: { method: 'DELETE', path: '/api/renames/{id}' },
  listFailures: { path: '/api/failures', answer: 'list' },
  getFailure: { path: '/api/failures/{fingerprint}' },
  recordCulprit: { method: 'POST', path: '/api/failures/{fingerprint}/culprits', body: 'fields' },
  getFailureContext: { path: '/api/failure-context' },
  findExecutions: { path: '/api/find/executions' },
  findTests: { path: '/api/find/tests' },
  getArtifactText: { path: '/api/artifacts/{id}/text' },
  listFailureDocuments: { path: '/api/failures/{fingerprint}/documents' },
  tieDocument: { method: 'PUT', path: '/api/failures/{fingerprint}/documents', body: 'fields' },
  untieDocument: { method: 'DELETE', path: '/api/failures/{fingerprint}/documents' },
  findFailureDocuments: { path: '/api/find/failure-documents' },
  listDocumentFailures: { path: '/api/documents/{id}/failures' },
  getPullRequest: { path: '/api/pull-requests/{number}' },
  listPullRequests: { path: '/api/pull-requests' },
  putDocument: { method: 'PUT', path: '/api/documents', body: 'fields' },
  listDocuments: { path: '/api/documents', answer: 'list' },
  listFolders: { path: '/api/documents/tree' },
  readDocument: { path: '/api/documents/read' },
  getDocument: { path: '/api/documents/{id}' },
  deleteDocument: { method: 'DELETE', path: '/api/documents/{id}' },
  listRevisions: { path: '/api/documents/{id}/revisions', answer: 'list' },
  getRevision: { path: '/api/documents/{id}/revisions/{number}' },
  pushDocuments: { method: 'POST', path: '/api/documents/push', body: 'fields' },
  readChunks: { path: '/api/chunks' },
  searchKnowledge: { path: '/api/search' },
  signIn: { method: 'POST', path: '/auth/sign-in', body: 'fields' },
  setPassword: { method: 'POST', path: '/auth/password', body: 'fields' },
  readInvitation: { method: 'POST', path: '/auth/invitation', body: 'fields' },
  joinWithInvitation: { method: 'POST', path: '/auth/join', body: 'fields' },
  whoAmI: { path: '/api/whoami' },
  signOut: { method: 'POST', path: '/api/sign-out' },
  listSessions: { path: '/api/sessions' },
  revokeOtherSessions: { method: 'DELETE', path: '/api/sessions' },
  revokeSession: { method: 'DELETE', path: '/api/sessions/{id}' },
  renewToken: { method: 'POST', path: '/api/sessions/renew' },
  changePassword: { method: 'POST', path: '/api/password', body: 'fields' },
  updatePerson: { method: 'POST', path: '/api/person', body: 'fields' },
  acceptInvitation: { method: 'POST', path: '/api/invitations/accept', body: 'fields' },
  listOrganizations: { path: '/api/organizations' },
  createOrganization: { method: 'POST', path: '/api/organizations', body: 'fields' },
  updateOrganization: { method: 'POST', path: '/api/organization', body: 'fields' },
  deleteOrganization: { method: 'DELETE', path: '/api/organization' },
  listMembers: { path: '/api/members', answer: 'list' },
  changeRole: { method: 'POST', path: '/api/members/{id}', body: 'fields' },
  removeMember: { method: 'DELETE', path: '/api/members/{id}' },
  listMemberCredentials: { path: '/api/members/{id}/credentials' },
  listInvitations: { path: '/api/invitations', answer: 'list' },
  createInvitation: { method: 'POST', path: '/api/invitations', body: 'fields' },
  withdrawInvitation: { method: 'DELETE', path: '/api/invitations/{id}' },
  listAudit: { path: '/api/audit', answer: 'list' },
  listKeys: { path: '/api/keys', answer: 'list' },
  createKey: { method: 'POST', path: '/api/keys', body: 'fields' },
  revokeKey: { method: 'DELETE', path: '/api/keys/{id}' },
  listTrusts: { path: '/api/oidc-trusts', answer: 'list' },
  createTrust: { method: 'POST', path: '/api/oidc-trusts', body: 'fields' },
  updateTrust: { method: 'POST', path: '/api/oidc-trusts/{id}', body: 'fields' },
  deleteTrust: { method: 'DELETE', path: '/api/oidc-trusts/{id}' },
  exchangeToken: { method: 'POST', path: '/auth/oidc', body: 'fields' },
  createProposal: { method: 'POST', path: '/api/proposals', body: 'fields' },
  listProposals: { path: '/api/proposals', answer: 'list' },
  getProposal: { path: '/api/proposals/{id}' },
  acceptProposal: { method: 'POST', path: '/api/proposals/{id}/accept', body: 'fields' },
  rejectProposal: { method: 'POST', path: '/api/proposals/{id}/reject', body: 'fields' },
  getReviewSettings: { path: '/api/review-settings' },
  setReviewSettings: { method: 'POST', path: '/api/review-settings', body: 'fields' },
  getGuidelines: { path: '/api/guidelines' },
  getPrompt: { path: '/api/prompts' },
  listTemplates: { path: '/api/templates', answer: 'list' },
  putTemplate: { method: 'PUT', path: '/api/templates', body: 'fields' },
  getTemplate: { path: '/api/templates/{id}' },
  deleteTemplate: { method: 'DELETE', path: '/api/templates/{id}' },
  createTask: { method: 'POST', path: '/api/bus/tasks', body: 'fields' },
  listTasks: { path: '/api/bus/tasks', answer: 'list' },
  getTask: { path: '/api/bus/tasks/{id}' },
  updateTask: { method: 'PUT', path: '/api/bus/tasks/{id}', body: 'fields' },
  claimTask: { method: 'POST', path: '/api/bus/tasks/{id}/claim', body: 'fields' },
  takeLease: { method: 'POST', path: '/api/bus/leases', body: 'fields' },
  listLeases: { path: '/api/bus/leases', answer: 'list' },
  releaseLease: { method: 'DELETE', path: '/api/bus/leases' },
  subscribeToEvent: { method: 'POST', path: '/api/bus/subscriptions', body: 'fields' },
  listSubscriptions: { path: '/api/bus/subscriptions', answer: 'list' },
  unsubscribe: { method: 'DELETE', path: '/api/bus/subscriptions/{id}' },
  requestRerun: { method: 'POST', path: '/api/bus/reruns', body: 'fields' },
  verifyFix: { method: 'POST', path: '/api/bus/fix-verifications', body: 'fields' },
  listFixVerifications: { path: '/api/bus/fix-verifications', answer: 'list' },
  getFixVerification: { path: '/api/bus/fix-verifications/{id}' },
  registerAgent: { method: 'POST', path: '/api/bus/agents', body: 'fields' },
  listAgents: { path: '/api/bus/agents', answer: 'list' },
  getAgent: { path: '/api/bus/agents/{id}' },
  updateAgent: { method: 'POST', path: '/api/bus/agents/{id}', body: 'fields' },
  removeAgent: { method: 'DELETE', path: '/api/bus/agents/{id}' },
  assignAgent: { method: 'PUT', path: '/api/bus/agents/{id}/projects', body: 'fields' },
  unassignAgent: { method: 'DELETE', path: '/api/bus/agents/{id}/projects' },
  createAgentKey: { method: 'POST', path: '/api/bus/agents/{id}/keys', body: 'fields' },
  takeOverAgent: { method: 'POST', path: '/api/bus/agents/{id}/take-over', body: 'fields' },
  sendMessage: { method: 'POST', path: '/api/bus/messages', body: 'fields' },
  listMessages: { path: '/api/bus/messages', answer: 'list' },
  listOrganizationMessages: { path: '/api/bus/mail', answer: 'list' },
  getMessage: { path: '/api/bus/messages/{id}' },
  readInbox: { path: '/api/bus/inbox' },
  markMessagesRead: { method: 'POST', path: '/api/bus/inbox/read', body: 'fields' },
  listWebhooks: { path: '/api/webhooks', answer: 'list' },
  createWebhook: { method: 'POST', path: '/api/webhooks', body: 'fields' },
  updateWebhook: { method: 'POST', path: '/api/webhooks/{id}', body: 'fields' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{id}' },
  testWebhook: { method: 'POST', path: '/api/webhooks/{id}/test' },
  listDeliveries: { path: '/api/webhooks/{id}/deliveries', answer: 'list' },
  resendDeliveries: { method: 'POST', path: '/api/webhooks/{id}/deliveries/resend', body: 'fields' },
  acknowledgeMessages: { method: 'POST', path: '/api/bus/messages/ack', body: 'fields' },
  getBadge: { path: '/api/projects/{slug}/badge' },
  makeBadge: { method: 'POST', path: '/api/projects/{slug}/badge' },
  deleteBadge: { method: 'DELETE', path: '/api/projects/{slug}/badge' },
  getRetention: { path: '/api/retention' },
  setRetention: { method: 'POST', path: '/api/retention', body: 'fields' },
  getLimits: { path: '/api/limits' },
  listRefusedUploads: { path: '/api/refused-uploads', answer: 'list' },
  deleteExecution: { method: 'DELETE', path: '/api/executions/{id}' },
  getExecution: { path: '/api/executions/{id}' },
  streamExecutionEvents: { path: '/api/executions/{id}/events', answer: 'bytes' },
  streamEvents: { path: '/api/events', answer: 'bytes' },
  streamMessages: { path: '/api/bus/stream', answer: 'bytes' },
  ingest: { method: 'POST', path: '/api/ingest', body: 'whole', type: 'application/x-ndjson' },
  uploadTestResults: { method: 'POST', path: '/api/test-results', body: 'whole', type: 'application/json' },
  getArtifact: { path: '/api/artifacts/{id}', answer: 'bytes' },
  getArtifactUpload: { path: '/api/artifacts/{id}/upload' },
  putArtifactUpload: {
    method: 'PUT',
    path: '/api/artifacts/{id}/upload',
    body: 'whole',
    type: 'application/octet-stream',
  },
  getBadgePicture: { path: '/badge/{file}', answer: 'bytes' },
  getHealth: { path: '/healthz' },
  getReadiness: { path: '/readyz' },
} as const satisfies Record<keyof Operations, OperationCall>

export interface OperationCall {
  /** Absent: GET. */
  method?: string
  /** With `{name}` for what the path takes. */
  path: string
  /** Absent: the rest of the input is in the query. `fields`: it is a JSON object. `whole`: its `body`, as it is or as JSON. */
  body?: 'fields' | 'whole'
  /** What is in the query beside a body of `fields`. */
  query?: readonly string[]
  /** Media type of a body that is sent whole. */
  type?: string
  /** Absent: data. `bytes`: the answer itself, not JSON. */
  answer?: 'list' | 'bytes'
}
