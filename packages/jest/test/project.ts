import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../../../scripts/testing/project.ts'
import { type RunnerProject, runnerProject } from '../../../scripts/testing/runner-project.ts'
import { newestOf } from '../../../scripts/testing/versions.ts'

/** Arguments that run Jest once in a project made by `jestProject`, with its JSON report beside ours. */
export const jestRun = (...args: string[]): string[] => [
  'node_modules/jest/bin/jest.js',
  '--json',
  '--outputFile=report.json',
  ...args,
]

/** A project of the newest Jest; `config` is the rest of its config. */
export const jestProject = (files: Record<string, string>, config: object = {}): RunnerProject =>
  runnerProject(newestOf('jest'), files, config)

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
