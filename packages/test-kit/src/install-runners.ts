import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { isQuick } from './thorough.ts'
import { installedOf, isInstalled, RUNNERS, type RunnerName, runnerFolder, workspace } from './versions.ts'

/** Installs, once for a machine, the older runners that the tests of the reporters run under. */
export const setup = async (project: TestProject): Promise<void> => {
  if (isQuick(project)) return
  for (const name of Object.keys(RUNNERS) as RunnerName[])
    for (const runner of installedOf(name)) if (!isInstalled(runner)) await install(name, runner.version)
}

/** Another folder first, so that an install that was cut off is never taken for a whole one. */
const install = async (name: RunnerName, version: string): Promise<void> => {
  mkdirSync(join(workspace, '.test', 'runners'), { recursive: true })
  const folder = mkdtempSync(join(workspace, '.test', 'runners', 'installing-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const wanted = RUNNERS[name].packages.map((each) => `${each}@${version}`)
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...wanted], {
      cwd: folder,
    })
    renameSync(folder, join(workspace, runnerFolder(name, version)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
