import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

export interface Photographer {
  /** Photographs a page on disk from top to bottom, so many pixels wide. */
  take(page: string, picture: string, look: { width: number; isUnfolded: boolean }): Promise<void>
  close(): Promise<void>
}

/** Starts the browser that takes all pictures. */
export async function startPhotographer(executablePath: string): Promise<Photographer> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
  })
  const page = await browser.newPage()
  return {
    async take(path, picture, { width, isUnfolded }) {
      // The picture grows to the height of its content.
      await page.setViewportSize({ width, height: 50 })
      await page.goto(pathToFileURL(path).href)
      if (isUnfolded)
        for (const fold of await page.locator('details').all())
          await fold.evaluate((element) => element.setAttribute('open', ''))
      await page.screenshot({ path: picture, fullPage: true })
    },
    close: () => browser.close(),
  }
}
