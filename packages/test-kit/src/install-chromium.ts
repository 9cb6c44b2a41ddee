import type { TestProject } from 'vitest/node'
import { type Chromium, ensureChromium } from './ensure-chromium.ts'
import { thisMachine } from './install-packages.ts'
import { isQuick } from './thorough.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium
  }
}

/** Provides the tests with a browser, installed once per machine, and prints a message if there is none. */
export const setup = async (project: TestProject): Promise<void> => {
  if (isQuick(project)) return project.provide('chromium', { missing: '`test` starts no browser.' })
  const machine = thisMachine()
  const chromium = await ensureChromium(machine)
  if ('missing' in chromium) machine.say(`Tests in a browser cannot run: ${chromium.missing}`)
  project.provide('chromium', chromium)
}
