/** What is known of a runner that is not installed. */
export interface Runner extends Row {
  reporter: string
  /** Names of its config files. */
  configs: RegExp
  /** A whole new config. */
  example: { file: string; lines: string[] }
}

interface Row {
  name: string
  /** The package whose version counts. */
  package: string
  /** The versions that the reporter supports, if its own package.json cannot be read. */
  range: string
  /** The option of the config that takes reporters. */
  option: 'reporters' | 'reporter'
  /** The flag to add to a script that gives other reporters. */
  ownFlag: string
  /** The command in a script of package.json. */
  command: RegExp
  /** The entry to add to a config without reporters. */
  line: string
}

const toRunner = (row: Row): Runner => {
  const id = row.name.toLowerCase()
  return {
    ...row,
    reporter: `@svc/${id}`,
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
    ownFlag: '--reporter=list,@svc/playwright',
    command: /\bplaywright\s+test\b/,
    line: "reporter: [['list'], ['@svc/playwright']],",
  },
  {
    name: 'Vitest',
    package: 'vitest',
    range: '^3.0.0 || >=4.0.1',
    option: 'reporters' as const,
    ownFlag: '--reporter=@svc/vitest',
    command: /\bvitest\b/,
    line: "test: { reporters: ['default', '@svc/vitest'] },",
  },
  {
    name: 'Jest',
    package: 'jest',
    range: '>=29',
    option: 'reporters' as const,
    ownFlag: '--reporters=@svc/jest',
    command: /\bjest\b/,
    line: "reporters: ['default', '@svc/jest'],",
  },
].map(toRunner)
