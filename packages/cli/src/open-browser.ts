import { spawn } from 'node:child_process'

const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...before: string[]]>> = {
  darwin: ['open'],
  // `start` belongs to cmd, which would read an & of the address as its own.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Where the desktop's opener says in time that it cannot, there is no browser; later it is one that stays. */
const PATIENCE_MS = 2_000

/** Opens an address in the person's browser; false where there is none. Only http and https are handed on. */
export const openBrowser = (
  url: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> => {
  if (!/^https?:\/\//.test(url)) return Promise.resolve(false)
  const isDesktop =
    platform === 'darwin' || platform === 'win32' || env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME
  if (!isDesktop) return Promise.resolve(false)
  const [program, ...before] = OPENERS[platform] ?? ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program, [...before, url], { detached: true, stdio: 'ignore', env })
    const timer = setTimeout(resolve, PATIENCE_MS, true)
    const end = (isOpened: boolean) => {
      clearTimeout(timer)
      resolve(isOpened)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
    child.unref()
  })
}
