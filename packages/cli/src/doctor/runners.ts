/** What is known of a runner without its being installed. */
export interface Runner {
  name: string
  /** The package whose version counts. */
  package: string
  reporter: string
  /** What the reporter supports, where its own package.json is not there to say. */
  range: string
  /** Names of its config files. */
  configs: RegExp
  /** The option of the config that takes reporters, which is the flag on the command line too. */
  option: 'reporters' | 'reporter'
  /** The flag that takes the place of that option. */
  flag: RegExp
  /** How it stands in a script of package.json. */
  command: RegExp
  /** The line to add where a config has no reporters yet. */
  line: string
  /** A whole config where there is none. */
  example: { file: string; lines: string[] }
}

const ENDING = String.raw`\.(?:ts|mts|cts|js|mjs|cjs)$`

export const RUNNERS: Runner[] = [
  {
    name: 'Playwright',
    package: '@playwright/test',
    reporter: '@svc/playwright',
    range: '>=1.45',
    configs: new RegExp(`^playwright\\.config${ENDING}`),
    option: 'reporter',
    flag: /--reporter[=\s]+(\S+)/g,
    command: /\bplaywright\s+test\b/,
    line: "reporter: [['list'], ['@svc/playwright']],",
    example: {
      file: 'playwright.config.ts',
      lines: [
        "import { defineConfig } from '@playwright/test'",
        "export default defineConfig({ reporter: [['list'], ['@svc/playwright']] })",
      ],
    },
  },
  {
    name: 'Vitest',
    package: 'vitest',
    reporter: '@svc/vitest',
    range: '>=3',
    configs: new RegExp(`^vitest\\.config${ENDING}`),
    option: 'reporters',
    flag: /--reporters?[=\s]+(\S+)/g,
    command: /\bvitest\b/,
    line: "test: { reporters: ['default', '@svc/vitest'] },",
    example: {
      file: 'vitest.config.ts',
      lines: [
        "import { defineConfig } from 'vitest/config'",
        "export default defineConfig({ test: { reporters: ['default', '@svc/vitest'] } })",
      ],
    },
  },
  {
    name: 'Jest',
    package: 'jest',
    reporter: '@svc/jest',
    range: '>=29',
    configs: /^jest\.config\.(?:ts|mts|cts|js|mjs|cjs|json)$/,
    option: 'reporters',
    flag: /--reporters[=\s]+(\S+)/g,
    command: /\bjest\b/,
    line: "reporters: ['default', '@svc/jest'],",
    example: { file: 'jest.config.js', lines: ["module.exports = { reporters: ['default', '@svc/jest'] }"] },
  },
]
