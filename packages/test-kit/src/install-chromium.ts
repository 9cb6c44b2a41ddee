import type { TestProject } from 'vitest/node'
import { type Chromium, ensureChromium } from './ensure-chromium.ts'
import { isQuick } from './thorough.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium
  }
}

/** Provides the tests with a browser, installed once per machine, and prints a message if there is none. */
export const setup = async (project: TestProject): Promise<void> => {
  if (isQuick(project)) return project.provide('chromium', { missing: '`test` starts no browser.' })
  const chromium = await ensureChromium({
    path: process.env.PATH ?? '',
    isRoot: process.getuid?.() === 0,
    say,
  })
  if ('missing' in chromium) say(`Tests in a browser cannot run: ${chromium.missing}`)
  project.provide('chromium', chromium)
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
