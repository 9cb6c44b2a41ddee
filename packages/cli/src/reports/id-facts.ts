import type { previewRun } from '@svc/client/cli'
import type { Upload } from './upload-found.ts'

export type Preview = Awaited<ReturnType<typeof previewRun>>

/** Returns the facts that make an upload of equal files a different one: run, job, leg, suite, commit or options. */
export const idFactsOf = (
  { options, config }: Upload,
  label: string,
  { open, project }: Preview,
): unknown[] => {
  const { branch, commit, root, format, map } = options
  const { suite, solitary, build, runAttempt, job, leg, variant } = config
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
  ]
}
