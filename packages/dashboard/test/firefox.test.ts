// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMS } from '../e2e/evil-trace.ts'
import { startTraces, type TraceWorld } from '../e2e/trace-world.ts'
import { type Firefox, firefoxCommand, startFirefox } from './firefox.ts'

// What `e2e/trace-origin.spec.ts` proves in Chromium. The set-up of tests does not install Firefox, which takes 300 MB.

const command = firefoxCommand()

test.skipIf(command !== undefined)('a hostile trace in Firefox', ({ skip }) =>
  skip("no Firefox found: install Debian's package firefox-esr"),
)

describe.skipIf(command === undefined).each([
  ['on one origin', false],
  ['on an origin of artifacts', true],
])('a hostile trace in Firefox, %s', (_, isApart) => {
  let world: TraceWorld
  let firefox: Firefox

  beforeAll(async () => {
    world = await startTraces(isApart)
    firefox = await startFirefox(command ?? '')
    await firefox.setCookie({ ...world.cookie, domain: new URL(world.main).hostname })
  }, 600_000)

  afterAll(async () => {
    await firefox?.close()
    await world?.stop()
  }, 60_000)

  /** Clicks the button of a form, and waits until the browser has done what it will do. */
  const click = async (form: string, context: string) => {
    await firefox.evaluate(`document.querySelector('#${form} button').click()`, context)
    await firefox.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`, context)
  }

  /** Clicks every form of the snapshot that is shown. */
  async function tryForms(): Promise<void> {
    const shown = async () => {
      for (const { context, url } of await firefox.places())
        if (
          url.includes('/trace/snapshot/') &&
          (await firefox.evaluate(`document.querySelector('#accept') !== null`, context).catch(() => false))
        )
          return context
      return null
    }
    await expect.poll(shown, { timeout: 120_000 }).not.toBe(null)
    world.received.length = 0
    for (const form of FORMS) {
      const frame = await shown()
      expect(frame, `before the click on ${form}`).not.toBe(null)
      await click(form, frame ?? '')
    }
    for (const { context, url } of await firefox.places())
      expect([
        url,
        await firefox.evaluate(`'owned' in window || document.title === 'owned'`, context),
      ]).toEqual([url, false])
    const tabs = (await firefox.places()).filter(({ url }) => url.startsWith(world.elsewhere))
    expect([world.received, tabs]).toEqual([[], []])
    expect([await world.stateOfProposal(), await world.isSignedIn()]).toEqual(['open', true])
  }

  test('elsewhere, the same markup runs and sends: the browser would do it', {
    timeout: 300_000,
  }, async () => {
    await firefox.open(`${world.elsewhere}/control`)
    expect(await firefox.evaluate('window.owned')).toBe(1)
    // The page leaves, so nothing waits in it.
    await firefox.evaluate(`document.querySelector('#password button').click()`)
    await expect.poll(() => world.received, { timeout: 120_000 }).toContain('POST /password')
  })

  test('in the viewer, no script of a snapshot runs, and no form sends', { timeout: 300_000 }, async () => {
    await firefox.open(`${world.main}/executions/${world.execution}/traces/${world.trace}`)
    await tryForms()
  })

  test('in a tab of its own, a snapshot shows nothing of the trace', { timeout: 300_000 }, async () => {
    // The viewer's worker answers: the tab has opened a trace before.
    for (const address of [world.snapshot, world.snapshot.replace('before', 'after')]) {
      await firefox.open(address)
      expect(await firefox.evaluate('document.body.innerText')).toMatch(
        /Only the trace viewer shows snapshots/,
      )
      expect(await firefox.evaluate(`document.querySelectorAll('form, button, script, iframe').length`)).toBe(
        0,
      )
      expect(await firefox.evaluate(`'owned' in window`)).toBe(false)
    }
    expect(await world.stateOfProposal()).toBe('open')
  })

  test.runIf(isApart)('in the whole window, it does no more', { timeout: 300_000 }, async () => {
    await firefox.open(`${world.viewer}/trace/index.html?trace=${encodeURIComponent(world.source)}`)
    await expect.poll(() => firefox.evaluate('document.body.innerText')).toContain('Click')
    const query = new URLSearchParams({ r: world.snapshot, trace: world.source })
    await firefox.open(`${world.viewer}/trace/snapshot.html?${query}`)
    await tryForms()
  })
})
