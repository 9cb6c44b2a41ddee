import { dirname, relative, sep } from 'node:path'
import { previewRun } from '@svc/client/cli'
import { detectCi, toSlug } from '@svc/client/record'
import { packageName } from '@svc/protocol'
import { isDynamicPattern } from 'tinyglobby'
import type { Call } from '../call.ts'
import { rememberUpload } from '../server/last-upload.ts'
import { UUID } from '../server/uuid.ts'
import type { FoundFiles } from './find-files.ts'
import { showProgress } from './progress.ts'
import { type SentReports, sendReports } from './send-reports.ts'
import type { ReportOptions, SetUp } from './set-up.ts'

export interface Uploaded extends SentReports {
  missing: string[]
  /** By name: why it is not a file. */
  reasons: Map<string, string>
  isDry: boolean
  /** True if other jobs may add to the execution. */
  isShared: boolean
}

/** Sends files as one part of an execution, and stores the upload for later commands. */
export const uploadFound = async (reportFiles: FoundFiles, upload: Upload, call: Call): Promise<Uploaded> => {
  const { names, options, config } = upload
  const { branch, commit, dryRun: isDry = false } = options
  const label = labelOf(names, reportFiles, call.folder)
  const progress = showProgress(call)
  const about = await previewRun(
    call.folder,
    options.project === undefined ? {} : { project: options.project },
    call.env,
    detectCi(),
  )
  const idFacts = isDry ? [] : idFactsOf(upload, label, about)
  const reports = await sendReports({
    ...upload,
    ...reportFiles,
    isDry,
    progress,
    call,
    idFacts,
    facts: {
      client: { name: packageName('cli'), version: call.version },
      folder: call.folder,
      label,
      ...(branch !== undefined && { branch }),
      ...(commit !== undefined && { commit }),
    },
  })
  if (!reports) throw new Error(`nothing was read for ${config.url}`)
  await remember(reports, upload, about, call)
  const isShared = !config.solitary || reports.named?.build !== undefined
  return { ...reports, missing: reportFiles.missing, reasons: reportFiles.reasons, isDry, isShared }
}

/** Stores the upload, so that the next command uses it regardless of its report's date. */
const remember = async (
  { sent, named }: SentReports,
  { options, config }: Upload,
  { root, open, project }: Preview,
  { folder, env, now }: Call,
): Promise<void> => {
  const id = sent?.kind === 'sent' ? UUID.exec(sent.url ?? '')?.[0] : undefined
  if (id === undefined) return
  const usual =
    options.project === undefined ? project : (await previewRun(folder, {}, env, detectCi())).project
  const checkedOut = open.code.branch
  const branch = options.branch ?? named?.branch ?? checkedOut
  rememberUpload(root.path, {
    id,
    url: config.url,
    project: named?.project === undefined ? project : toSlug(named.project),
    suite: config.suite,
    ...(branch && { branch }),
    here: { project: usual, ...(checkedOut && { branch: checkedOut }) },
    sentAt: now(),
  })
}

const MOST = 200

/**
 * Returns a name for the part that stays the same in a re-run of the job: the patterns. If the shell has expanded them,
 * the common folder of the files.
 */
const labelOf = (names: string[], { files }: FoundFiles, folder: string): string => {
  const label = names.join(' ')
  if (names.length === 1 || (names.some((name) => isDynamicPattern(name)) && label.length <= MOST))
    return label
  const paths = files.flatMap(({ path }) => (path === undefined ? [] : [dirname(path)]))
  const common = paths.reduce((a, b) => commonOf(a, b), paths[0] ?? folder)
  return relative(folder, common).split(sep).join('/') || '.'
}

const commonOf = (a: string, b: string): string => {
  const [parts, others] = [a.split(sep), b.split(sep)]
  const end = parts.findIndex((part, i) => part !== others[i])
  return end === -1 ? a : parts.slice(0, end).join(sep) || sep
}

interface Upload extends SetUp {
  /** The arguments as typed. */
  names: string[]
  options: Pick<
    ReportOptions,
    'project' | 'branch' | 'commit' | 'root' | 'format' | 'map' | 'reruns' | 'dryRun'
  >
}

type Preview = Awaited<ReturnType<typeof previewRun>>

/** Returns the facts that make an upload of equal files a different one: run, job, leg, suite, commit or options. */
const idFactsOf = ({ options, config }: Upload, label: string, { open, project }: Preview): unknown[] => {
  const { branch, commit, root, format, map, reruns } = options
  const { suite, solitary, build, runAttempt, attempt, job, leg, variant } = config
  const run = [solitary ? '' : build, runAttempt, job, leg, variant]
  return [
    project,
    suite,
    ...run,
    label,
    branch ?? open.code.branch,
    commit ?? open.code.testedSha,
    open.code.tree,
    root,
    format,
    map,
    config.tags,
    ...(reruns ? ['reruns'] : []),
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
  ]
}
