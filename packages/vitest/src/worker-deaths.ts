import type { Reporter, TestModule } from 'vitest/node'

/** Errors outside tests. */
export type UnhandledErrors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

type UnhandledError = UnhandledErrors[number]

/**
 * The module in which each worker died, by its error: the one that the error names, else one that no worker finished.
 * An error is absent if it may belong to several modules.
 */
export const modulesOfDeaths = (
  errors: UnhandledErrors,
  modules: readonly TestModule[],
  isUnfinished: (module: TestModule) => boolean,
): Map<UnhandledError, TestModule> => {
  const deaths = errors.filter((error) => DEATH.test(textOf(error)))
  const found = new Map<UnhandledError, TestModule>()
  for (const error of deaths) {
    const text = textOf(error)
    const named = modules.filter(({ moduleId }) => names(text, moduleId))
    // A worker without isolation names all files that it was given.
    const [only, ...others] = named.length > 1 ? named.filter(isUnfinished) : named
    if (only && others.length === 0) found.set(error, only)
  }
  const unnamed = deaths.filter((error) => !found.has(error))
  const taken = new Set(found.values())
  const left = modules.filter((module) => isUnfinished(module) && !taken.has(module))
  const [only] = left
  // Of as many equal errors as modules, it does not matter which module has which.
  const areEqual = new Set(unnamed.map(textOf)).size === 1 && unnamed.length === left.length
  if (only && (left.length === 1 || areEqual))
    for (const [at, error] of unnamed.entries()) found.set(error, left[at] ?? only)
  return found
}

const DEATH = /\bworker\b/i
const MOST_CAUSES = 5

/** The messages of an error and of its causes. */
const textOf = (error: UnhandledError): string => {
  const messages: string[] = []
  for (let one: unknown = error; isObject(one) && messages.length < MOST_CAUSES; one = one.cause)
    messages.push(String(one.message ?? ''))
  return messages.join('\n')
}

/** Whether a text has the whole path: `/a.test.ts` is not in `/a.test.tsx`. */
const names = (text: string, path: string): boolean =>
  text.split(path).some((after, at) => at > 0 && !/^\w/.test(after))

const isObject = (value: unknown): value is { message?: unknown; cause?: unknown } =>
  typeof value === 'object' && value !== null
