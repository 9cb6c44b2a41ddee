import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shrinkPng } from './shrink-png.ts'
import { dress, settle, test } from './test.ts'
import { viewsOf } from './views.ts'
import { readWorld } from './world.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/pictures')
const WIDTH = 1280

/** The pictures of the documentation: a view and how many pixels of its top are shown. */
const PICTURES: Record<string, number> = {
  'execution-broken': 900,
  compare: 800,
  pull: 700,
  overview: 800,
  executions: 600,
  test: 800,
  flaky: 700,
  failures: 700,
  trends: 800,
  'knowledge-document': 700,
  agents: 600,
  tasks: 600,
  'settings-keys': 600,
}

test('pictures of the documentation', async ({ page, world, expectedErrors }) => {
  expectedErrors.push(/404/, /401/)
  mkdirSync(FOLDER, { recursive: true })
  const views = viewsOf(readWorld())
  for (const [name, height] of Object.entries(PICTURES)) {
    await dress(page, 'light', WIDTH, world.url)
    await page.setViewportSize({ width: WIDTH, height })
    await page.goto('about:blank')
    await page.goto(views[name] ?? '/')
    await settle(page)
    writeFileSync(join(FOLDER, `${name}.png`), shrinkPng(await page.screenshot()))
  }
})
