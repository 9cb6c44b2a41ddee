import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../../../scripts/testing/project.ts'
import { type RunnerProject, runnerProject } from '../../../scripts/testing/runner-project.ts'
import { newestOf } from '../../../scripts/testing/versions.ts'

/** Arguments that run Playwright once in a project made by `playwrightProject`. */
export const playwrightRun = (...args: string[]): string[] => [
  'node_modules/@playwright/test/cli.js',
  'test',
  ...args,
]

/** A project of the newest Playwright; `config` is the rest of its config. */
export const playwrightProject = (files: Record<string, string>, config: object = {}): RunnerProject =>
  runnerProject(newestOf('playwright'), files, config)

interface JsonSuite {
  title: string
  file: string
  suites?: JsonSuite[]
  specs: { title: string; tests: { projectName: string; status: string; results: { status: string }[] }[] }[]
}

/** What Playwright's JSON reporter says, as far as the tests ask. */
export interface JsonReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: JsonSuite[]
}

export const readReport = (project: Project): JsonReport =>
  JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8'))

/** One line per test: file, titles, project, what it came to and how many attempts it took. */
export const linesOf = (report: JsonReport): string[] => {
  const walk = (suite: JsonSuite, titles: string[]): string[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests.map((each) =>
        JSON.stringify([
          suite.file,
          ...titles,
          spec.title,
          each.projectName,
          each.status,
          Math.max(1, each.results.length),
        ]),
      ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, inner.title ? [...titles, inner.title] : titles)),
  ]
  return report.suites.flatMap((file) => walk(file, []))
}
