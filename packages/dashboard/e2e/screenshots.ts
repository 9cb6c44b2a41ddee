import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { dress, settle, THEMES, test } from './test.ts'
import { DOOR_VIEWS, viewsOf } from './views.ts'
import { readWorld } from './world.ts'

const FOLDER = join(import.meta.dirname, '../../../.test/dashboard/screenshots')
mkdirSync(FOLDER, { recursive: true })

/** A wide screen, a tablet or half a screen, and a phone. */
const WIDTHS = [1440, 768, 375]

/** Pictures to look at: every view in both themes and all widths. Nothing compares them. */
for (const theme of THEMES)
  for (const width of WIDTHS)
    test(`${theme} ${width}`, async ({ page, visitor, world, expectedErrors }) => {
      expectedErrors.push(/status of 40[014]/)
      const all = [
        ...Object.entries(viewsOf(readWorld())).map(([name, address]) => ({ name, address, at: page })),
        ...Object.entries(DOOR_VIEWS).map(([name, address]) => ({ name, address, at: visitor })),
      ]
      for (const { name, address, at } of all) {
        await dress(at, theme, width, world.url)
        await at.goto('about:blank')
        await at.goto(address)
        await settle(at)
        await at.screenshot({
          path: join(FOLDER, `${name}-${width}-${theme}.png`),
          fullPage: name !== 'execution-passed',
        })
      }
    })
