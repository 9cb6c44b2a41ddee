/** True on a machine whose shortcuts use ⌘. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
