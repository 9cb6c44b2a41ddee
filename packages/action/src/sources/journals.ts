import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { flushJournals, journalFolder, tally } from '@svc/client/action'
import type { Open } from '@svc/protocol'
import type { StepContext } from '../context.ts'
import { inInputs, waitingFor } from '../svc/call.ts'
import { idInUrl } from '../svc/executions.ts'
import { asBranchRun, isOfPull } from '../tested.ts'
import { wordsOf } from '../trouble.ts'
import { findJournals, journalsOf } from './find-journals.ts'
import type { Collected, Source } from './source.ts'
import { toldOf } from './told.ts'

/** More failures than are ever annotated. */
const MOST_FAILURES = 5_000

/** Sends the journals that svc reporters left on disk. */
export const journals: Source = async (context) => {
  const { settings, event, log } = context
  const { roots, loose, problems } = await findJournals({
    workspace: event.workspace,
    temp: event.temp,
    paths: settings.journals,
  })
  for (const problem of problems) log.note('error', problem)
  // In the post step, the copies of the main step still exist.
  const staged =
    loose.length > 0 && !context.isPost ? [stage(loose, event.temp || event.workspace, context)] : []
  const collected: Collected = { executionIds: [], sent: 0, left: 0, hasTrouble: problems.length > 0 }
  const all = [...new Set([...roots, ...staged])]
  // Read first, because sending removes the journals.
  const counted =
    all.length > 0 ? await tally(all.flatMap(journalsOf), MOST_FAILURES).catch(() => undefined) : undefined
  if (counted) collected.tally = counted
  for (const root of all) await sendFrom(context, root, collected)
  return collected
}

/** Copies journals, so that the downloaded artifact stays unchanged. */
const stage = (folders: string[], temp: string, { event }: StepContext): string => {
  const root = join(temp, `svc-found-${event.runId}-${process.pid}`)
  mkdirSync(journalFolder(root), { recursive: true, mode: 0o700 })
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.ndjson') && !name.endsWith('.artifacts')) continue
      cpSync(join(folder, name), join(journalFolder(root), name), { recursive: true })
    }
  return root
}

/** Sends all journals below one root; `isForeign` for journals of another machine. */
export const sendFrom = async (
  context: StepContext,
  root: string,
  collected: Collected,
  isForeign = false,
): Promise<void> => {
  const { config, log, deadline } = context
  const flushed = await flushJournals({
    root,
    config,
    deadline,
    artifactsDeadline: Math.min(deadline, performance.now() + config.artifactsTimeoutMs),
    isForeign,
    onWait: (ms, reason) => log.say(waitingFor(ms, inInputs(reason))),
    ...(!isForeign && { rewrite: (open: Open) => withInputs(open, context) }),
  }).catch((error: unknown) => {
    log.note('error', `The journals in ${journalFolder(root)} could not be read: ${wordsOf(error)}.`)
    collected.hasTrouble = true
    return []
  })
  for (const journal of flushed) {
    const { state, url, hasResults } = journal
    const id = idInUrl(url)
    if (id && !collected.executionIds.includes(id)) collected.executionIds.push(id)
    const told = toldOf(journal, { isPost: context.isPost, isForeign, isOidc: context.settings.oidc })
    if (told?.level === 'log') log.say(told.text)
    else if (told) log.note(told.level, told.text)
    if (state === 'empty') continue
    if (state === 'sent' || hasResults) collected.sent += 1
    else collected.left += 1
    if (state !== 'sent' && state !== 'running') collected.hasTrouble = true
  }
}

/** Applies the workflow's inputs to a journal; always marks results of a fork. */
const withInputs = (open: Open, { settings, event, config }: StepContext): Open => {
  const code = isOfPull(event, open.code) ? open.code : asBranchRun(open, event)
  const jobUrl = config.ci?.run.jobUrl
  return {
    ...open,
    code,
    ...(jobUrl &&
      open.ci &&
      !open.ci.jobUrl &&
      isOfJob(open, config, event) && { ci: { ...open.ci, jobUrl } }),
    ...(settings.project && { project: settings.project }),
    ...(settings.suite && open.suite === 'default' && { suite: settings.suite }),
    ...(event.isFork && { trust: 'fork' as const, code: { ...code, fork: true } }),
  }
}

/** False for a journal that was downloaded from another job or an earlier attempt. */
const isOfJob = (
  { build, runAttempt, part }: Open,
  config: StepContext['config'],
  event: StepContext['event'],
): boolean => build === config.build && runAttempt === event.runAttempt && part.job === event.job
