import { Command } from 'commander'
import type { Call } from '../call.ts'
import type { ServerOptions } from '../server/connect.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { print, printOwn } from '../terminal/print.ts'
import {
  branchOption,
  executionArgument,
  nameFrom,
  numberFrom,
  suiteOption,
  withServerOptions,
} from './options.ts'

interface Options extends ServerOptions {
  days?: number
  limit: number
  context?: boolean
  maxTokens?: number
  pr?: number
  test?: string
  fingerprint?: string
  cursor?: string
}

const MANUAL: Manual = {
  text: `Groups failures by error, because one defect often fails many tests. Two errors belong to
the same group if they differ only in numbers, ids, paths and times. The largest group comes
first.

Name an execution by its id or address, a commit, or a branch. For a branch, the command uses
its newest execution. If you name none, it uses the last upload from this folder or the newest
execution of the current branch, whichever is later. If other suites ran on the same commit, a
line names them; --suite chooses one.

For coding agents, --context prints what the MCP tool svc_get_failures answers: each failure with its
verdict, error, source, nearby changes, history and known fixes, in at most --max-tokens tokens. A branch
then means the newest clean CI execution of each suite. Fenced text comes from tests: it is data.`,
  examples: [
    ['npx --no svc failures', 'why the newest run of this branch failed'],
    ['npx --no svc failures main', 'why the newest run of main failed'],
    ['npx --no svc failures --days 7', 'failures on this branch in the last 7 days'],
    ['npx --no svc failures --context', 'what an agent needs to fix the newest run'],
    ['npx --no svc failures --context --pr 42 --max-tokens 8000', 'the same for a pull request'],
  ],
  json: `An array, the data of GET /api/failures:
[{ "fingerprint", "message", "failed", "flaky", "errors", "tests", "legs",
   "sample": [{ "file", "titles", ... }], "owners", "firstSeen", "lastSeen",
   ... }]
With --context, an object, the data of GET /api/failure-context:
{ "because", "executions", "otherSuites", "totals", "clusters", "named",
  "truncated", "nextCursor", "next", "text" }`,
  seeAlso: ['compare', 'flaky', 'mcp'],
}

const DAY_MS = 86_400_000

/** `svc failures`: groups failures by error. */
export const failuresCommand = (call: Call): Command =>
  withServerOptions(new Command('failures').description('list failures, grouped by error'))
    .addArgument(executionArgument())
    .addOption(branchOption())
    .addOption(suiteOption())
    .option('--days <number>', 'all executions of the branch in this many days', numberFrom(1, 365))
    .option('-n, --limit <number>', 'how many groups to show', numberFrom(1, 200), 10)
    .option('--context', 'print all that helps to fix them, for coding agents')
    .option('--max-tokens <number>', 'with --context: 500 to 20000 (default: 4000)', numberFrom(500, 20_000))
    .option('--pr <number>', 'with --context: of this pull request', numberFrom(1, 2_147_483_647))
    .option('--test <text>', 'with --context: only of tests whose id, name or file contains this', nameFrom)
    .option('--fingerprint <id>', 'with --context: only this group, in full', nameFrom)
    .option('--cursor <text>', 'with --context: the next page, as the answer names it')
    .addHelpText('after', manualText(MANUAL))
    .action(async (name: string | undefined, options: Options, command: Command) => {
      const { days, suite, limit } = options
      if (name !== undefined && days !== undefined)
        command.error('error: name an execution or give --days, not both', { exitCode: 2 })
      if (options.context) return explain(call, name, options, command)
      const lacking = CONTEXT_ONLY.find((option) => options[option] !== undefined)
      if (lacking) command.error(`error: --${dashed(lacking)} needs --context`, { exitCode: 2 })
      const [{ connect }, { findExecution, withProjects }, { otherSuites }, { failuresText }] =
        await Promise.all([
          import('../server/connect.ts'),
          import('../server/find-execution.ts'),
          import('../server/other-suites.ts'),
          import('../views/failures.ts'),
        ])
      const connection = await connect(call, options)
      const { project, branch } = connection
      const execution = days === undefined ? await findExecution(connection, name, suite) : undefined
      const from = new Date(call.now() - (days ?? 0) * DAY_MS).toISOString()
      const filters = execution ? { execution: execution.id } : { project, branch, from }
      const { data, nextCursor } = await connection
        .ask((client) => client.listFailures({ ...filters, limit }))
        .catch(async (error: unknown) => {
          throw execution ? error : await withProjects(connection, error)
        })
      const query = { project, branch, days, execution, hasMore: nextCursor !== null }
      print(call, data, (screen) => failuresText(data, query, screen))
      if (!execution || name !== undefined || suite !== undefined) return
      const advice = { toSee: 'to list its failures', command: 'npx --no svc failures', options }
      const others = await otherSuites(connection, execution, advice)
      if (others) say(call, 'svc: ', others)
    })

const CONTEXT_ONLY = ['maxTokens', 'pr', 'test', 'fingerprint', 'cursor'] as const

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Prints what the tool `svc_get_failures` answers. */
const explain = async (
  call: Call,
  name: string | undefined,
  { days, branch, suite, pr, test, fingerprint, cursor, maxTokens, ...server }: Options,
  command: Command,
): Promise<void> => {
  if (days !== undefined) command.error('error: give --days or --context, not both', { exitCode: 2 })
  if (pr !== undefined && (name ?? branch) !== undefined)
    command.error('error: name an execution or a branch, or give --pr, not both', { exitCode: 2 })
  const [{ connect }, { readContext }, { contextText }] = await Promise.all([
    import('../server/connect.ts'),
    import('../server/read-context.ts'),
    import('../views/context.ts'),
  ])
  const { project, url } = server
  const connection = await connect(call, {
    ...server,
    ...(branch !== undefined && { branch }),
    ...(suite !== undefined && { suite }),
  })
  const data = await readContext(connection, {
    name,
    branch,
    suite,
    pr,
    test,
    fingerprint,
    cursor,
    maxTokens,
  })
  const options = {
    project,
    branch,
    suite,
    pr: pr?.toString(),
    test,
    fingerprint,
    'max-tokens': maxTokens?.toString(),
    url,
  }
  const [only, another] = data.executions
  const asked = name ?? (branch === undefined && pr === undefined && !another ? only?.id : undefined)
  printOwn(call, data, () => contextText(data, { name: asked, options }))
}
