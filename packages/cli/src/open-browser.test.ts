import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from './open-browser.ts'

const URL = 'https://svc.example.com/executions/1?a=b&c=d'

/** A busy machine may start an opener late; only its end counts. */
const open = (url: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform) =>
  openBrowser(url, env, platform, 600_000)

/** A folder with an opener of that name, which writes down what it was given. */
const opener = (name: string, code = 0) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-open-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/given'\nprintf '%s' "$SVC_API_KEY" >> '${folder}/given'\nexit ${code}\n`,
  )
  chmodSync(path, 0o755)
  const given = join(folder, 'given')
  return {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    given: () => existsSync(given) && readFileSync(given, 'utf8'),
  }
}

test.each([
  ['linux', 'xdg-open', { DISPLAY: ':0' }, [URL]],
  ['darwin', 'open', {}, [URL]],
  ['win32', 'rundll32', {}, ['url.dll,FileProtocolHandler', URL]],
] as const)(
  'on %s the desktop gets the address as one word, and no key',
  async (platform, name, more, words) => {
    const { env, given } = opener(name)
    expect(await open(URL, { ...env, ...more, SVC_API_KEY: 'svc_secret' }, platform)).toBe(true)
    expect(given()).toBe(words.map((word) => `${word}\n`).join(''))
  },
)

test('without a desktop or a working opener, the browser does not count as open', async () => {
  const { env, given } = opener('xdg-open', 3)
  expect(await open(URL, env, 'linux')).toBe(false)
  expect(given()).toBe(false)
  expect(await open(URL, { ...env, DISPLAY: ':0' }, 'linux')).toBe(false)
  expect(await open(URL, { PATH: '/nowhere', DISPLAY: ':0' }, 'linux')).toBe(false)
})

test('only addresses of the web are handed on', async () => {
  const { env, given } = opener('xdg-open')
  for (const url of ['file:///etc/passwd', '--help', 'javascript:alert(1)', '']) {
    expect(await open(url, { ...env, DISPLAY: ':0' }, 'linux')).toBe(false)
    expect(given()).toBe(false)
  }
})
