import { type Open, packageName } from '@svc/protocol'
import type { DetectedCi } from './ci.ts'
import type { Env } from './ci-facts.ts'
import { makeCleaner } from './clean.ts'
import { cleanOpen } from './clean-open.ts'
import { type Config, resolveConfig } from './config.ts'
import { completeOpen, firstOpen } from './open.ts'
import type { ReporterOptions } from './options.ts'
import { makeRelative } from './paths.ts'
import { findRoot, type Root } from './root.ts'
import { readStoredLogin } from './stored-login.ts'

export { describeKeyProblem } from '@svc/protocol'
export { type DetectedCi, detectCi } from './ci.ts'
export type { Env } from './ci-facts.ts'
export { type Config, legOf } from './config.ts'
export { journalFolder } from './folder.ts'
export { readGitHead, readOriginHead } from './git-head.ts'
export { gitIn } from './git-run.ts'
export { type Answer, makePost, makeStream, type Stream, type StreamedAnswer } from './http.ts'
export { describeNetworkError } from './http-errors.ts'
export { type FoundJournal, listJournals } from './list-journals.ts'
export { mainBranchOf, readBranches } from './main-branch.ts'
export { nearest } from './nearest.ts'
export { OPTION_NAMES, unknownOptions } from './option-names.ts'
export type { ReporterOptions } from './options.ts'
export { pauseMs, retryAfterMs, sleep } from './retry.ts'
export { findAbove } from './root.ts'
export { type SentNote, sentNotes } from './sent-note.ts'

/** The settings that a run started in a folder would report with. */
export interface Preview {
  config: Config
  root: Root
  /** The facts that the run would send first, including git's answers. */
  open: Open
  /** Slug of the project; empty if nothing provides a name. */
  project: string
}

/** Resolves settings, root, project and code as a reporter does, without recording anything. */
export const previewRun = async (
  folder: string,
  options: ReporterOptions,
  env: Env,
  detected: DetectedCi,
): Promise<Preview> => {
  const config = resolveConfig(options, env, detected, readStoredLogin)
  const root = findRoot(folder, config.declaredRoot)
  const start = {
    options,
    client: { name: packageName('cli'), version: '' },
    runner: { name: '' },
    runnerRoot: folder,
  }
  const relative = makeRelative(root.path)
  const complete = await completeOpen(firstOpen('', start, config, root, relative), root, config)
  // A branch or a job may contain a secret, and the result is printed.
  const cleaner = makeCleaner({ root: root.path, relative, secrets: config.secrets })
  const { toSlug } = await import('./remote.ts')
  return { config, root, open: cleanOpen(complete, cleaner), project: toSlug(complete.project ?? '') }
}
