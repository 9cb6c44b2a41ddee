import { describeInChromium } from '@svc/test-kit/describe-in-chromium'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnS3 } from '../../../server/src/testing/s3/describe-on-s3.ts'
import { settingOf } from '../../../server/src/testing/s3/own-swift.ts'
import { type ActiveFile, type FilesWorld, SAFE_NAME, startFiles } from '../e2e/active-files.ts'
import { ARGS } from '../e2e/chromium.ts'

describeInChromium('uploaded files in a bucket', (executablePath) =>
  describeOnS3('whose addresses programs receive', (swift) => {
    let world: FilesWorld
    let browser: Browser

    beforeAll(async () => {
      const { address, credentials } = await swift().makeBucket()
      world = await startFiles(false, {
        SVC_ARTIFACTS_URL: settingOf(address),
        SVC_ARTIFACTS_REDIRECT: '1',
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      })
      browser = await chromium.launch({ executablePath, args: ARGS })
    })
    afterAll(async () => {
      await browser?.close()
      await world?.server.stop()
    })

    /** Where the bucket has a file, as a program learns it. */
    const placeOf = async (file: ActiveFile): Promise<string> => {
      const headers = { Authorization: `Bearer ${world.server.apiKey}` }
      const answer = await fetch(world.addressOf(file), { headers, redirect: 'manual' })
      return answer.headers.get('Location') ?? ''
    }

    test('a browser that gets such an address downloads the file, under a safe name', async () => {
      const page = await browser.newPage()
      for (const file of world.files) {
        const place = await placeOf(file)
        expect(new URL(place).origin).toBe(swift().endpoint)
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.goto(place).catch(() => undefined),
        ])
        expect([file.contentType, download.suggestedFilename()]).toEqual([
          file.contentType,
          expect.stringMatching(SAFE_NAME),
        ])
        await download.cancel()
      }
      expect(page.url()).toBe('about:blank')
    })

    test('nobody can give it another type or show it: the signature covers both', async () => {
      const page = await browser.newPage()
      const file = world.files[0] as ActiveFile
      const place = await placeOf(file)
      const changes: ((query: URLSearchParams) => void)[] = [
        (query) => query.set('response-content-type', 'text/html'),
        (query) => query.set('response-content-disposition', 'inline'),
        (query) => query.delete('response-content-type'),
        (query) => query.delete('response-content-disposition'),
        (query) => query.append('response-content-type', 'text/html'),
        (query) => query.append('response-content-disposition', 'inline'),
      ]
      for (const change of changes) {
        const changed = new URL(place)
        change(changed.searchParams)
        const answer = await page.goto(changed.href)
        expect([changed.search, answer?.status(), await page.evaluate(() => 'owned' in self)]).toEqual([
          changed.search,
          403,
          false,
        ])
      }
    })

    test('a browser with the cookie of a session gets the bytes from the server, in a sandbox', async () => {
      const context = await browser.newContext()
      await context.addCookies([{ ...world.cookie, url: world.main, httpOnly: true }])
      const page = await context.newPage()
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).origin))
      const shown = world.files.filter(({ isShown }) => isShown)
      for (const file of shown) {
        await page.goto(world.addressOf(file))
        expect(await page.evaluate(() => [self.origin, 'owned' in self])).toEqual(['null', false])
      }
      expect(new Set(asked)).toEqual(new Set([world.main]))
      await context.close()
    })
  }),
)
