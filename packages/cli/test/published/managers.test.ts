// @module-tag thorough

import { newestOf, RUNNERS, type RunnerName, viteOf } from '@svc/test-kit/versions'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { suiteOf } from './formats.ts'
import { type Installed, install } from './installed.ts'
import { OTHERS } from './managers.ts'
import { expectReported } from './report.ts'

const runners = Object.keys(RUNNERS) as RunnerName[]
// Plug'n'Play reaches the imports of a module that was loaded by `require` only on newer versions of Node.
const node = { path: process.execPath, version: process.versions.node }

describe.each(OTHERS)('installed by $name', (manager) => {
  let project: Installed

  beforeAll(async () => {
    const versions = runners.map((name) => [RUNNERS[name].packages[0], newestOf(name).version])
    // Vitest asks the project for Vite.
    const others = { ...Object.fromEntries(versions), ...(manager.leavesPeers && { vite: viteOf() }) }
    project = await install(
      manager,
      runners.map((name) => `@svc/${name}`),
      others,
    )
  })
  afterAll(() => project?.remove())

  test.concurrent.each(runners)('a suite of %s reports', (runner) =>
    expectReported(project, suiteOf(runner, runner === 'vitest' ? 'mjs' : 'cjs'), node),
  )
})
