import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { flushJournals, journalFolder, tally } from '@svc/client/action'
import type { Open } from '@svc/protocol'
import type { StepContext } from '../context.ts'
import type { Level } from '../log.ts'
import { inInputs, waitingFor } from '../svc/call.ts'
import { idInUrl } from '../svc/executions.ts'
import { asBranchRun, isOfPull } from '../tested.ts'
import { wordsOf } from '../trouble.ts'
import { findJournals, journalsOf } from './find-journals.ts'
import type { Collected, Source } from './source.ts'

type Journal = Pick<
  Awaited<ReturnType<typeof flushJournals>>[number],
  'path' | 'state' | 'reason' | 'note' | 'hasLoss' | 'hasResults'
>

interface Step {
  isPost: boolean
  /** True in a companion, whose downloads end with its job. */
  isForeign: boolean
  isOidc: boolean
}

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

/** Returns what the log says about a journal: a success is a line, a loss is a warning, and missing results are an error. */
export const toldOf = (journal: Journal, step: Step): { level: Level | 'log'; text: string } | undefined => {
  const { path, state, reason = '', note, hasLoss, hasResults } = journal
  if (state === 'empty') return undefined
  if (state === 'running')
    return step.isPost || step.isForeign
      ? {
          level: 'warning',
          text: `A test run was still writing ${path} at the end of the job, so its results are missing. Let the job wait until the tests have ended.`,
        }
      : {
          level: 'notice',
          text: `A test run is still writing ${path}. The post step of this action sends it.`,
        }
  if (state === 'sent') {
    const less = [...(reason ? [inInputs(reason)] : []), ...(hasLoss ? [`not all attachments: ${note}`] : [])]
    if (less.length > 0) return { level: 'warning', text: `Results were sent, but ${less.join('; ')}.` }
    return note ? { level: 'log', text: `Results were sent: ${note}.` } : undefined
  }
  const advice = adviceOf(state, reason, step)
  // The reason says that the results arrived, and which artifacts did not.
  if (hasResults) return { level: 'warning', text: `${capital(inInputs(reason))}.${advice}` }
  const what =
    state === 'rejected'
      ? 'The server rejected a journal, which was moved aside'
      : 'Results could not be sent'
  return { level: 'error', text: `${what}: ${inInputs(reason)}.${advice}` }
}

const adviceOf = (state: Journal['state'], reason: string, { isPost, isForeign, isOidc }: Step): string => {
  if (isOidc && reason.includes('(401'))
    return ' The key for the token of this job expires after one hour and ends with its trust: re-run the job.'
  if (isOidc && reason.includes('(403'))
    return ' The trust may be for another project: set the input project to that project, or ask an admin to change the trust.'
  if (reason.includes('(401'))
    return ' If the key was revoked, create a new one and store it in the secret that the input api-key reads.'
  if (reason.includes('(403')) return ' The key needs the role editor and the scopes ingest and read.'
  if (isForeign) return state === 'postponed' ? ' Re-run this workflow to send it.' : ''
  return state === 'postponed' && !isPost ? ' The post step of this action retries once.' : ''
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
