import { join } from 'node:path'

/** Why a journal could not be written to disk, and what the user can do. */
export interface DiskProblem {
  reason: string
  advice: string
}

/** Returns the message for an error that occurred while the journal of a root was written. */
export const diskProblem = (error: unknown, root: string): DiskProblem => {
  const folder = join(root, '.svc')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return {
    reason: error instanceof Error ? error.message : String(error),
    advice: `to keep results on disk, ${REMEDIES[String(code)]?.(folder, root) ?? `make ${folder} a folder that this user can write`}`,
  }
}

const allow = (folder: string) => `let this user write ${folder}`
const free = () => 'free disk space'

const REMEDIES: Record<string, (folder: string, root: string) => string> = {
  EACCES: allow,
  EDQUOT: free,
  EFBIG: () => 'raise the limit on the size of files (ulimit -f)',
  ENOSPC: free,
  EPERM: allow,
  EROFS: (_folder, root) => `mount ${root} writable, or run the tests in a writable copy`,
}
