export type Theme = 'system' | 'light' | 'dark'
const NAME = 'svc_theme'
const A_YEAR_S = 31_536_000

export const currentTheme = (): Theme => {
  const given = document.documentElement.dataset.theme
  return given === 'light' || given === 'dark' ? given : 'system'
}

/**
 * Applies the theme with the next frame but one, and stores it where the server reads it, so that the next page starts
 * with it. The frame before answers the press: a theme gives every element of the page another style.
 */
export function setTheme(theme: Theme): void {
  const isSystem = theme === 'system'
  const apply = () => {
    if (isSystem) delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }
  requestAnimationFrame(() => setTimeout(apply))
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set it needs https
  document.cookie = `${NAME}=${theme}; path=/; max-age=${isSystem ? 0 : A_YEAR_S}; samesite=lax`
}
