// @module-tag thorough
import { NO_LIMITS, type RealServer, startServer } from '@svc/test-kit/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FILES, uploadFiles } from '../e2e/active-files.ts'
import { cookieOf } from '../e2e/cookie-of.ts'
import { type Firefox, firefoxCommand, startFirefox } from './firefox.ts'

// What `e2e/uploaded-files.spec.ts` proves in Chromium.

const command = firefoxCommand()

test.skipIf(command !== undefined)('uploaded files in Firefox', ({ skip }) =>
  skip("no Firefox found: install Debian's package firefox-esr"),
)

describe.skipIf(command === undefined)('uploaded files in Firefox', () => {
  let server: RealServer
  let firefox: Firefox

  beforeAll(async () => {
    server = await startServer({ env: { ...NO_LIMITS, SVC_DASHBOARD: '1' } })
    firefox = await startFirefox(command ?? '')
    const cookie = await cookieOf(server.url, server.welcomeUrl)
    await firefox.setCookie({ ...cookie, domain: '127.0.0.1' })
  }, 600_000)

  afterAll(async () => {
    await firefox?.close()
    await server?.stop()
  }, 60_000)

  test('none becomes an active page, whatever its type says', { timeout: 600_000 }, async () => {
    const sent = await uploadFiles(server)
    expect(sent.length).toBe(FILES.length)
    let shown = 0
    for (const { id, contentType } of sent) {
      await firefox.open(`${server.url}/sign-in`)
      // A download ends the navigation, and the page before stays.
      await firefox.open(`${server.url}/api/artifacts/${id}`).catch(() => undefined)
      const isShown = (await firefox.evaluate('location.pathname')) === `/api/artifacts/${id}`
      if (isShown) shown++
      expect([contentType, await firefox.evaluate(`/owned|mine/.test(document.title)`)]).toEqual([
        contentType,
        false,
      ])
      if (!isShown) continue
      const seen = `[document.contentType, self.origin, document.querySelectorAll('form, button, a').length].join()`
      expect([contentType, await firefox.evaluate(seen)]).toEqual([
        contentType,
        expect.stringMatching(/^(text\/plain|image\/png|video\/webm),null,0$/),
      ])
    }
    expect(shown).toBeGreaterThan(0)
    expect(await firefox.evaluate(`fetch('${server.url}/api/whoami').then(({ status }) => status)`)).toBe(200)
  })
})
