import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...before: string[]]>> = {
  darwin: ['open'],
  // `start` is a cmd built-in, and cmd would interpret an & in the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** An opener that fails within this time found no browser; one that still runs is the browser. */
const PATIENCE_MS = 2_000

/** Opens an http or https address in the browser; returns false if no browser is available. */
export const openBrowser = (
  url: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
  patienceMs = PATIENCE_MS,
): Promise<boolean> => {
  if (!/^https?:\/\//.test(url)) return Promise.resolve(false)
  const isDesktop =
    platform === 'darwin' || platform === 'win32' || env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME
  if (!isDesktop) return Promise.resolve(false)
  const [program, ...before] = OPENERS[platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...before, url], {
      detached: true,
      stdio: 'ignore',
      // A browser outlives the command, and must not inherit the key.
      env: { ...env, SVC_API_KEY: undefined },
    })
    const timer = setTimeout(resolve, patienceMs, true)
    const end = (isOpened: boolean) => {
      clearTimeout(timer)
      resolve(isOpened)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
    child.unref()
  })
}
