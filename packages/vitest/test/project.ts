import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProject, type Project } from '../../../scripts/testing/project.ts'

/** Arguments that run Vitest once in a project made by `vitestProject`. */
export const vitestRun = (...args: string[]): string[] => ['node_modules/vitest/vitest.mjs', 'run', ...args]

/** A project whose config names our reporter beside Vitest's own JSON reporter, and has the given rest. */
export const vitestProject = (files: Record<string, string>, test: object = {}): Project =>
  makeProject(
    {
      'vitest.config.mjs': `export default { test: ${JSON.stringify({
        reporters: [
          ['json', { outputFile: 'report.json' }],
          ['@svc/vitest', { project: 'fixture' }],
        ],
        ...test,
      })} }`,
      ...files,
    },
    { vitest: 'packages/vitest/node_modules/vitest', '@svc/vitest': 'packages/vitest' },
  )

/** What Vitest's JSON reporter says, as far as the tests ask. */
export interface JsonReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

export const readReport = (project: Project): JsonReport =>
  JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))
