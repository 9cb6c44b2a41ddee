import { createRequire } from 'node:module'
import type { CiFacts, Env } from './ci-facts.ts'
import { known } from './ci-facts.ts'
import { PROVIDERS } from './ci-providers.ts'

/**
 * The CI that this process runs in, as the detecting library reports it; the id is absent for an
 * unknown one.
 */
export interface DetectedCi {
  isCI: boolean
  id: string | null
  name: string | null
}

/** The CI of this process; the library is loaded when a run starts, not with the reporter. */
export const detectCi = (): DetectedCi => {
  const require = createRequire(import.meta.url)
  const { isCI, id, name }: DetectedCi = require('ci-info')
  return { isCI, id, name }
}

/** The facts of CI about the run; undefined outside CI. */
export const readCi = (env: Env, ci: DetectedCi): CiFacts | undefined => {
  if (!ci.isCI) return undefined
  const read = ci.id === null ? undefined : PROVIDERS[ci.id]
  const facts = read ? read(env) : readUnknown(env, ci.name)
  const jobUrl = env.SVC_CI_JOB_URL?.trim()
  return jobUrl ? { ...facts, run: { ...facts.run, jobUrl } } : facts
}

const readUnknown = (env: Env, name: string | null): CiFacts => ({
  run: { provider: name ?? 'unknown' },
  ...known<{ build?: string }>({
    build:
      env.CI_PIPELINE_ID || env.CODEBUILD_BUILD_ID || env.CI_BUILD_ID || env.BUILD_ID || env.BUILD_NUMBER,
  }),
  attempt: 1,
  job: '',
  code: {},
})
