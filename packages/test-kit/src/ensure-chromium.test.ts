import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureChromium } from './ensure-chromium.ts'

let folder: string
let said: string[]
const commands = () => join(folder, 'commands')
const executable = () => join(commands(), 'chromium')
const command = (name: string, script: string) =>
  writeFileSync(join(commands(), name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
// With none of the machine's own commands.
const ensure = ({ isRoot }: { isRoot: boolean }) =>
  ensureChromium({
    path: [join(folder, 'absent'), commands()].join(delimiter),
    isRoot,
    say: (line) => said.push(line),
  })
/** What a package manager does: a command is there afterwards. */
const installs = () => `printf '#!/bin/sh\\nexit 0\\n' > '${executable()}'; /bin/chmod +x '${executable()}'`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-chromium-'))
  mkdirSync(commands())
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an installed browser is used, and nothing is installed', async () => {
  command('chromium', 'exit 0')
  command('apt-get', `echo called > '${join(folder, 'called')}'; exit 1`)
  expect(await ensure({ isRoot: true })).toEqual({ executable: executable() })
  expect(said).toEqual([])
})

test('one that does not start is passed over for one that does', async () => {
  command('chromium-browser', 'echo "requires the snap to be installed" >&2; exit 1')
  command('google-chrome', 'exit 0')
  expect(await ensure({ isRoot: false })).toEqual({
    executable: join(commands(), 'google-chrome'),
  })
})

test("without one, root installs Debian's, although the lists cannot be fetched anew", async () => {
  command('apt-get', `case "$*" in update) exit 100;; *"install --yes "*" chromium") ${installs()};; esac`)
  expect(await ensure({ isRoot: true })).toEqual({ executable: executable() })
  expect(said).toEqual([expect.stringContaining('installing Chromium')])
})

test('an install that fails says why and what to do', async () => {
  command('apt-get', 'echo "E: Unable to locate package chromium" >&2; exit 100')
  expect(await ensure({ isRoot: true })).toEqual({
    missing:
      "no Chromium found, and apt-get did not bring one (E: Unable to locate package chromium); install Debian's package chromium, or put Chromium or Chrome on the PATH",
  })
})

test('nobody but root installs anything', async () => {
  command('apt-get', installs())
  expect(await ensure({ isRoot: false })).toEqual({
    missing: expect.stringContaining('only root can install it'),
  })
})

test('a machine without apt-get gets a message about it', async () => {
  expect(await ensure({ isRoot: true })).toEqual({
    missing: expect.stringContaining("install Debian's package chromium"),
  })
})
