import { packageName } from '@svc/protocol'

/** The known facts about a runner that is not installed. */
export interface Runner extends Row {
  id: 'playwright' | 'vitest' | 'jest'
  reporter: string
  /** Names of its config files. */
  configs: RegExp
  /** The text of a new config. */
  example: { file: string; lines: string[] }
}

interface Row {
  name: string
  /** The package whose version decides. */
  package: string
  /** The versions that the reporter supports, if its own package.json cannot be read. */
  range: string
  /** The option of the config that takes reporters. */
  option: 'reporters' | 'reporter'
  /** The flag with which a script names other reporters. */
  ownFlag: string
  /** The command in a script of package.json. */
  command: RegExp
  /** The entry to add to a config without reporters. */
  line: string
}

const toRunner = (row: Row): Runner => {
  const id = row.name.toLowerCase() as Runner['id']
  return {
    ...row,
    id,
    reporter: packageName(id),
    configs: new RegExp(String.raw`^${id}\.config\.(?:[mc]?[jt]s|json)$`),
    example: { file: `${id}.config.mjs`, lines: [`export default { ${row.line} }`] },
  }
}

export const RUNNERS: Runner[] = [
  {
    name: 'Playwright',
    package: '@playwright/test',
    range: '>=1.45',
    option: 'reporter' as const,
    ownFlag: `--reporter=list,${packageName('playwright')}`,
    command: /\bplaywright\s+test\b/,
    line: `reporter: [['list'], ['${packageName('playwright')}']],`,
  },
  {
    name: 'Vitest',
    package: 'vitest',
    range: '^3.0.0 || >=4.0.1',
    option: 'reporters' as const,
    ownFlag: `--reporter=${packageName('vitest')}`,
    command: /\bvitest\b/,
    line: `test: { reporters: ['default', '${packageName('vitest')}'] },`,
  },
  {
    name: 'Jest',
    package: 'jest',
    range: '>=29',
    option: 'reporters' as const,
    ownFlag: `--reporters=${packageName('jest')}`,
    command: /\bjest\b/,
    line: `reporters: ['default', '${packageName('jest')}'],`,
  },
].map(toRunner)
