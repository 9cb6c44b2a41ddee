import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Observed, observe } from '@svc/test-kit/observe'
import type { RunOptions } from '@svc/test-kit/project'
import { type RunnerProject, runnerProject } from '@svc/test-kit/runner-project'
import { type RunnerVersion, versionsOf } from '@svc/test-kit/versions'
import { describe } from 'vitest'
import type { JsonReport } from './json-report.ts'

/** The head of a test file. */
export const HEAD = `const { test, expect } = require('@playwright/test')\n`

/** Declares the tests of a theme once for each version of Playwright. */
export const eachVersion = (theme: string, declare: (version: RunnerVersion) => void): void => {
  for (const version of versionsOf('playwright'))
    describe(`${theme}, Playwright ${version.version}`, { tags: version.tags }, () => declare(version))
}

/** Whether a version is the given one (`1.60`) or a later one. */
export const isSince = ({ version }: RunnerVersion, minor: string): boolean =>
  Number(version.split('.')[1]) >= Number(minor.split('.')[1])

/** A run that our reporter and Playwright's JSON reporter saw; `report` throws where that one wrote nothing. */
export interface Reported extends Observed {
  report: JsonReport
}

/** Runs the tests of a project, and reads both reports. */
export const runBoth = async (
  project: RunnerProject,
  args: string[] = [],
  options: RunOptions = {},
): Promise<Reported> => {
  const path = join(project.folder, 'report.json')
  rmSync(path, { force: true })
  const run = await observe(project, project.command(...args), options)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  return Object.create(run, {
    report: {
      get: () => {
        if (text === undefined) throw new Error(`no report.json after:\n${run.output}`)
        return JSON.parse(text)
      },
    },
  })
}

/** The same for a project that is made for this one run. */
export const runOnce = async (
  version: RunnerVersion,
  files: Record<string, string>,
  config: object = {},
  { args = [], ...options }: RunOptions & { args?: string[] } = {},
): Promise<Reported> => {
  const project = runnerProject(version, files, config)
  try {
    return await runBoth(project, args, options)
  } finally {
    project.remove()
  }
}
