import type { GivenOptions } from './reporter.ts'

/**
 * Whether a person runs tests again and again: UI mode, an editor, Playwright's watch mode. Versions
 * after 1.45 tell their reporters nothing of it, so the command line has to.
 */
export const isWatching = (
  options: Pick<GivenOptions, '_mode' | '_isTestServer'>,
  argv: readonly string[] = process.argv,
  env: NodeJS.ProcessEnv = process.env,
): boolean =>
  options._isTestServer === true ||
  options._mode === 'ui' ||
  Boolean(env.PWTEST_WATCH) ||
  argv.some((each) => each === 'test-server' || /^--ui(?:-host|-port)?(?:=|$)/.test(each))
