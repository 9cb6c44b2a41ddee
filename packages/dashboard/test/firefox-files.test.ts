// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embed, type FilesWorld, SAFE_NAME, startFiles } from '../e2e/active-files.ts'
import { type Firefox, firefoxCommand, startFirefox } from './firefox.ts'

// What `e2e/uploaded-files.spec.ts` proves in Chromium.

const command = firefoxCommand()
/** Files whose elements a page loads at once. */
const AT_ONCE = 10

test.skipIf(command !== undefined)('uploaded files in Firefox', ({ skip }) =>
  skip("no Firefox found: install Debian's package firefox-esr"),
)

describe.skipIf(command === undefined).each([
  ['on one origin', false],
  ['on an origin of artifacts', true],
])('uploaded files in Firefox, %s', (_, isApart) => {
  let world: FilesWorld
  let firefox: Firefox

  beforeAll(async () => {
    world = await startFiles(isApart)
    firefox = await startFirefox(command ?? '')
    await firefox.setCookie({ ...world.cookie, domain: new URL(world.main).hostname })
  }, 600_000)

  afterAll(async () => {
    await firefox?.close()
    await world?.server.stop()
  }, 60_000)

  test('in a tab, none becomes an active page, and downloads have safe names', {
    timeout: 600_000,
  }, async () => {
    for (const file of world.files) {
      const { contentType, isShown } = file
      const before = firefox.downloads().length
      await firefox.open('about:blank')
      // A download ends the navigation, and the page before stays.
      await firefox.open(world.addressOf(file)).catch(() => undefined)
      const seen = `[location.href === 'about:blank', 'owned' in window || /^(owned|mine)$/.test(document.title), document.contentType, self.origin, document.querySelectorAll('form, button, a').length].join()`
      expect([contentType, await firefox.evaluate(seen)]).toEqual([
        contentType,
        isShown
          ? expect.stringMatching(/^false,false,(text\/plain|image\/(png|gif|webp)|video\/webm),null,0$/)
          : expect.stringMatching(/^true,false,/),
      ])
      if (!isShown)
        await expect.poll(() => firefox.downloads().length, { message: contentType }).toBeGreaterThan(before)
    }
    for (const name of firefox.downloads()) expect(name).toMatch(SAFE_NAME)
    expect(await world.isSignedIn()).toBe(true)
  })

  test('in a page of the server, none becomes a script, a style, a worker or a frame', {
    timeout: 600_000,
  }, async () => {
    const blank = `${world.main}/blank`
    await firefox.answer(blank, '<!doctype html><title>blank</title>')
    const addresses = world.files.map(world.addressOf)
    if (isApart) addresses.push(...(await Promise.all(world.files.map(world.signedAddressOf))))
    for (let i = 0; i < addresses.length; i += AT_ONCE) {
      await firefox.open(blank)
      const embedding = `(${embed})(${JSON.stringify(addresses.slice(i, i + AT_ONCE))}).then(String)`
      const active = await firefox.evaluate(embedding)
      const isOwned = await firefox.evaluate(`'owned' in window || document.title !== 'blank'`)
      expect([active, isOwned]).toEqual(['', false])
    }
    expect(await world.isSignedIn()).toBe(true)
  })

  test('the pages of the dashboard show all of them, and none runs', { timeout: 600_000 }, async () => {
    await firefox.open(`${world.main}/executions/${world.execution}`)
    const links = `[...document.querySelectorAll('ul.artifacts a:not([download], [href*="/traces/"])')]`
    await expect.poll(() => firefox.evaluate(`${links}.length`)).toBeGreaterThan(5)
    const count = Number(await firefox.evaluate(`${links}.length`))
    for (let i = 0; i < count; i++) {
      await firefox.evaluate(`${links}[${i}].click()`)
      const shown = `document.querySelector('dialog :is(img, video, a[download]), dialog p') !== null`
      await expect.poll(() => firefox.evaluate(shown), { message: String(i) }).toBe(true)
      await firefox.evaluate(`document.querySelector('dialog button').click()`)
      await expect.poll(() => firefox.evaluate(`document.querySelector('dialog') === null`)).toBe(true)
    }
    expect(await firefox.evaluate(`'owned' in window`)).toBe(false)
    // Firefox shows a downloaded PDF in a tab of its own, from the disk.
    const shown = (await firefox.places()).filter(({ url }) => url.startsWith('http'))
    expect([shown.length, await world.isSignedIn()]).toEqual([1, true])
  })
})
