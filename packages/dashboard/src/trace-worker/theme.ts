/** The names of themes in the settings of Playwright's viewer. */
const THEMES: Record<string, string> = { light: 'light-mode', dark: 'dark-mode', system: 'system' }

// The page that opens the viewer names its theme behind the `#`, also if the viewer has another origin.
const theme = THEMES[new URLSearchParams(location.hash.slice(1)).get('theme') ?? '']
if (theme !== undefined) localStorage.setItem('theme', theme)
