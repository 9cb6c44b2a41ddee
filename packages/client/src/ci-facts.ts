import type { CiRun, Code } from '@svc/protocol'

/** The facts that CI provides in the environment, before git is asked. */
export interface CiFacts {
  run: CiRun
  /** The run's id without the attempt; absent if the provider has none. */
  build?: string
  /** 1 for the first run of a build. */
  attempt: number
  job: string
  code: Code
}

export type Env = Record<string, string | undefined>

/** Drops undefined and empty values, because CI systems set unknown ones to an empty string. */
export const known = <T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T => {
  const kept: Partial<T> = {}
  for (const key in facts) {
    const value = facts[key]
    if (value !== undefined && value !== '' && value !== false) kept[key] = value
  }
  return kept as T
}

export const toNumber = (text: string | undefined): number | undefined => {
  const number = Number(text)
  return text && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** `refs/heads/main` and `origin/main` are both the branch `main`. */
export const toBranch = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/heads\//, '').replace(/^(refs\/remotes\/)?origin\//, '')

/** Parallel copies of a job share a name; their number distinguishes them. */
export const numbered = (job: string | undefined, index: string | undefined, total?: string): string => {
  const name = job ?? ''
  if (!index || (total !== undefined && Number(total) < 2)) return name
  return name ? `${name}/${index}` : index
}
