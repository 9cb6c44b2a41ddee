import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ExecutionDetail, ExecutionSummary } from '@svc/api'
import { detectCi, findAbove, legOf } from '@svc/client/cli'
import { filesOf, type RanFile } from '@svc/client/wrapped'
import type { FailedTest, SentProofs, TreeState } from '@svc/prove'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { findExecution, listExecutions } from '../server/find-execution.ts'
import { oneLine } from '../terminal/text.ts'
import type { Base } from './judge-runs.ts'
import { type Repeats, repeatFailures } from './prove-failures.ts'
import { sayCounts, sayVerdicts, type Told } from './say-verdicts.ts'

/** Failures beyond these are of the same few kinds, or more than anybody waits for. */
const MOST_FAILURES = 1_000
const MOST_LEGS = 3
/** More are more than one answer. */
const MOST_RESULTS = 25_000

export interface ProvenExecution {
  execution: ExecutionSummary
  base: Base
  proofs: Told[]
  sent: SentProofs
}

/**
 * Repeats the failures of an execution in this folder and on its base, and sends the trials. Without a name: of the newest failed execution of
 * the commit that is checked out. Throws a `Refusal` that says what this folder lacks.
 */
export const proveExecution = async (
  connection: Connection,
  name: string | undefined,
  wish: Repeats & { prove: number; suite?: string },
  call: Call,
): Promise<ProvenExecution> => {
  const { commandOf, readTree, sendProofs } = await import('@svc/prove')
  const root = findAbove(call.folder, '.git')
  if (root === undefined)
    throw new Refusal('this folder is in no git repository', {
      code: 'NOT_SET_UP',
      next: 'start the command in a checkout of the commit that failed',
    })
  const tree = await readTree(root, call.env)
  const { id } =
    name === undefined
      ? await newestFailed(connection, tree, wish.suite)
      : await findExecution(connection, name, wish.suite)
  const execution = await failuresOf(connection, id)
  requireSameCode(execution, tree)
  const words = wish.rerunCommand?.split(/\s+/).filter(Boolean) ?? commandOf(execution.framework)
  if (!words)
    throw new Refusal(
      `the tests ran with ${oneLine(execution.framework)}, which svc cannot start by itself`,
      {
        code: 'NOT_SET_UP',
        next: 'name a command that starts Playwright, Vitest or Jest: --rerun-command "npx vitest run"',
      },
    )
  if (wish.rerunCommand === undefined) requireInstalled(execution.framework, call.folder, root)
  const base = await baseOf(connection, id)
  const guess = legOf(call.env)
  const all = execution.results.map(({ file, titles, variant, occurrence, leg, part, attempts }) => ({
    file,
    titles,
    variant,
    occurrence,
    leg,
    part,
    message: attempts?.at(-1)?.errors?.[0]?.message ?? '',
  }))
  // One failure of each kind is tried: preferably one of this machine, whose trials the server may have.
  const isGuessed = ({ leg }: { leg: string }) => leg === guess
  const failures = [...all.filter(isGuessed), ...all.filter((each) => !isGuessed(each))]
  const files = await filesOfParts(connection, id)
  const ranWith = (test: FailedTest) => files.get(all.find((each) => each === test)?.part ?? -1) ?? []
  const repeated = await repeatFailures({ failures, words, base, ranWith }, wish, call)
  if ('reason' in repeated)
    throw new Refusal(`nothing was repeated: ${oneLine(repeated.reason)}`, {
      code: 'NOT_REPEATED',
      next: 'npx --no svc help prove names the options for the base: --setup, --copy and --rerun-command',
    })
  // The settings of the reporter may name another one.
  const local = repeated.proven.leg ?? guess
  const own = failures.filter(({ leg }) => leg === local)
  const commit = execution.testedSha ?? execution.headSha
  const run = { failures: own, ...(commit !== null && { code: { commit, dirty: execution.dirty } }) }
  const sent = execution.dirty
    ? DIRTY
    : await sendProofs(repeated.proven, [{ execution: id, tally: run }], base, {
        ...connection,
        ci: detectCi(),
      })
  const others = legsOf(failures.filter(({ leg }) => leg !== local))
  const line =
    others === ''
      ? sent.line
      : `${sent.line}; those of failures on ${others} were not sent, because this machine is ${local} (SVC_LEG names another leg)`
  const proofs = sent.hasSent
    ? await sayVerdicts(repeated.proofs, [id], connection)
    : await sayCounts(repeated.proofs)
  return { execution, base, proofs, sent: { ...sent, line } }
}

/** When files ran in each part of an execution. Without the times, no test is tried after the files before it. */
const filesOfParts = async ({ ask }: Connection, id: string): Promise<Map<number, RanFile[]>> => {
  const status = 'passed,failed,flaky'
  const { data } = await ask((client) =>
    client.listResults({ id, status, sort: 'started', limit: MOST_RESULTS }),
  )
  const spans = data.results.map(({ file, variant, part, startedAt, durationMs }) => {
    const startMs = Date.parse(startedAt)
    return { file, variant, part, span: { startMs, endMs: startMs + durationMs } }
  })
  const parts = new Set(spans.map(({ part }) => part))
  return new Map([...parts].map((number) => [number, filesOf(spans.filter(({ part }) => part === number))]))
}

const legsOf = (failures: { leg: string }[]): string =>
  [...new Set(failures.map(({ leg }) => leg))].slice(0, MOST_LEGS).join(', ')

/** Two trees with changes may have different ones. */
const DIRTY: SentProofs = {
  hasSent: false,
  line: 'the trials were not sent: the execution ran with uncommitted changes, which may be others than those here',
}

const newestFailed = async (
  connection: Connection,
  { head }: TreeState,
  suite: string | undefined,
): Promise<ExecutionSummary> => {
  const [newest] =
    head === undefined
      ? []
      : await listExecutions(connection, { commit: head, status: 'failed', suite, limit: 1 })
  if (newest) return newest
  throw new Refusal(
    `project ${connection.project} has no failed execution of commit ${head?.slice(0, 7) ?? '(none)'}`,
    { code: 'NOT_FOUND', next: 'name one: npx --no svc executions --all-branches --status failed' },
  )
}

const failuresOf = async ({ ask }: Connection, id: string): Promise<ExecutionDetail> => {
  const { data } = await ask((client) => client.getExecution({ id, status: 'failed', limit: MOST_FAILURES }))
  if (data.results.length > 0) return data
  throw new Refusal(`no test failed in execution ${id}`, {
    code: 'NOT_FOUND',
    next: 'name an execution with failed tests: npx --no svc executions --all-branches --status failed',
  })
}

/** Trials in another tree would show something about that tree. */
const requireSameCode = (
  { testedSha, headSha, dirty }: ExecutionDetail,
  { head, ...tree }: TreeState,
): void => {
  const isDirty = tree.isDirty || tree.hasNewFiles
  const ran = testedSha ?? headSha
  if (ran === null)
    throw new Refusal('the execution does not say which commit it ran', {
      code: 'OTHER_CODE',
      next: 'run the tests here: npx --no svc run --prove 5m -- <command>',
    })
  // CI tests the merge of a pull request, whose head is here.
  if (head !== testedSha && head !== headSha)
    throw new Refusal(
      `the execution ran commit ${ran.slice(0, 12)}, and this folder has ${head?.slice(0, 12) ?? 'none'}`,
      {
        code: 'OTHER_CODE',
        next: `git switch --detach ${(headSha ?? ran).slice(0, 12)}`,
      },
    )
  if (dirty && !isDirty)
    throw new Refusal('the execution ran with changes that this folder does not have', {
      code: 'OTHER_CODE',
      next: 'run the tests here: npx --no svc run --prove 5m -- <command>',
    })
  if (isDirty && !dirty)
    throw new Refusal('this folder has changes that the execution did not have', {
      code: 'OTHER_CODE',
      next: 'commit them and run the tests again, or use a clean checkout: git worktree add ../clean HEAD',
    })
}

/** The modules of the runner are in this folder or above it. */
const requireInstalled = (runner: string, folder: string, root: string): void => {
  for (let place = folder; ; place = dirname(place)) {
    const bin = join(place, 'node_modules', '.bin', runner)
    if (existsSync(bin) || existsSync(`${bin}.cmd`)) return
    if (place === root || dirname(place) === place) break
  }
  throw new Refusal(`${oneLine(runner)} is not installed in this folder`, {
    code: 'NOT_SET_UP',
    next: "install the dependencies, and start the command in the package's folder",
  })
}

const baseOf = async ({ ask }: Connection, id: string): Promise<Base> => {
  const { data } = await ask((client) => client.getReport({ id, base: 'auto' }))
  if (data.base?.sha) return { sha: data.base.sha, branch: data.base.branch }
  throw new Refusal('the server has no base for this execution, or does not know its commit', {
    code: 'NO_BASE',
    next: 'let CI test the base branch, then repeat the command',
  })
}
