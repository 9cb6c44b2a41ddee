import type { ReporterOptions } from '@svc/client'

/** Playwright adds its own facts to the options; `_mode` distinguishes a run from `--list` and a merged report. */
export type GivenOptions = ReporterOptions & { _mode?: string; _isTestServer?: boolean }

/**
 * Whether a person runs tests repeatedly: UI mode, an editor, Playwright's watch mode. Versions
 * after 1.45 do not report it, so the command line must show it.
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
