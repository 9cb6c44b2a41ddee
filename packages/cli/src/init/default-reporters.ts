import { findInstalled } from '../project/installed.ts'
import type { Setup } from '../project/setup.ts'

/**
 * Returns the source of the reporters that a runner uses by default. A config that names reporters
 * replaces the defaults, so each of them must be named too.
 */
export const defaultReporters =
  ({ runner, package: { folder } }: Setup, path: string, isOnGitHub: boolean) =>
  (quote: (name: string) => string): string[] => {
    // In a type-checked config, `process` needs its types.
    const hasProcess =
      /\.[mc]?js$/.test(path) || (/\.[mc]?ts$/.test(path) && !!findInstalled(folder, '@types/node'))
    if (runner.id === 'playwright')
      return [hasProcess ? `process.env.CI ? ${quote('dot')} : ${quote('list')}` : quote('list')]
    if (runner.id === 'vitest' && hasProcess && isOnGitHub)
      return [quote('default'), `...(process.env.GITHUB_ACTIONS ? [${quote('github-actions')}] : [])`]
    return [quote('default')]
  }
