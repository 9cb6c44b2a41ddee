import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../../../scripts/testing/project.ts'
import { type RunnerProject, runnerProject } from '../../../scripts/testing/runner-project.ts'
import { newestOf } from '../../../scripts/testing/versions.ts'

/** Arguments that run Vitest once in a project made by `vitestProject`. */
export const vitestRun = (...args: string[]): string[] => ['node_modules/vitest/vitest.mjs', 'run', ...args]

/** A project of the newest Vitest; `test` is the rest of its config's `test`. */
export const vitestProject = (files: Record<string, string>, test: object = {}): RunnerProject =>
  runnerProject(newestOf('vitest'), files, test)

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
