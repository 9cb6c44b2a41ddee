import type { Setup } from '../project/setup.ts'

/** Returns a config for a runner that has none. */
export const newConfig = (
  { runner }: Setup,
  isTypeScript: boolean,
  suite: string | undefined,
): { name: string; text: string } => {
  const entry = suite === undefined ? `'${runner.reporter}'` : `['${runner.reporter}', { suite: '${suite}' }]`
  switch (runner.id) {
    case 'vitest':
      return {
        name: isTypeScript ? 'vitest.config.ts' : 'vitest.config.mjs',
        text: `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { reporters: ['default', ${entry}] },
})
`,
      }
    case 'jest':
      return {
        name: 'jest.config.mjs',
        text: `/** @type {import('jest').Config} */
export default {
  reporters: ['default', ${entry}],
}
`,
      }
    case 'playwright':
      return {
        name: isTypeScript ? 'playwright.config.ts' : 'playwright.config.mjs',
        text: `import { defineConfig } from '@playwright/test'

export default defineConfig({
  reporter: [['list'], ${suite === undefined ? `[${entry}]` : entry}],
})
`,
      }
  }
}
