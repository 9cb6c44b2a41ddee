import { dirname, join } from 'node:path'
import { readText } from '../project/json.ts'
import { scriptsOf } from '../project/packages.ts'
import { textsOf } from '../project/read-config.ts'
import type { Runner } from '../project/runners.ts'
import type { Setup } from '../project/setup.ts'

const HOW: Record<Runner['id'], string> = {
  vitest: 'retry: 1 in test',
  playwright: 'retries: 1',
  jest: 'jest.retryTimes(1) in a file of setupFilesAfterEnv',
}

/** Returns one note that explains why retries help, if a runner sets none. */
export const noteRetries = (setups: Setup[]): string[] => {
  const without = setups.filter((setup) => !setsRetries(setup))
  if (without.length === 0) return []
  const names = [...new Set(without.map(({ runner }) => runner.name))].join(' and ')
  const ways = [...new Set(without.map(({ runner }) => `${runner.name}: ${HOW[runner.id]}`))].join('; ')
  return [
    `${names} ${names.includes(' and ') ? 'set' : 'sets'} no retries. A retry separates a flaky test from a broken one, so a firm answer needs 5 runs instead of 15. ${ways}`,
  ]
}

const setsRetries = ({ configs, package: pkg }: Setup): boolean =>
  [
    ...configs.flatMap(({ path }) => {
      const text = readText(path)
      return text === undefined ? [] : [...textsOf(text, path), ...filesNamedIn(text, dirname(path))]
    }),
    ...scriptsOf(pkg).map(([, script]) => script),
  ].some((text) => /\bretry(?:Times)?\b|\bretries\b/.test(text))

/** The texts of files that a config names, such as those of `setupFilesAfterEnv`. */
const filesNamedIn = (text: string, folder: string): string[] =>
  [...text.matchAll(/['"](?:<rootDir>|\.)\/([\w./-]+\.[cm]?[jt]sx?)['"]/g)].flatMap(
    ([, name = '']) => readText(join(folder, name)) ?? [],
  )
