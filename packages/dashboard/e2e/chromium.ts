/** Arguments of the browser: nothing but the pages asks anything, and text looks the same everywhere. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** The path of the browser: what the test command has found, else Debian's. */
export const executable = (): string => process.env.SVC_CHROMIUM ?? '/usr/bin/chromium'
