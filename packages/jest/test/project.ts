import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProject, type Project } from '../../../scripts/testing/project.ts'

/** Arguments that run Jest once in a project made by `jestProject`, with its JSON report beside ours. */
export const jestRun = (...args: string[]): string[] => [
  'node_modules/jest/bin/jest.js',
  '--json',
  '--outputFile=report.json',
  ...args,
]

/** A project whose config names our reporter. */
export const jestProject = (files: Record<string, string>, config: object = {}): Project =>
  makeProject(
    {
      'jest.config.json': JSON.stringify({
        reporters: [['@svc/jest', { project: 'fixture' }]],
        transform: {},
        ...config,
      }),
      ...files,
    },
    { jest: 'packages/jest/node_modules/jest', '@svc/jest': 'packages/jest' },
  )

/** What Jest's JSON report says, as far as the tests ask. */
export interface JsonReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[]
  }[]
}

export const readReport = (project: Project): JsonReport =>
  JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))
