/** True on a machine whose shortcuts begin with ⌘. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
